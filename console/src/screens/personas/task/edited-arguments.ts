import { escapeReordering } from '@portico/browser-kit/escape-reordering';
import type { PersonaApproval } from '@portico/shared-types/api/personas';
import { isValues, type Values } from '../../../form/changes.ts';

type Asked = Pick<PersonaApproval, 'kind' | 'arguments'>;

/** Characters up to which arguments can be edited here; a text field for more would freeze. */
const maxEdited = 100_000;
/** Characters that change the order in which the text around them is shown, beyond the marks that right-to-left text needs. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/;

/** What is to be approved, as a text to edit: a step's instruction, or a call's arguments as JSON; undefined if too long. */
export function toEditable({ kind, arguments: given }: Asked): string | undefined {
  const { instruction } = given;
  const text = kind === 'step' ? instruction : escapeReordering(JSON.stringify(given, null, 2));
  return typeof text === 'string' && text.length <= maxEdited ? text : undefined;
}

/** The arguments of an edited text; undefined if it isn't a JSON object. */
export function parseEdited({ kind }: Pick<Asked, 'kind'>, text: string): Values | undefined {
  if (kind === 'step') return { instruction: text };
  try {
    const values: unknown = JSON.parse(text);
    return isValues(values) ? values : undefined;
  } catch {
    return undefined;
  }
}

/** Whether what is shown could be read in another order than it is used. */
export function hasReordering({ arguments: given }: Asked): boolean {
  return reordering.test(JSON.stringify(given));
}
