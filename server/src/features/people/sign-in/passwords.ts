import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export async function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

/** Of a password that nobody knows; checked for people who have none, so that they take as long as the others. */
let unknown: Promise<string> | undefined;

/** Whether the password is right; false if there is none, after the same time. */
export async function isPasswordRight(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  unknown ??= hashPassword(crypto.randomUUID());
  const isRight = await verify(passwordHash ?? (await unknown), password);
  return isRight && passwordHash !== null && passwordHash !== undefined;
}
