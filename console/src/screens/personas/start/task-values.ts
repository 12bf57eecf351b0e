import type { Persona, PersonaInputField } from '@portico/shared-types/api/personas';

/** The values of the form that starts a task. */
export interface TaskValues extends Record<string, unknown> {
  taskTitle: string;
  structuredInputs: Readonly<Record<string, unknown>>;
  /** Null is the persona's own limit. */
  maxCostCredits: number | null;
  maxDurationHours: number | null;
}

export function emptyTask({ inputFields }: Pick<Persona, 'inputFields'>): TaskValues {
  return {
    taskTitle: '',
    structuredInputs: Object.fromEntries(inputFields.map((field) => [field.name, emptyValues[field.type]])),
    maxCostCredits: null,
    maxDurationHours: null,
  };
}

/**
 * The body of the request. Blank inputs are left out, and so are those of a field that the persona no longer has: the
 * form may contain input that was typed before the persona was changed.
 */
export function toTaskBody(values: TaskValues, fields: readonly PersonaInputField[]) {
  const { taskTitle, structuredInputs, maxCostCredits, maxDurationHours } = values;
  const given = fields.flatMap(({ name }) => {
    const value = structuredInputs[name];
    return isBlank(value) ? [] : [[name, value] as const];
  });
  return {
    taskTitle,
    structuredInputs: Object.fromEntries(given),
    ...(maxCostCredits === null ? {} : { maxCostCredits }),
    ...(maxDurationHours === null ? {} : { maxDurationHours }),
  };
}

const emptyValues: Readonly<Record<PersonaInputField['type'], unknown>> = {
  text: '',
  textarea: '',
  number: null,
  select: null,
  multiselect: [],
  checkbox: false,
  date: '',
};

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
