import type { PersonaInputField } from '@portico/shared-types/api/personas';
import { expect, test } from 'vitest';
import { emptyTask, toTaskBody } from './task-values.ts';

const field = (name: string, type: PersonaInputField['type']): PersonaInputField => ({
  name,
  label: name,
  type,
  required: false,
  placeholder: '',
  options: [],
});
const fields = [
  field('market', 'text'),
  field('count', 'number'),
  field('depth', 'select'),
  field('focus', 'multiselect'),
  field('charts', 'checkbox'),
  field('until', 'date'),
];

test('blank inputs and limits are left out, and a switch that is off is not blank', () => {
  expect(toTaskBody({ ...emptyTask({ inputFields: fields }), taskTitle: 'Study' }, fields)).toEqual({
    taskTitle: 'Study',
    structuredInputs: { charts: false },
  });
});

test('given inputs are sent, except those of a field that the persona no longer has', () => {
  const structuredInputs = { market: 'Norway', count: 0, focus: ['Prices'], charts: true, removed: 'typed before' };
  expect(
    toTaskBody({ taskTitle: 'Study', structuredInputs, maxCostCredits: 5, maxDurationHours: null }, fields),
  ).toEqual({
    taskTitle: 'Study',
    structuredInputs: { market: 'Norway', count: 0, focus: ['Prices'], charts: true },
    maxCostCredits: 5,
  });
});
