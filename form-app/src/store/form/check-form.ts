import type { PublicForm, PublicFormField } from '@portico/shared-types/api/public-forms';
import type { FormState } from './form-state.ts';
import { isDate, isNumber, sentValue, type FieldValue } from './field-value.ts';
import type { Problem } from '../notice.ts';

/** Everything that prevents the form from being sent, in the order of the page. */
export function checkForm(form: PublicForm, state: FormState): Problem[] {
  const visible = form.fields.filter((field) => !state.hidden.has(field.name));
  const problems = visible.flatMap((field) => checkField(field, state.inputs[field.name] ?? ''));
  if (
    state.files.some((file) => file.status === 'failed' || file.status === 'refused' || file.status === 'interrupted')
  ) {
    problems.push({ field: 'files', notice: { key: 'filesRequired' } });
  }
  if (state.urlNotice !== null && state.urlText !== '') problems.push({ field: 'urls', notice: state.urlNotice });
  if (problems.length === 0 && isNothing(visible, state)) {
    problems.push({ field: firstField(form), notice: { key: 'somethingNeeded' } });
  }
  return problems;
}

/** Whether the form has a message box: not if it has other fields and no label for the message. */
export function hasMessage({ inputLabel, inputPlaceholder, fields }: PublicForm): boolean {
  return fields.length === 0 || Boolean(inputLabel) || Boolean(inputPlaceholder);
}

function firstField(form: PublicForm): string {
  if (hasMessage(form)) return 'message';
  return `inputs.${form.fields[0]?.name ?? ''}`;
}

function isNothing(visible: readonly PublicFormField[], { message, files, urls, inputs }: FormState): boolean {
  const sends = visible.some((field) => sentValue(field, inputs[field.name] ?? '') !== undefined);
  return message.trim() === '' && files.length === 0 && urls.length === 0 && !sends;
}

function checkField(field: PublicFormField, value: FieldValue): Problem[] {
  const at = `inputs.${field.name}`;
  const isEmpty = typeof value === 'string' ? value.trim() === '' : Array.isArray(value) ? value.length === 0 : !value;
  if (isEmpty) return field.required ? [{ field: at, notice: { key: emptyKey(field) } }] : [];
  if (field.type === 'number' && !isNumber(String(value))) return [{ field: at, notice: { key: 'numberInvalid' } }];
  if (field.type === 'date' && !isDate(String(value))) return [{ field: at, notice: { key: 'dateInvalid' } }];
  return [];
}

function emptyKey({ type }: PublicFormField): 'fieldRequired' | 'chooseRequired' | 'checkRequired' {
  if (type === 'checkbox') return 'checkRequired';
  return type === 'select' || type === 'multiselect' ? 'chooseRequired' : 'fieldRequired';
}
