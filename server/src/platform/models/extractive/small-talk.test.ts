import { expect, it } from 'vitest';
import type { ChatRequest, Passage } from '../chat-model.ts';
import { ask, readAnswer } from '../testing.ts';
import { ExtractiveModel } from './extractive-model.ts';

const model = new ExtractiveModel({ wordDelayMs: 0 });

const passage: Passage = {
  chunk_id: 'chk_1',
  document_id: 'doc_1',
  document_name: 'limits.md',
  title: 'limits.md',
  url: null,
  heading: null,
  content: 'The Free plan allows 60 requests a minute.',
  score: 0.3,
};

const answer = async (content: string, more: Partial<ChatRequest> = {}): Promise<string> =>
  (await readAnswer(model, { ...ask(content), passages: [], nearest: [passage], ...more })).text;

it.each([
  ['Good evening', /^Hello! 👋/u],
  ['Have a nice day!', /^Goodbye!/u],
  ['Grüß Gott', /^Hallo! 👋/u],
  ['Dankeschön', /^Gern geschehen!/u],
  ['À bientôt', /^Au revoir/u],
  ['¡Hasta luego!', /^¡Hasta luego!/u],
  ['Goedendag', /^Hallo! 👋/u],
  ['Dankjewel!', /^Graag gedaan!/u],
  ['Tot ziens', /^Tot ziens!/u],
  ['Здравствуйте', /^Здравствуйте! 👋/u],
  ['Большое спасибо!', /^Пожалуйста!/u],
  ['До свидания', /^До свидания!/u],
  ['Dobry wieczór', /^Dzień dobry! 👋/u],
  ['İyi günler', /^Merhaba! 👋/u],
  ['مساء الخير', /^مرحبًا! 👋/u],
  ['إلى اللقاء', /^إلى اللقاء/u],
  ['ערב טוב', /^שלום! 👋/u],
  ['תודה רבה', /^בשמחה!/u],
  ['להתראות', /^להתראות/u],
  ['早上好', /^您好！👋/u],
  ['谢谢你', /^不客气/u],
  ['おはようございます', /^こんにちは/u],
  ['안녕히 계세요', /^안녕히/u],
])('returns %s', async (message, expected) => {
  expect(await answer(message)).toMatch(expected);
});

it.each([
  ['de', 'Bis bald!', /^Auf Wiedersehen!/u],
  ['pt', 'Até logo', /^Até logo!/u],
  ['it', 'A presto', /^Arrivederci!/u],
])('returns a goodbye whose words are of several languages in that of the interface (%s): %s', async (...row) => {
  const [locale, message, expected] = row;
  expect(await answer(message, { locale })).toMatch(expected);
});

it.each(['evening?', 'Today', 'later?', 'See you on Sunday?', 'Good morning, are you open?'])(
  'does not take %s for small talk',
  async (question) => {
    expect(await answer(question)).toMatch(/^I couldn't find anything/u);
  },
);

it('does not take "yes" in Polish for thanks in Danish', async () => {
  expect(await answer('Tak')).toMatch(/^You're welcome/u);
  expect(await answer('Tak', { locale: 'pl' })).not.toMatch(/^Nie ma za co/u);
});
