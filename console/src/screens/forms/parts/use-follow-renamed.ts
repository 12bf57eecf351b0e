import type { FormField } from '@portico/shared-types/api/form-interfaces';
import { useFormContext } from 'react-hook-form';
import { workflows } from '../../../data/workflows.ts';
import { isValues, type Values } from '../../../form/changes.ts';
import { textOf, useField } from '../../../form/use-field.ts';
import { renameInTemplate } from './rename-in-template.ts';

/**
 * Returns the function to call when a question of the form has another name: what the workflow receives stays the same.
 * Templates follow, and an input that a saved question has filled by its name gets a template.
 */
export function useFollowRenamed(): (from: string, to: string) => void {
  const mapping = useField('input_mapping');
  const questions = useField('fields').value;
  const hasLargeField = [useField('input_label').value, useField('input_placeholder').value].some(textOf);
  const isForWorkflow = useField('target_type').value === 'workflow';
  const workflowId = useField('workflow_id').value;
  const { defaultValues } = useFormContext().formState;
  const known = workflows.useAll({ enabled: isForWorkflow });
  const declared = known.data?.find(({ id }) => isForWorkflow && id === workflowId)?.input_schema['properties'];

  return (from, to) => {
    // That of the large field, if both have one.
    if (!isValues(mapping.value) || (from === 'message' && hasLargeField)) return;
    const renamed = Object.entries(mapping.value).map(([input, template]) => [
      input,
      typeof template === 'string' ? renameInTemplate(template, from, to) : template,
    ]);
    const isSaved = findNamed(defaultValues?.['fields'], [from]) !== undefined;
    if (isSaved && hasOwn(declared, from) && !hasOwn(declared, to) && !Object.hasOwn(mapping.value, from)) {
      const isOfLines = takesText(declared[from]) && isList(questions, [from, to]);
      const template = isOfLines ? `{{ $join(${from}, "\\n") }}` : `{{ ${from} }}`;
      renamed.push([from, renameInTemplate(template, from, to)]);
    }
    mapping.set(Object.fromEntries(renamed));
  };
}

function hasOwn(values: unknown, name: string): values is Values {
  return isValues(values) && Object.hasOwn(values, name);
}

/** An input that receives several choices by their name as the lines of a text. */
function takesText(input: unknown): boolean {
  return isValues(input) && input['type'] === 'string';
}

/** Whether the question with one of these names has several choices. */
function isList(questions: unknown, names: readonly string[]): boolean {
  return findNamed(questions, names)?.type === 'multiselect';
}

function findNamed(questions: unknown, names: readonly string[]): FormField | undefined {
  const all: readonly FormField[] = Array.isArray(questions) ? questions : [];
  return all.find(({ name }) => names.includes(name));
}
