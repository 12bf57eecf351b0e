import type { PublicForm } from '@portico/shared-types/api/public-forms';
import type { StoreApi } from 'zustand/vanilla';
import type { FormState } from './form-state.ts';

/**
 * Keeps `hidden` true to the fields' show_if. The expression language is loaded only for a form that has a condition.
 * Where it can't be had or an expression fails, the field is shown: a visitor can leave it out, but not guess it.
 */
export function watchVisibility(store: StoreApi<FormState>, { fields }: PublicForm): () => void {
  const rules = fields.flatMap(({ name, showIf }) => (showIf === undefined ? [] : [{ name, showIf }]));
  if (rules.length === 0) return () => undefined;
  let latest = 0;
  let isStopped = false;

  const decide = async () => {
    latest += 1;
    const turn = latest;
    const { message, inputs, urls } = store.getState();
    const hidden = await findHidden(rules, { inputs, message, urls });
    if (turn === latest && !isStopped) store.setState({ hidden });
  };
  const stop = store.subscribe((state, before) => {
    if (state.inputs !== before.inputs || state.message !== before.message || state.urls !== before.urls) void decide();
  });
  void decide();
  return () => {
    isStopped = true;
    stop();
  };
}

async function findHidden(
  rules: readonly { name: string; showIf: string }[],
  scope: object,
): Promise<ReadonlySet<string>> {
  const hidden = new Set<string>();
  try {
    const { evaluateCondition } = await import('./evaluate-condition.ts');
    for (const { name, showIf } of rules) {
      const shows = await evaluateCondition(showIf, scope).catch(() => true);
      if (!shows) hidden.add(name);
    }
  } catch {
    return new Set();
  }
  return hidden;
}
