import { createFairQueue } from '../../../platform/fair-queue.ts';

/** Argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Two at a time: they use the four threads that file access and name look-ups of the whole process need too. */
const queue = createFairQueue({ slots: 2, share: 2 });

const loadLibrary = async () => import('@node-rs/argon2');

export async function hashPassword(password: string): Promise<string> {
  return queue('', async () => (await loadLibrary()).hash(normalize(password), options));
}

/** Keyboards and systems write the same letter as one character or as two (RFC 8265 section 4.2). */
function normalize(password: string): string {
  return password.normalize('NFC');
}

/** The hash of an unknown password; checked for people without one, so that they take as long as the others. */
let unknown: Promise<string> | undefined;

/** Whether the password is right; false if there is none, after the same time. */
export async function isPasswordRight(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  unknown ??= hashPassword(crypto.randomUUID());
  const stored = passwordHash ?? (await unknown);
  const verify = async (text: string) => queue('', async () => (await loadLibrary()).verify(stored, text));
  const normalized = normalize(password);
  // Older versions hashed passwords as they were typed.
  const isRight = (await verify(normalized)) || (normalized !== password && (await verify(password)));
  return isRight && passwordHash !== null && passwordHash !== undefined;
}
