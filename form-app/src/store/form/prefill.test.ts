import { expect, test } from 'vitest';
import { readInputs } from './draft.ts';
import { exampleForm } from './example-form.ts';
import { readPrefill } from './prefill.ts';

const read = (search: string) => readInputs(exampleForm, readPrefill(search, exampleForm).inputs);

test('fields are filled by name, with values of their types', () => {
  expect(read('?topic=Cats&amount=1.5&due=2026-02-01&parts=c,a&agree=true&unknown=1')).toEqual({
    topic: 'Cats',
    amount: '1.5',
    due: '2026-02-01',
    parts: ['a', 'c'],
    agree: true,
  });
  expect(read('?parts=a&parts=b')).toEqual({ parts: ['a', 'b'] });
  expect(read('?tone=cold, but fair')).toEqual({ tone: 'cold, but fair' });
});

test('a value is one that its control shows as it is', () => {
  expect(read('?amount=%2B5')).toEqual({ amount: '5' });
  expect(read('?amount=+0x10')).toEqual({ amount: '16' });
  expect(read('?amount=5.')).toEqual({ amount: '5' });
  expect(read('?amount=-01.50e1')).toEqual({ amount: '-01.50e1' });
  expect(readInputs(exampleForm, { amount: Number.NaN, topic: 'One\r\ntwo' })).toEqual({ topic: 'One two' });
});

test('values without a field are left out', () => {
  expect(read('?amount=many&due=tomorrow&tone=hot&agree=perhaps')).toEqual({});
  expect(read('?amount=1e400')).toEqual({});
});

test('a field with a reserved name is set by its longer name', () => {
  const form = { ...exampleForm, fields: [{ name: 'url', label: 'URL', type: 'text' as const, required: false }] };
  const { urls, inputs } = readPrefill('?url=https://example.com&inputs.url=mine', form);
  expect(urls).toEqual(['https://example.com']);
  expect(inputs).toEqual({ url: 'mine' });
});
