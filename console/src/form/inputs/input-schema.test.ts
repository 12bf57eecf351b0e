import { expect, test } from 'vitest';
import { isDoubled } from '../is-doubled.ts';
import { newInput, readInputs, withType, writeInputs } from './input-schema.ts';

const schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    message: { type: 'string', description: 'What was written', minLength: 3 },
    kind: { type: 'string', enum: ['refund', 'question'], default: 'question' },
    anything: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    removed: null,
  },
  required: ['message'],
};

test('what the form does not show is kept', () => {
  const inputs = readInputs(schema);
  expect(inputs.map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
    ['message', 'string', true],
    ['kind', 'choice', false],
    ['anything', 'other', false],
  ]);
  const { removed: _, ...properties } = schema.properties;
  expect(writeInputs(schema, inputs)).toEqual({ ...schema, properties });
});

test('changes are written: types, choices, defaults; an input without a name is not', () => {
  const [message, kind] = readInputs(schema);
  if (message === undefined || kind === undefined) throw new Error('not read');
  const written = writeInputs(schema, [
    { ...message, name: 'text', description: '', isRequired: false },
    { ...kind, type: 'integer', initial: 3 },
    { ...newInput, name: 'size', type: 'choice', options: ['S', 'M'], isRequired: true },
    newInput,
  ]);
  expect(written).toEqual({
    type: 'object',
    additionalProperties: false,
    properties: {
      text: { type: 'string', minLength: 3 },
      kind: { type: 'integer', default: 3 },
      size: { type: 'string', enum: ['S', 'M'] },
    },
    required: ['size'],
  });
});

test('an input with the name of an earlier one replaces nothing, and an empty line is not a choice', () => {
  const [message, kind] = readInputs(schema);
  if (message === undefined || kind === undefined) throw new Error('not read');
  const inputs = [message, { ...kind, name: 'message' }, { ...kind, options: ['refund', '', ' '] }];
  const names = inputs.map(({ name }) => name);
  expect(names.map((_, at) => isDoubled(names, at))).toEqual([false, true, false]);
  expect(writeInputs(schema, inputs)['properties']).toEqual({
    message: schema.properties.message,
    kind: { type: 'string', enum: ['refund'], default: 'question' },
  });
});

test('a default follows the type of its input', () => {
  const number = withType({ ...newInput, initial: '5' }, 'integer');
  expect(number.initial).toBe(5);
  expect(withType(number, 'string').initial).toBe('5');
  expect(withType({ ...newInput, initial: 'soon' }, 'boolean').initial).toBe('soon');
  expect(withType({ ...newInput, type: 'array', initial: [1] }, 'choice').initial).toBe('[\n  1\n]');
  expect(withType(newInput, 'number').initial).toBeUndefined();
});
