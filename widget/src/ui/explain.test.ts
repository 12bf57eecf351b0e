import { languages } from '@portico/shared-types/languages/lists/languages';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { texts as en } from '@portico/shared-types/languages/en/widget';
import { loadTexts } from '../locales/load-texts.ts';
import { explainFile } from '../files/explain-file.ts';
import { explainMessage, explainWait } from './explain.ts';

const rules = { enabled: true, maxFiles: 3, maxFileSizeMb: 5, allowedTypes: [] };
const refusal = (reason: string) => ({ code: 'validation_error', message: 'body.file: This is English.', reason });

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(new Date(2026, 2, 4, 15, 0));
});
afterEach(() => void vi.useRealTimers());

test.each(languages)('%s has a text for each refusal', async (language) => {
  const texts = await loadTexts(language);
  const said = ['file_type', 'file_too_large', 'too_many_files', 'file_empty', 'files_not_accepted', 'unheard_of'].map(
    (reason) => explainFile(refusal(reason), rules, texts),
  );
  expect(new Set(said).size).toBe(said.length);
  expect(said.join(' ')).not.toMatch(/body\.|English|\{/);
  expect(said[1]).toContain('5');
  expect(said[2]).toContain('3');
  if (language !== 'en') expect(said).not.toContain(en.fileType);
  expect(explainMessage(refusal('too_long'), rules, texts)).toBe(texts.messageTooLong);
  expect(explainMessage(refusal('unheard_of'), rules, texts)).toBe('');
});

const now = () => Date.now();
const limit = (seconds: number, window: string, ownerText?: string) => ({
  until: now() + seconds * 1000,
  error: {
    code: 'rate_limit_exceeded',
    message: ownerText ?? 'Too many requests: 30 a minute are allowed.',
    reason: ownerText === undefined ? 'daily_limit' : 'owner_message',
    window,
  },
});

test('a short wait is counted down, a longer one shows the time, without the server’s message', () => {
  expect(explainWait(limit(20, 'minute'), 20, en, 'en')).toBe('One moment please. Sending in 20 s.');
  expect(explainWait(limit(90, 'minute'), 90, en, 'en')).toContain('90 s');
  expect(explainWait(limit(3_600, '15_minutes'), 3_600, en, 'en-GB')).toBe('You can write again from 16:00.');
  expect(explainWait(limit(36_000, 'hour'), 36_000, en, 'en-GB')).toBe('You can write again from Thursday 01:00.');
  // The limit of an address has a message for developers.
  expect(explainWait(limit(36_000, 'day'), 36_000, en, 'en-GB')).toBe('You can write again from Thursday 01:00.');
});

test('a daily cap shows the owner’s text and when it ends, no matter how soon', () => {
  const said = explainWait(limit(35_371, 'day', 'Heute ist Schluss.'), 35_371, en, 'en-GB');
  expect(said).toBe('Heute ist Schluss. You can write again from Thursday 00:49.');
  expect(explainWait(limit(30, 'day', 'Heute ist Schluss.'), 30, en, 'en-GB')).toContain('Heute ist Schluss. ');
});

test.each(languages)('no wait of %s counts more than 90 seconds', async (language) => {
  const texts = await loadTexts(language);
  const said = explainWait(limit(35_371, 'hour'), 35_371, texts, language);
  expect(said).not.toContain('35');
  expect(said).not.toContain('{');
});
