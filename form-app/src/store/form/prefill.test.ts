import { expect, test } from 'vitest';
import { readInputs } from './draft.ts';
import { exampleForm } from './example-form.ts';
import { readPrefill } from './prefill.ts';

const read = (search: string) => readInputs(exampleForm, readPrefill(search, exampleForm).inputs, 'en');

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

test('a box is ticked by every usual word for it, and by the text beside it', () => {
  for (const word of ['true', '1', 'yes', 'on', 'TRUE', 'Yes', ' I agree ']) {
    expect(read(`?agree=${encodeURIComponent(word)}`)).toEqual({ agree: true });
  }
  for (const word of ['false', '0', 'no', 'off', 'No']) expect(read(`?agree=${word}`)).toEqual({ agree: false });
});

test('a choice is found in any case, unless two differ only in it', () => {
  expect(read('?tone=Warm&parts=C&parts=A')).toEqual({ tone: 'warm', parts: ['a', 'c'] });
  expect(read('?parts=C, A')).toEqual({ parts: ['a', 'c'] });
  const sizes = { name: 'size', label: 'Size', type: 'select' as const, required: false, options: ['m', 'M', 'L'] };
  const form = { ...exampleForm, fields: [sizes] };
  expect(readInputs(form, { size: 'M' })).toEqual({ size: 'M' });
  expect(readInputs(form, { size: 'l' })).toEqual({ size: 'L' });
  const ambiguous = { ...exampleForm, fields: [{ ...sizes, options: ['Xl', 'xL'] }] };
  expect(readInputs(ambiguous, { size: 'XL' })).toEqual({});
});

test('a value is one that its control shows as it is', () => {
  expect(read('?amount=%2B5')).toEqual({ amount: '5' });
  // Every digit, so that one that can't be kept is refused when the form is sent.
  for (const spelling of ['+', '%2B', '']) {
    expect(read(`?amount=${spelling}12345678901234567890`)).toEqual({ amount: '12345678901234567890' });
  }
  expect(read('?amount=+0x10')).toEqual({ amount: '16' });
  expect(read('?amount=5.')).toEqual({ amount: '5' });
  expect(read('?amount=-01.50e1')).toEqual({ amount: '-01.50e1' });
  expect(readInputs(exampleForm, { amount: Number.NaN, topic: 'One\r\ntwo' })).toEqual({ topic: 'One two' });
});

test('a number is read as visitors write it; one that can be read in two ways is left for the visitor to decide', () => {
  const readIn = (language: string, amount: string) => readInputs(exampleForm, { amount }, language);
  expect(readIn('en', '1,5')).toEqual({ amount: '1.5' });
  expect(readIn('de', '1 234,50')).toEqual({ amount: '1234.50' });
  expect(readIn('ar', '١٢٫٥')).toEqual({ amount: '12.5' });
  expect(readIn('en', '1,234')).toEqual({ amount: '1234' });
  expect(readIn('de', '1,234')).toEqual({ amount: '?1,234' });
  // Software writes links, too: its spelling has one meaning.
  expect(readIn('de', '1.234')).toEqual({ amount: '1.234' });
  for (const text of ['', ' ', 'many', '?', '?many', '1,2,3']) expect(readIn('en', text)).toEqual({});
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
