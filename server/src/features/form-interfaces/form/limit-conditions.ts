/** Milliseconds for all conditions of a form together. One alone ends after a second. */
const allConditionsMs = 10_000;

/**
 * The same evaluation, which rejects without a try once this much time has passed since it was limited: a form can have
 * a hundred conditions, each is evaluated up to twenty times, and a visitor's text can make each of them slow.
 */
export function limitConditions<Scope>(
  evaluate: (condition: string, scope: Scope) => Promise<unknown>,
  milliseconds = allConditionsMs,
): (condition: string, scope: Scope) => Promise<unknown> {
  const end = performance.now() + milliseconds;
  return async (condition, scope) => {
    if (performance.now() >= end) throw new Error('The conditions of the form take too long.');
    return evaluate(condition, scope);
  };
}
