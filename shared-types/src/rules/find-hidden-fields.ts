import type { PublicFormField } from '../api/public-forms.ts';
import { readFieldValue } from './read-field-value.ts';

export type ConditionalField = Pick<PublicFormField, 'name' | 'type' | 'options' | 'format' | 'showIf'>;

/** What a visitor entered, with the inputs as typed or as sent. It is also what conditions see, then with read inputs. */
export interface ConditionScope {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly message: string;
  readonly urls: readonly string[];
}

/** How many times all conditions of a form are evaluated. */
const maxRounds = 20;

/**
 * The names of the fields that their conditions hide (docs/reference/form-interfaces.md#conditions), by one rule for the
 * page and the server: the value of a hidden field counts as absent. The same fields are found whether or not the values
 * of the hidden ones are given. Nothing is hidden if the conditions don't settle, and no field whose condition fails.
 */
export async function findHiddenFields(
  fields: readonly ConditionalField[],
  { inputs, message, urls }: ConditionScope,
  evaluate: (condition: string, scope: ConditionScope) => Promise<unknown>,
): Promise<ReadonlySet<string>> {
  const values = new Map<string, unknown>();
  for (const field of fields) {
    const value = Object.hasOwn(inputs, field.name) ? readFieldValue(field, inputs[field.name]) : undefined;
    if (value !== undefined) values.set(field.name, value);
  }
  const hidden = new Set<string>();
  for (let round = 0; round < maxRounds; round += 1) {
    let isSettled = true;
    for (const { name, showIf } of fields) {
      if (showIf === undefined) continue;
      const left = [...values].filter(([other]) => !hidden.has(other));
      const scope = { inputs: Object.fromEntries(left), message, urls };
      const isShown = await evaluate(showIf, scope).then(holds, () => true);
      if (isShown !== hidden.has(name)) continue;
      if (isShown) hidden.delete(name);
      else hidden.add(name);
      // Without a value, it changes nothing that another condition sees.
      if (values.has(name)) isSettled = false;
    }
    if (isSettled) return hidden;
  }
  return new Set();
}

function holds(value: unknown): boolean {
  return Boolean(value) && !(Array.isArray(value) && value.length === 0);
}
