import type { PublicForm } from '@portico/shared-types/api/public-forms';
import { type ConditionScope, findHiddenFields } from '@portico/shared-types/rules/find-hidden-fields';
import type { StoreApi } from 'zustand/vanilla';
import type { FormState } from './form-state.ts';

/**
 * Updates `hidden` by the fields' show_if. The expression language is loaded only for a form with a condition. If it
 * can't be loaded or an expression fails, the field is shown: a visitor can skip it, but not guess it.
 */
export function watchVisibility(store: StoreApi<FormState>, form: PublicForm): () => void {
  if (form.fields.every((field) => field.showIf === undefined)) return () => undefined;
  let latest = 0;
  let isStopped = false;

  const decide = async () => {
    latest += 1;
    const turn = latest;
    const hidden = await findHidden(form, store.getState());
    if (turn !== latest || isStopped) return;
    // The link to a hidden field would have no target.
    const gone = new Set([...hidden].map((name) => `inputs.${name}`));
    store.setState({ hidden, problems: store.getState().problems.filter(({ field }) => !gone.has(field)) });
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

/** The names of the fields that their conditions hide, as the server finds them for the same input. */
export async function findHidden(
  { fields }: Pick<PublicForm, 'fields'>,
  scope: ConditionScope,
): Promise<ReadonlySet<string>> {
  try {
    const { evaluateCondition } = await import('./evaluate-condition.ts');
    return await findHiddenFields(fields, scope, evaluateCondition);
  } catch {
    return new Set();
  }
}
