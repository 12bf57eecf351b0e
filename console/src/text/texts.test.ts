import { expect, test } from 'vitest';
import { agentTexts } from '../screens/agents/texts.ts';
import { improveTexts } from '../screens/improve/texts.ts';
import { knowledgeTexts } from '../screens/knowledge/texts.ts';
import { consoleLanguages, sayText } from './texts.ts';

const files = import.meta.glob<Record<string, unknown>>('../**/*texts.{ts,tsx}', { eager: true });
const plurals = Object.entries(files).flatMap(([file, exported]) => listPlurals(exported, file));

/** Every text below a value that has plural forms in some language, with its path. */
function listPlurals(value: unknown, path: string): [string, unknown[]][] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value) && value.length === consoleLanguages.length) {
    return value.some((form) => Object.hasOwn(Object(form), 'other')) ? [[path, value]] : [];
  }
  return Object.entries(value).flatMap(([key, part]) => listPlurals(part, `${path}.${key}`));
}

// A form that is the same for every number is a text without plural forms. That for none may be left out.
test('every plural text has each form of its language', () => {
  expect(plurals.length).toBeGreaterThan(30);
  const missing = plurals.flatMap(([path, forms]) =>
    consoleLanguages.flatMap((language, index) => {
      const form = forms[index];
      if (typeof form === 'string') return [];
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      const lacking = pluralCategories.filter((name) => name !== 'zero' && !Object.hasOwn(Object(form), name));
      return lacking.length === 0 ? [] : [`${path} (${language}): ${lacking.join()}`];
    }),
  );
  expect(missing).toEqual([]);
});

// A number from 11 to 99 has the accusative after it, one like 100 has not.
test('no Arabic text has the noun of 11 to 99 after other numbers', () => {
  const faults = plurals.filter(([, forms]) => {
    const arabic = forms[consoleLanguages.indexOf('ar')];
    const others = typeof arabic === 'string' ? arabic : { ...Object(arabic), many: '' };
    return /\{count\} \p{L}+ًا/u.test(JSON.stringify(others));
  });
  expect(faults.map(([path]) => path)).toEqual([]);
});

test('Arabic counts 3, 11 and 100 things in three ways', () => {
  const say = (count: number) => sayText('ar', agentTexts.documents, { count });
  expect([1, 2, 3, 11, 100].map(say)).toEqual(['مستند واحد', 'مستندان', '3 مستندات', '11 مستندًا', '100 مستند']);
  expect(sayText('ar', knowledgeTexts.alreadyHere, { count: 3 })).toBe('3 ملفات موجودة هنا من قبل');
  expect(sayText('ar', improveTexts.csatCount, { count: 0 })).toBe('من 5، دون تقييمات');
});

test('a value in the other direction keeps the signs at its ends', () => {
  const text = ['After {name}', 'Nach {name}', 'بعد {name}'] as const;
  expect(sayText('ar', text, { name: 'Ready?' })).toBe('بعد \u2068Ready?\u2069');
  expect(sayText('ar', text, { name: 'جاهز؟' })).toBe('بعد جاهز؟');
  expect(sayText('en', text, { name: 'جاهز؟' })).toBe('After \u2068جاهز؟\u2069');
  expect(sayText('de', text, { name: '(Fertig)' })).toBe('Nach (Fertig)');
  expect(sayText('ar', text, { name: 'Готово?' })).toBe('بعد \u2068Готово?\u2069');
});

test('a word in the other direction is isolated from other values only, so that an id is copied as it is', () => {
  for (const name of ['req_12', 'ada@example.com', 'DELETE']) {
    expect(sayText('ar', ['After {name}', 'Nach {name}', 'بعد {name}'], { name })).toBe(`بعد ${name}`);
  }
  const pair = ['{name}: {branch}', '{name}: {branch}', '{name}: {branch}'] as const;
  expect(sayText('ar', pair, { name: 'Check', branch: 'True' })).toBe('\u2068Check\u2069: \u2068True\u2069');
});
