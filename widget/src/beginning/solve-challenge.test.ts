import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, test } from 'vitest';
import { solveChallenge } from './solve-challenge.ts';

test('ALTCHA’s own library accepts the solution', async () => {
  const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'two' };
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 100,
    counter: 7,
    deriveKey,
    ...secrets,
  });
  const payload = JSON.parse(atob(await solveChallenge(challenge)));
  expect(payload.solution.counter).toBe(7);
  const { verified } = await verifySolution({ ...payload, deriveKey, ...secrets });
  expect(verified).toBe(true);
});
