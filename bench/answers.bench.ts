import { detectLanguage } from '../server/src/platform/lexicon/languages.ts';
import { createModels } from '../server/src/platform/models/models.ts';
import { startServer, type ServerUnderTest } from '../server/test/start-server.ts';
import { ask, type AskedBase, makeBase, reciprocalRank, search } from './answers/ask-product.ts';
import { readDebianSets } from './answers/debian.ts';
import { createDice, makeTypos } from './answers/make-typos.ts';
import { readOwnCorpus } from './answers/own-corpus.ts';
import { PlainBm25 } from './answers/plain-bm25.ts';
import type { Kind, QuestionSet } from './answers/question-set.ts';
import type { Row } from './row.ts';

export const name =
  'Answers: search beside plain BM25 over the same chunks (as floor), and what the built-in model makes of it';

/** Number of questions for each set, and of documents beyond those with answers; the run takes about four minutes. */
const sizes: Readonly<Record<'large' | 'small', { questions: number; distractors: number; replies: number }>> = {
  large: { questions: 60, distractors: 120, replies: 60 },
  // The sets of other languages share one row.
  small: { questions: 20, distractors: 40, replies: 10 },
};
const sizeOf = ({ kind }: QuestionSet) => (kind === 'other languages' ? sizes.small : sizes.large);

/** Sums of shares, by kind of share. */
class Tally {
  readonly #sums = new Map<string, { sum: number; count: number }>();

  add(what: string, value: number): void {
    const { sum, count } = this.#sums.get(what) ?? { sum: 0, count: 0 };
    this.#sums.set(what, { sum: sum + value, count: count + 1 });
  }

  mean(what: string): number {
    const { sum, count } = this.#sums.get(what) ?? { sum: 0, count: 0 };
    return sum / count;
  }

  has(what: string): boolean {
    return this.#sums.has(what);
  }

  count(what: string): number {
    return this.#sums.get(what)?.count ?? 0;
  }
}

/** Every n-th question, with the documents that contain the answers and some that don't. */
function sample(set: QuestionSet): QuestionSet {
  const { questions: maxQuestions, distractors } = sizeOf(set);
  const step = Math.max(1, Math.floor(set.questions.length / maxQuestions));
  const questions = set.questions.filter((_, index) => index % step === 0).slice(0, maxQuestions);
  const wanted = new Set(questions.map(({ document }) => document));
  const others = set.documents.flatMap((_, index) => (wanted.has(index) ? [] : [index])).slice(0, distractors);
  const chosen = [...wanted, ...others].toSorted((a, b) => a - b);
  const places = new Map(chosen.map((before, now) => [before, now]));
  return {
    ...set,
    documents: chosen.flatMap((index) => set.documents[index] ?? []),
    questions: questions.map(({ text, document }) => ({ text, document: places.get(document) ?? 0 })),
  };
}

interface Measured {
  readonly set: QuestionSet;
  readonly base: AskedBase;
  readonly plain: PlainBm25;
  readonly idOf: (document: number) => string | undefined;
}

async function open(server: ServerUnderTest, set: QuestionSet): Promise<Measured> {
  const base = await makeBase(server, set.name, set.documents);
  const chunks = await server.platform.database.sql<{ content: string; document: string }[]>`
    SELECT content, document_id AS document FROM chunks WHERE knowledge_base_id = ${base.id} ORDER BY document_id, ordinal`;
  const ids = new Map([...base.positions].map(([id, position]) => [position, id]));
  return { set, base, plain: new PlainBm25(chunks), idOf: (document) => ids.get(document) };
}

async function measureSearch(server: ServerUnderTest, measured: Measured, tally: Tally): Promise<void> {
  const { set, base, plain, idOf } = measured;
  const compare = async (kind: string, question: string, document: number): Promise<void> => {
    const wanted = idOf(document);
    tally.add(`${kind} ours`, reciprocalRank(await search(server, base, question), wanted));
    tally.add(`${kind} plain`, reciprocalRank(plain.search(question), wanted));
  };
  const dice = createDice(20_260);
  for (const { text, document } of set.questions) {
    await compare(set.kind, text, document);
    if (set.kind === 'other languages') await compare(`language ${set.language}`, text, document);
    if (set.kind !== 'FAQ') continue;
    await compare('typos', makeTypos(text, dice), document);
    await compare('keywords', plain.keywords(text), document);
  }
}

async function measureAnswers(server: ServerUnderTest, measured: Measured, tally: Tally): Promise<void> {
  const { set, base, idOf } = measured;
  const group = set.kind === 'other languages' ? 'other languages' : 'FAQ and manuals';
  for (const { text, document } of set.questions.slice(0, sizeOf(set).replies)) {
    const { content, citations } = await ask(server, base, text);
    tally.add(`first citation ${group}`, citations[0]?.document_id === idOf(document) ? 1 : 0);
    tally.add('answerable declined', citations.length === 0 ? 1 : 0);
    const source = set.documents.map((entry) => entry.text).join('\n');
    for (const { quote } of citations) tally.add('verbatim', isVerbatim(quote, source) ? 1 : 0);
    if (content === '') tally.add('empty', 1);
  }
}

/** Whether every line of the quote is in the source, regardless of line breaks. */
function isVerbatim(quote: string, source: string): boolean {
  const flat = (text: string): string => text.replace(/[\s#*_`>|-]+/gu, '');
  return flat(source).includes(flat(quote.replace(/…$/u, '')));
}

async function measureOwn(server: ServerUnderTest, others: readonly Measured[], tally: Tally): Promise<void> {
  for (const [language, texts] of readOwnCorpus()) {
    const documents = texts.articles.map(([title, text]) => ({ name: title, text }));
    const questions = texts.questions.map((text, document) => ({ text, document }));
    const measured = await open(server, { name: `workshop ${language}`, kind: 'FAQ', language, documents, questions });
    const { base, idOf } = measured;
    for (const { text, document } of questions) {
      const { content, citations } = await ask(server, base, text);
      const isRight = citations[0]?.document_id === idOf(document);
      tally.add('own first citation', isRight ? 1 : 0);
      tally.add('answerable declined', citations.length === 0 ? 1 : 0);
      tally.add('language', detectLanguage(frameOf(content)) === language ? 1 : 0);
      const source = documents.map((entry) => entry.text).join('\n');
      for (const { quote } of citations) tally.add('verbatim', isVerbatim(quote, source) ? 1 : 0);
      for (const before of isRight ? texts.questions.filter((other) => other !== text) : []) {
        const second = await ask(server, base, before, text);
        tally.add('new subjects', second.citations[0]?.document_id === idOf(document) ? 1 : 0);
      }
    }
    for (const [article, text] of texts.followUps) {
      const { citations } = await ask(server, base, texts.questions[article] ?? '', text);
      tally.add('follow-ups', citations[0]?.document_id === idOf(article) ? 1 : 0);
    }
    for (const text of texts.unanswerable) {
      const { content, citations } = await ask(server, base, text);
      tally.add('unanswerable declined', citations.length === 0 ? 1 : 0);
      tally.add('language', detectLanguage(frameOf(content)) === language ? 1 : 0);
      for (const before of texts.questions) {
        const second = await ask(server, base, before, text);
        tally.add('unanswerable declined as second question', second.citations.length === 0 ? 1 : 0);
      }
    }
    for (const other of others.filter(({ set }) => set.language === language))
      for (const text of [...texts.questions, ...texts.unanswerable]) {
        const { citations } = await ask(server, other.base, text);
        tally.add('unanswerable declined', citations.length === 0 ? 1 : 0);
        if (citations.length > 0) process.stderr.write(`answered although it isn't there: ${text}\n`);
      }
  }
}

/** The model's own text: its reply without the quotations. */
function frameOf(content: string): string {
  return content.replace(/\*\*[^*]*\*\*|[“"«„「][^”"»“」]*[”"»“」]/gu, ' ').split('\n\n')[0] ?? '';
}

export async function run(): Promise<Row[]> {
  const server = await startServer({ RATE_LIMIT_PER_MINUTE: '10000000', RATE_LIMIT_PER_DAY: '1000000000' });
  // At its normal pace the built-in model would take most of an hour.
  const { chat } = createModels({ wordDelayMs: 0 }, server.platform.log);
  server.platform.models.chat = chat;
  try {
    const tally = new Tally();
    const measured: Measured[] = [];
    for (const set of readDebianSets().map(sample)) measured.push(await open(server, set));
    for (const each of measured) await measureSearch(server, each, tally);
    for (const each of measured) await measureAnswers(server, each, tally);
    await measureOwn(server, measured, tally);
    return toRows(
      tally,
      measured.map(({ set }) => set),
    );
  } finally {
    await server.close();
  }
}

const searchAims: readonly [Kind, number][] = [
  ['FAQ', 1.05],
  ['manuals', 1],
  ['other languages', 1.05],
  ['typos', 1.4],
  ['keywords', 1.03],
];
const shareAims: readonly [string, Row['aim']][] = [
  ['first citation FAQ and manuals', { atLeast: 0.55 }],
  ['first citation other languages', { atLeast: 0.33 }],
  ['own first citation', undefined],
  ['unanswerable declined', { atLeast: 0.96 }],
  ['answerable declined', { atMost: 0.08 }],
  ['unanswerable declined as second question', { atLeast: 0.98 }],
  ['follow-ups', { atLeast: 0.9 }],
  ['new subjects', { atLeast: 0.98 }],
  ['language', { atLeast: 0.9 }],
  ['verbatim', { atLeast: 1 }],
];

function toRows(tally: Tally, sets: readonly QuestionSet[]): Row[] {
  const searchRows = searchAims.flatMap(([kind, aim]): Row[] => {
    if (!tally.has(`${kind} ours`)) return [];
    const [ours, plain] = [tally.mean(`${kind} ours`), tally.mean(`${kind} plain`)];
    return [
      { what: `${kind}: MRR@10 of ${tally.count(`${kind} ours`)} questions`, value: ours, unit: '', floor: plain },
      { what: `${kind}: MRR over that of plain BM25`, value: ours / plain, unit: 'x', aim: { atLeast: aim } },
    ];
  });
  const languages = sets.flatMap(({ language, kind }): Row[] =>
    kind === 'other languages'
      ? [
          {
            what: `other languages, ${language}: MRR@10`,
            value: tally.mean(`language ${language} ours`),
            unit: '',
            floor: tally.mean(`language ${language} plain`),
          },
        ]
      : [],
  );
  const shares = shareAims.flatMap(([what, aim]): Row[] =>
    tally.has(what)
      ? [{ what: `${what}, share of ${tally.count(what)}`, value: tally.mean(what), unit: '', ...(aim ? { aim } : {}) }]
      : [],
  );
  return [...searchRows, ...languages, ...shares];
}
