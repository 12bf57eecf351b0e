import type { FormField } from '@portico/shared-types/api/form-interfaces';
import { expect, test } from 'vitest';
import { operatorsOf, takesValue, writeCondition } from './condition.ts';
import { parseCondition } from './parse-condition.ts';

const field = (name: string, type: FormField['type'], options?: string[]): FormField => {
  const rest = { name, label: name, type, required: false };
  return options === undefined ? rest : { ...rest, options };
};

const fields = [
  field('kind', 'select', ['boat', 'a "big" one\\']),
  field('extras', 'multiselect', ['sail']),
  field('length', 'number'),
  field('arrival', 'date'),
  field('note', 'text'),
  field('more', 'textarea'),
  field('true', 'checkbox'),
];

const valueOf = ({ type, options }: FormField) => (type === 'number' ? -2.5 : (options?.at(-1) ?? 'x and y'));

test.each(fields.flatMap((each) => operatorsOf[each.type].map((operator) => [each, operator] as const)))(
  'what is written for $0.type and $1 is read again',
  (each, operator) => {
    const value = takesValue(operator) ? valueOf(each) : '';
    const comparison = { name: each.name, operator, value };
    for (const join of ['and', 'or'] as const) {
      const condition = { join, comparisons: [comparison, { name: 'note', operator: 'filled', value: '' } as const] };
      expect(parseCondition(writeCondition(condition), fields)).toEqual(condition);
    }
  },
);

test('comparisons written by hand are read', () => {
  expect(parseCondition("{{inputs.kind='boat'and inputs.length>=12}}", fields)).toEqual({
    join: 'and',
    comparisons: [
      { name: 'kind', operator: 'is', value: 'boat' },
      { name: 'length', operator: 'from', value: 12 },
    ],
  });
  expect(parseCondition('inputs.`true`', fields)?.comparisons[0]?.operator).toBe('ticked');
  // A question that was removed.
  expect(parseCondition('inputs.gone = "x"', fields)?.comparisons[0]?.name).toBe('gone');
});

test.each([
  '',
  'inputs',
  'inputs.note',
  '$exists(inputs)',
  '$exists(Answer)',
  'message = "x"',
  'inputs.kind = "a" or inputs.kind = "b" and $exists(inputs.note)',
  '(inputs.kind = "boat")',
  'inputs.kind.first = "x"',
  'inputs.extras[0] = "sail"',
  'inputs.kind = inputs.note',
  'inputs.length = "12"',
  'inputs.note = 12',
  'inputs.extras = "sail"',
  'inputs.length + 1 > 3',
  'inputs.kind = "boat',
  'inputs.kind = "\\x"',
  'inputs.kind = "boat" and',
])('%s is not read', (expression) => {
  expect(parseCondition(expression, fields)).toBeUndefined();
});
