import type { PublicForm, PublicFormField } from '@portico/shared-types/api/public-forms';
import type { StoreApi } from 'zustand/vanilla';
import { sentValue } from './field-value.ts';
import type { FormState } from './form-state.ts';

/**
 * Updates `hidden` by the fields' show_if. The expression language is loaded only for a form with a condition. If it
 * can't be loaded or an expression fails, the field is shown: a visitor can skip it, but not guess it.
 */
export function watchVisibility(store: StoreApi<FormState>, { fields }: PublicForm): () => void {
  if (fields.every((field) => field.showIf === undefined)) return () => undefined;
  let latest = 0;
  let isStopped = false;

  const decide = async () => {
    latest += 1;
    const turn = latest;
    const hidden = await findHidden(fields, store.getState());
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

/** Conditions see values as they would be sent: numbers as numbers, without empty and hidden fields. */
async function findHidden(
  fields: readonly PublicFormField[],
  { inputs: typed, message, urls }: FormState,
): Promise<ReadonlySet<string>> {
  const hidden = new Set<string>();
  const inputs = new Map(fields.map((field) => [field.name, sentValue(field, typed[field.name] ?? '')]));
  try {
    const { evaluateCondition } = await import('./evaluate-condition.ts');
    for (const { name, showIf } of fields) {
      if (showIf === undefined) continue;
      const scope = { inputs: Object.fromEntries(inputs), message, urls };
      if (await evaluateCondition(showIf, scope).catch(() => true)) continue;
      hidden.add(name);
      inputs.delete(name);
    }
  } catch {
    return new Set();
  }
  return hidden;
}
