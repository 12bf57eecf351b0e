import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { invalid } from '../../../platform/errors.ts';

const minScore = 3;
/** The time of an estimate grows with the square of the length: 200 characters take 0.3 s, 72 a tenth of that. */
const maxEstimated = 72;

let estimator: ZxcvbnFactory | undefined;
let known: ReadonlySet<string> | undefined;

/**
 * Throws 400 for a password that is in the lists of common ones or easy to guess. `about` is what an attacker knows of
 * the person: name and e-mail address. The length is checked by the schema.
 */
export function assertStrongPassword(password: string, about: readonly string[], path = 'body.password'): void {
  known ??= new Set(Object.values(dictionary).flat());
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const isKnown = known.has(password.toLowerCase());
  if (!isKnown && estimator.check(password.slice(0, maxEstimated), [...about]).score >= minScore) return;
  throw invalid({
    path,
    message: 'is too easy to guess. Use four or more unrelated words, or let your password manager make one',
    code: 'too_weak',
  });
}
