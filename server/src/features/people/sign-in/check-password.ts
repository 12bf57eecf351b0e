import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { invalid } from '../../../platform/errors.ts';

const minScore = 3;
/** The time for an estimate grows with the square of the length: 200 characters take 0.3 s, 72 a tenth of that. */
const maxEstimated = 72;

interface Estimator {
  readonly known: ReadonlySet<string>;
  readonly factory: ZxcvbnFactory;
}

let estimator: Promise<Estimator> | undefined;

/**
 * Throws 400 for a common or easily guessed password. `about` is what an attacker may know about the person: name and
 * e-mail address. The schema checks the length.
 */
export async function assertStrongPassword(password: string, about: readonly string[]): Promise<void> {
  estimator ??= loadEstimator();
  const { known, factory } = await estimator;
  const isKnown = known.has(password.toLowerCase());
  if (!isKnown && factory.check(password.slice(0, maxEstimated), [...about]).score >= minScore) return;
  throw invalid({
    path: 'body.password',
    message: 'is too easy to guess. Use four or more unrelated words, or let your password manager make one',
    code: 'too_weak',
  });
}

/** The lists of common passwords take 25 MB of memory, so they are loaded when the first password is set. */
async function loadEstimator(): Promise<Estimator> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return {
    known: new Set(Object.values(dictionary).flat()),
    factory: new Factory({ dictionary, graphs: adjacencyGraphs }),
  };
}
