import { expect, test } from 'vitest';
import { hasReordering, parseEdited, toEditable } from './edited-arguments.ts';

const step = { kind: 'step', arguments: { instruction: 'Collect the facts' } } as const;
const call = { kind: 'action', arguments: { to: 'sales@example.com' } } as const;

test('a step is edited as its text, and a call as JSON', () => {
  expect(toEditable(step)).toBe('Collect the facts');
  expect(parseEdited(step, '{"not": "JSON here"}')).toEqual({ instruction: '{"not": "JSON here"}' });
  expect(parseEdited(call, toEditable(call) ?? '')).toEqual(call.arguments);
});

test('characters that reorder text are visible in the JSON that is edited, and have the same value', () => {
  const asked = { kind: 'action', arguments: { file: 'a\u202Egnp.exe' } } as const;
  expect(toEditable(asked)).toContain(String.raw`a\u202egnp.exe`);
  expect(parseEdited(asked, toEditable(asked) ?? '')).toEqual(asked.arguments);
});

test.each(['', 'nothing', '[1]', '"text"', 'null', '{"to":'])('%j is not a call’s arguments', (text) => {
  expect(parseEdited(call, text)).toBeUndefined();
});

test('what is too long for a text field is not edited', () => {
  expect(toEditable({ kind: 'action', arguments: { text: 'x'.repeat(200_000) } })).toBeUndefined();
  expect(toEditable({ kind: 'step', arguments: { instruction: 'x'.repeat(200_000) } })).toBeUndefined();
});

test('characters that reorder text are found at any depth; marks of right-to-left text are not meant', () => {
  expect(hasReordering({ kind: 'action', arguments: { a: [{ b: 'file\u202Egnp.exe' }] } })).toBe(true);
  expect(hasReordering({ kind: 'action', arguments: { ['\u2067name']: 1 } })).toBe(true);
  expect(hasReordering({ kind: 'action', arguments: { a: 'سعر\u200F 12' } })).toBe(false);
});
