import { expect, test } from 'vitest';
import { advanceItems, listItems, type RunItem } from './run-items.ts';

const items: RunItem[] = ['a.pdf', 'b.pdf'].map((name) => ({
  id: name,
  kind: 'file',
  name,
  state: 'waiting',
  fault: null,
}));
const states = (list: readonly RunItem[]) => list.map(({ state }) => state);
const advance = (list: readonly RunItem[], name: string, done: number, fault: RunItem['fault'] = null) =>
  advanceItems(list, { name, done, fault });

test('an event that counts its own item ends it', () => {
  const first = advance(items, 'a.pdf', 1);
  expect(states(first)).toEqual(['read', 'waiting']);
  expect(states(advance(first, 'b.pdf', 2))).toEqual(['read', 'read']);
});

test('an event that doesn’t count its own item starts it, and the next item ends the previous one', () => {
  const first = advance(items, 'a.pdf', 0);
  expect(states(first)).toEqual(['reading', 'waiting']);
  expect(states(advance(first, 'b.pdf', 1))).toEqual(['read', 'reading']);
});

test('of two files with the same name, the first waiting one is updated', () => {
  const twins = items.map((item) => ({ ...item, name: 'a.pdf' }));
  expect(states(advance(advance(twins, 'a.pdf', 1), 'a.pdf', 2))).toEqual(['read', 'read']);
});

test('an unreadable item remains unreadable, with its reason', () => {
  const begun = advance(items, 'a.pdf', 0);
  const first = advance(begun, 'a.pdf', 1, 'file_damaged');
  expect(first[0]).toMatchObject({ state: 'unread', fault: 'file_damaged' });
  expect(states(advance(first, 'b.pdf', 1))).toEqual(['unread', 'reading']);
});

test('a submission that is opened later shows which of its items could not be read', () => {
  const url = 'https://example.com/gone';
  const list = listItems(
    {
      id: 'sub_1',
      interfaceId: 'fmi_1',
      message: '',
      files: ['a.pdf', 'a.pdf'].map((fileName) => ({
        storageUri: '',
        downloadUrl: '',
        fileName,
        fileSize: 1,
        mimeType: 'application/pdf',
      })),
      urls: [url],
      output: 'Done.',
      executionId: null,
      executionStatus: 'completed',
      submittedAt: '2026-01-01T00:00:00.000Z',
      unread: [
        { file: 'a.pdf', message: 'damaged', code: 'file_damaged' },
        { url, message: 'gone', code: 'url_unreachable' },
      ],
    },
    'read',
  );
  expect(list.map(({ state, fault }) => [state, fault])).toEqual([
    ['unread', 'file_damaged'],
    ['read', null],
    ['unread', 'url_unreachable'],
  ]);
});
