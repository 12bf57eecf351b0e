import { expect, test } from 'vitest';
import { improveTexts } from '../screens/improve/texts.ts';
import { sayText, type Texts } from './texts.ts';

/** A number from 11 to 99 has the accusative after it, one like 100 has not. */
const accusativeAfterCount = /\{count\} \p{L}+ًا/u;
/** A noun, which is a plural after 3 to 10: not “of the …” or “others”. */
const nounAfterCount = /\{count\} (?!من |أخرى)\p{L}/u;

test('no Arabic text has the noun of 11 to 99 after other numbers, or the one of 100 after 3', () => {
  const catalogues = import.meta.glob<Record<string, Texts>>('../**/*texts.ts', { eager: true });
  const faults = Object.entries(catalogues).flatMap(([file, catalogue]) =>
    Object.values(catalogue)
      .flatMap((texts) => Object.entries(texts))
      .filter(([, text]) => {
        const arabic = Array.isArray(text) ? text[2] : undefined;
        if (typeof arabic !== 'object') return false;
        const { few, other } = arabic;
        return accusativeAfterCount.test(other) || (few === undefined && nounAfterCount.test(other));
      })
      .map(([name]) => `${file} ${name}`),
  );
  expect(Object.keys(catalogues).length).toBeGreaterThan(20);
  expect(faults).toEqual([]);
});

test('Arabic counts have their own forms', () => {
  const say = (count: number) => sayText('ar', improveTexts.csatCount, { count });
  expect([0, 1, 2, 3, 11, 100].map(say)).toEqual([
    'من 5، دون تقييمات',
    'من 5، تقييم واحد',
    'من 5، تقييمان',
    'من 5، 3 تقييمات',
    'من 5، 11 تقييمًا',
    'من 5، 100 تقييم',
  ]);
});
