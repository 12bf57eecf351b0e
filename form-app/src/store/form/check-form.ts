import { readUnclear } from '@portico/browser-kit/read-number';
import type { PublicForm, PublicFormField } from '@portico/shared-types/api/public-forms';
import { isBlank, isTooLongNumber, readFieldValue } from '@portico/shared-types/rules/read-field-value';
import type { FormState } from './form-state.ts';
import type { FieldValue } from './field-value.ts';
import type { Problem } from '../notice.ts';

/** Everything that prevents the form from being sent, in the order of the page. */
export function checkForm(form: PublicForm, state: FormState): Problem[] {
  const { upper, lower } = splitFields(form, state.hidden);
  const check = (field: PublicFormField) => checkField(field, state.inputs[field.name] ?? '');
  const problems = upper.flatMap(check);
  if (
    state.files.some((file) => file.status === 'failed' || file.status === 'refused' || file.status === 'interrupted')
  ) {
    problems.push({ field: 'files', notice: { key: 'filesRequired' } });
  }
  if (state.urlNotice !== null && state.urlText !== '') problems.push({ field: 'urls', notice: state.urlNotice });
  problems.push(...lower.flatMap(check));
  if (problems.length === 0 && isNothing([...upper, ...lower], state)) {
    problems.push({ field: firstField(form, [...upper, ...lower]), notice: { key: 'somethingNeeded' } });
  }
  return problems;
}

/**
 * The visible fields in the order of the page. Checkboxes at the end of the list (mostly consents) are the `lower` ones:
 * they come last, just above the button.
 */
export function splitFields(
  { fields }: PublicForm,
  hidden: ReadonlySet<string>,
): Record<'upper' | 'lower', readonly PublicFormField[]> {
  const visible = fields.filter((field) => !hidden.has(field.name));
  const end = visible.findLastIndex((field) => field.type !== 'checkbox') + 1;
  return { upper: visible.slice(0, end), lower: visible.slice(end) };
}

/** Whether the form has a message box: not if it has other fields and no label for the message. */
export function hasMessage({ inputLabel, inputPlaceholder, fields }: PublicForm): boolean {
  return fields.length === 0 || Boolean(inputLabel) || Boolean(inputPlaceholder);
}

function firstField(form: PublicForm, [first]: readonly PublicFormField[]): string {
  if (hasMessage(form)) return 'message';
  if (first !== undefined) return `inputs.${first.name}`;
  if (form.allowFileUpload) return 'files';
  return form.allowUrlInput ? 'urls' : 'form';
}

function isNothing(visible: readonly PublicFormField[], { message, files, urls, inputs }: FormState): boolean {
  const sends = visible.some((field) => readFieldValue(field, inputs[field.name] ?? '') !== undefined);
  return isBlank(message) && files.length === 0 && urls.length === 0 && !sends;
}

function checkField(field: PublicFormField, value: FieldValue): Problem[] {
  const at = `inputs.${field.name}`;
  if (isBlank(value) || value === false) return field.required ? [{ field: at, notice: { key: emptyKey(field) } }] : [];
  if (readFieldValue(field, value) !== undefined) return [];
  if (field.type === 'number') {
    const unclear = typeof value === 'string' ? readUnclear(value) : undefined;
    if (unclear !== undefined) return [{ field: at, notice: { key: 'numberUnclear', values: unclear } }];
    return [{ field: at, notice: { key: isTooLongNumber(value) ? 'numberTooLong' : 'numberInvalid' } }];
  }
  if (field.type === 'date') {
    const isShort = typeof value === 'string' && value.startsWith('0');
    return [{ field: at, notice: { key: isShort ? 'yearInvalid' : 'dateInvalid' } }];
  }
  return field.format === 'email' ? [{ field: at, notice: { key: 'emailInvalid' } }] : [];
}

function emptyKey({ type }: PublicFormField): 'fieldRequired' | 'chooseRequired' | 'checkRequired' {
  if (type === 'checkbox') return 'checkRequired';
  return type === 'select' || type === 'multiselect' ? 'chooseRequired' : 'fieldRequired';
}
