import { expect, test } from 'vitest';
import { newInput, readInputs, writeInputs } from './input-schema.ts';

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
