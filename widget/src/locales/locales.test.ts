import { languages } from '@portico/shared-types/languages/lists/languages';
import { expect, test } from 'vitest';
import { textsByLanguage as launcherLabels } from '@portico/shared-types/languages/lists/launcher';
import { texts as en } from '@portico/shared-types/languages/en/widget';
import { fill, loadTexts } from './load-texts.ts';

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test('the launcher speaks the languages of the panel', () => {
  expect(Object.keys(launcherLabels).sort()).toEqual([...languages].sort());
});

test.each(languages.filter((language) => language !== 'en'))(
  '%s has every text, with the same placeholders',
  async (language) => {
    const texts = await loadTexts(language);
    expect(texts).not.toBe(en);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
    for (const [name, text] of Object.entries(en)) {
      const translated = texts[name as keyof typeof en];
      expect(translated.trim(), name).not.toBe('');
      expect(places(translated), name).toEqual(places(text));
    }
  },
);

test('fills placeholders and keeps unknown ones', () => {
  expect(fill('{n} of {name} {x}', { n: 2, name: '$&' })).toBe('2 of $& {x}');
});
