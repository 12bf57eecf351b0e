import { expect, test } from 'vitest';
import { languages } from '@portico/shared-types/languages/lists/languages';
import { textsByLanguage as kindLabels } from '@portico/shared-types/languages/lists/widget-emoji';
import { textsByLanguage as voiceLabels } from '@portico/shared-types/languages/lists/widget-voice';
import { emblems, emoji } from './emoji.ts';
import { insertText } from './insert-text.ts';

test('every category has a picture for its button, and a name in every language', () => {
  expect(emblems).toHaveLength(emoji.length);
  expect(Object.keys(kindLabels).toSorted()).toEqual(languages.toSorted());
  for (const labels of Object.values(kindLabels)) expect(labels).toHaveLength(emoji.length);
});

test('no emoji occurs twice, and each is a single picture', () => {
  const all = emoji.flatMap((list) => list.split(' '));
  expect(new Set(all).size).toBe(all.length);
  const pictures = new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const one of all) expect([...pictures.segment(one)], one).toHaveLength(1);
});

test('dictation supports the same languages', () => {
  expect(Object.keys(voiceLabels).toSorted()).toEqual(languages.toSorted());
});

test('inserts at the caret and replaces the selection', () => {
  const area = document.createElement('textarea');
  area.value = 'Good morning all';
  area.setSelectionRange(5, 12);
  expect(insertText(area, area.value, '☕')).toBe('Good ☕ all');
  expect(insertText(null, 'Hi ', '👋')).toBe('Hi 👋');
});
