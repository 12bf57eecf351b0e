import { createHmac, randomInt } from 'node:crypto';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { type ApiError, invalid } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deleteExpiredChallenges, insertSolved } from './challenges.sql.ts';

const lifeMs = 10 * 60_000;
/**
 * Iterations of one attempt, and the number of attempts for a solution: half a second on a desktop, some seconds on a
 * phone.
 */
const cost = 5_000;
const minTries = 100;
const maxTries = 300;

/** The client's solution: base64 of ALTCHA's JSON (altcha.org, proof of work version 2). */
const Payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string().max(200),
      salt: z.string().max(200),
      cost: z.literal(cost),
      keyLength: z.int().min(1).max(64),
      keyPrefix: z.string().max(128),
      keySignature: z.string().max(200),
      expiresAt: z.number(),
      data: z.object({ interface: z.string() }),
    }),
    signature: z.string().max(200),
  }),
  solution: z.object({ counter: z.int().min(0), derivedKey: z.string().max(200), time: z.number().optional() }),
});

/** A challenge as openapi.json describes it. */
export const challengeContent = {
  schema: {
    type: 'object',
    description: 'A challenge of ALTCHA (version 2); its documents say what the parameters are.',
    properties: {
      parameters: { type: 'object', description: 'What a client needs to solve it.', additionalProperties: true },
      signature: { type: 'string', description: 'Proves that the parameters are the server’s; sent back unchanged.' },
    },
    required: ['parameters', 'signature'],
  },
  example: {
    parameters: { algorithm: 'PBKDF2/SHA-256', nonce: '5b0c…', salt: '9d41…', cost, keyLength: 32, keyPrefix: '8e' },
    signature: 'f3a1…',
  },
};

/**
 * Creates a challenge in ALTCHA's format (version 2) that a browser solves before it starts a session of this
 * interface.
 */
export async function makeChallenge(platform: Platform, interfaceId: string): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(minTries, maxTries),
    deriveKey,
    data: { interface: interfaceId },
    expiresAt: new Date(Date.now() + lifeMs),
    ...secretsOf(platform),
  });
}

/** Accepts a solution once. Throws 400 if it is missing, wrong, used, expired, or for another interface. */
export async function requireSolution(
  platform: Platform,
  interfaceId: string,
  given: string | undefined,
): Promise<void> {
  if (given === undefined) throw refusal('is required: solve the challenge of this interface first', 'required');
  const payload = Payload.safeParse(decode(given));
  if (!payload.success) throw refusal('is not a solution');
  const { challenge, solution } = payload.data;
  const { time = 0, ...found } = solution;
  const { verified, expired } = await verifySolution({
    challenge,
    solution: { ...found, time },
    deriveKey,
    ...secretsOf(platform),
  });
  if (expired) throw refusal('has expired: solve a new challenge');
  if (!verified || challenge.parameters.data.interface !== interfaceId) throw refusal('is not right');
  const expiresAt = new Date(challenge.parameters.expiresAt * 1_000);
  if (!(await insertSolved(platform.database.sql, challenge.signature, expiresAt))) throw refusal('was used before');
}

export async function sweepChallenges(platform: Platform): Promise<void> {
  await deleteExpiredChallenges(platform.database.sql);
}

function refusal(message: string, code: 'required' | 'invalid' = 'invalid'): ApiError {
  return invalid({ path: 'body.challenge', message, code });
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Two separate secrets: with the second, checking a solution takes no work. */
function secretsOf({ config: { secretKey } }: Platform) {
  const derive = (purpose: string) => createHmac('sha256', secretKey).update(`chat-challenge:${purpose}`).digest('hex');
  return { hmacSignatureSecret: derive('challenge'), hmacKeySignatureSecret: derive('key') };
}
