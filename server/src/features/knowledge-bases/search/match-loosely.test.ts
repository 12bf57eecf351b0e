import { expect, test } from 'vitest';
import { toTerms } from '../../../platform/lexicon/terms.ts';
import { isStopWord } from '../../../platform/models/text/stop-words.ts';
import { readWords } from '../../../platform/models/text/words.ts';
import { matchLoosely } from './match-loosely.ts';

test('similar words count partly: other endings, parts of compounds', () => {
  const text = 'The cancellation is free. Die Fahrradwerkstatt öffnet um neun.';
  const [cancel, werkstatt, weather, open] = matchLoosely(['cancellations', 'werkstatt', 'weather', 'offnen'], text);
  expect(cancel).toBeGreaterThan(0.5);
  expect(werkstatt).toBeGreaterThan(0.5);
  expect(open).toBeGreaterThan(0);
  expect(weather).toBe(0);
  expect(matchLoosely(['東京駅'], '東京駅の北口')).toEqual([0]);
});

test('a compound is found by its parts, or by what its last part asks for', () => {
  const [kosten, bahn, reparatur, preis] = matchLoosely(
    ['versandkosten', 'strassenbahn', 'reparaturkosten', 'preis'],
    'Der Versand kommt auf 4,90 €. Die Straßenbahnlinie 4 hält hier.',
  );
  expect(kosten).toBeGreaterThan(0.7);
  expect(bahn).toBeGreaterThan(0.5);
  expect(preis).toBeGreaterThan(0.5);
  expect(reparatur).toBe(0);
});

test('French and Italian elisions are not part of the word', () => {
  expect(readWords("l'adhésion, qu’elle, dell'ordine, aujourd'hui, it's, o'clock")).toEqual([
    'adhésion',
    'elle',
    'ordine',
    "aujourd'hui",
    "it's",
    "o'clock",
  ]);
});

test('a word is a stop word only in its own language', () => {
  expect([isStopWord('gibt', 'de'), isStopWord('gibt'), isStopWord('когда', 'ru'), isStopWord('door', 'nl')]).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(isStopWord('door', 'en')).toBe(false);
});

test('Korean words are found without their particles, Hebrew ones without the letters before them', () => {
  expect(toTerms('자전거를', 'ko')).toEqual(toTerms('자전거는', 'ko'));
  expect(toTerms('הפנימית', 'he')).toEqual(toTerms('פנימית', 'he'));
});
