import type { PublicForm, PublicFormField } from '@portico/shared-types/api/public-forms';
import { isBlank, readFieldValue } from '@portico/shared-types/rules/read-field-value';
import type { FormState } from './form-state.ts';
import type { FieldValue } from './field-value.ts';
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
  const sends = visible.some((field) => readFieldValue(field, inputs[field.name] ?? '') !== undefined);
  return message.trim() === '' && files.length === 0 && urls.length === 0 && !sends;
}

function checkField(field: PublicFormField, value: FieldValue): Problem[] {
  const at = `inputs.${field.name}`;
  if (isBlank(value) || value === false) return field.required ? [{ field: at, notice: { key: emptyKey(field) } }] : [];
  if (readFieldValue(field, value) !== undefined) return [];
  if (field.type === 'number') return [{ field: at, notice: { key: 'numberInvalid' } }];
  return field.type === 'date' ? [{ field: at, notice: { key: 'dateInvalid' } }] : [];
}

function emptyKey({ type }: PublicFormField): 'fieldRequired' | 'chooseRequired' | 'checkRequired' {
  if (type === 'checkbox') return 'checkRequired';
  return type === 'select' || type === 'multiselect' ? 'chooseRequired' : 'fieldRequired';
}
