import { expect, test } from 'vitest';
import { applyChanges, changesOf } from './changes.ts';

const saved = {
  name: 'Harbor',
  text: null,
  branding: { color: '#123456', cover: { type: 'none', value: null } },
  origins: ['https://a.example'],
  mapping: { city: '{{ city }}' },
};

test('a patch contains only changes, and lists as a whole', () => {
  const values = {
    ...saved,
    branding: { color: '#654321', cover: { type: 'none', value: null } },
    origins: ['https://a.example', 'https://b.example'],
    mapping: {},
  };
  const changes = changesOf(saved, values);
  expect(changes).toEqual({
    branding: { color: '#654321' },
    origins: ['https://a.example', 'https://b.example'],
    mapping: { city: null },
  });
  expect(changesOf(saved, applyChanges(saved, changes ?? {}))).toEqual(changes);
});

test('returns undefined if nothing changed, and treats a missing value like null', () => {
  expect(changesOf(saved, structuredClone(saved))).toBeUndefined();
  expect(changesOf({ a: null }, {})).toBeUndefined();
});
