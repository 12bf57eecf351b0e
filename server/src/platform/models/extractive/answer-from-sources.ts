import { type AskedOwn, type OwnRating, rateOwn } from '../../lexicon/own-place.ts';
import { citePassage } from '../quote-passage.ts';
import { readableName } from '../text/readable-name.ts';
import { fillFrame } from './choose-frames.ts';
import type { Draft } from './draft.ts';
import { doubtful, type Excerpt, findExcerpts, quoteFirst } from './find-excerpts.ts';
import { hasNoTopic, matchTerm, queryTerms } from '../text/rate-units.ts';
import { chooseReading } from '../text/reading.ts';
import { topicStems } from '../text/words.ts';
import type { Frames } from '@portico/shared-types/languages/en/model';
import type { Source } from './source.ts';

/** Passages with at least this relevance are quoted without a caveat. */
const sure = 0.3;

export interface AskedQuestion {
  /** With the earlier ones that complete it. */
  readonly question: string;
  readonly own: string;
  /** The question itself, with the one before that "it" refers to if it has no topic. */
  readonly subject: string;
  /** What it asks of those who answer, if it asks for nothing else. */
  readonly askedOwn?: AskedOwn;
}

/**
 * A reply that quotes the sources, with citations numbered after the chunks in `cited`; null if no source fits the
 * question.
 */
export function answerFromSources(
  sources: Source[],
  { question, own, subject, askedOwn }: AskedQuestion,
  frames: Frames,
  cited: readonly string[] = [],
): Draft | null {
  const excerpts =
    askedOwn === undefined ? findExcerpts(sources, question, subject) : findOwn(sources, askedOwn, question, subject);
  const [first] = excerpts;
  if (!first) return null;
  const isAbout = own === question || hasNoTopic(own) || sharesTopic(first, own);
  return quoteExcerpts(excerpts, question, isAbout, frames, cited);
}

/**
 * A reply to a message with several questions, which quotes an answer to each in turn; null unless at least two of them
 * have one, each in another place. Without a caveat, so that each answer must have most of its question's words.
 */
export function answerEach(
  sources: Source[],
  questions: readonly AskedQuestion[],
  frames: Frames,
  cited: readonly string[] = [],
): Draft | null {
  const found = questions.map(({ question, askedOwn }) => {
    const excerpts =
      askedOwn === undefined ? findExcerpts(sources, question) : findOwn(sources, askedOwn, question, question);
    return excerpts.slice(0, 1).filter(({ coverage }) => coverage >= doubtful);
  });
  const excerpts = new Map(found.flat().map((excerpt) => [excerpt.text, excerpt]));
  if (excerpts.size < 2) return null;
  const question = questions.map((asked) => asked.question).join(' ');
  return quoteExcerpts([...excerpts.values()], question, true, frames, cited);
}

function quoteExcerpts(
  excerpts: readonly Excerpt[],
  question: string,
  isAbout: boolean,
  frames: Frames,
  cited: readonly string[],
): Draft | null {
  const [first] = excerpts;
  if (!first) return null;
  const parts: Draft['parts'] = [`${introduce(first, frames, isAbout)}\n\n`];
  const numbers = new Map(cited.map((id, index) => [id, index + 1]));
  for (const [index, excerpt] of excerpts.entries()) {
    if (index > 0) parts.push(`\n\n${continueWith(excerpt, excerpts[index - 1], frames)}`);
    parts.push(quoteBlock(excerpt.text));
    const { passage } = excerpt.source;
    if (!passage) continue;
    const known = numbers.get(passage.chunk_id);
    const number = known ?? numbers.size + 1;
    numbers.set(passage.chunk_id, number);
    // A citation mark inside a fence or a table row would become part of it.
    parts.push(/(?:```|\|)$/u.test(excerpt.text) ? `\n\n[${number}]` : ` [${number}]`);
    if (known === undefined) parts.push(citePassage(passage, question, excerpt.quote));
  }
  return { parts };
}

/** The excerpts with the address or contact of those who answer; with a caveat if they may be of something else of theirs. */
function findOwn(sources: Source[], asked: AskedOwn, question: string, subject: string): Excerpt[] {
  const find = (wanted: OwnRating): Excerpt[] =>
    findExcerpts(sources, question, subject, (text) => rateOwn(asked, text) === wanted);
  const sure = find('answer');
  if (sure.length > 0) return sure;
  if (asked.matter === 'payment') {
    // "Visa and PayPal are accepted" has no word of "How can I pay?", in neither form.
    const isLast = asked.spare === undefined || question === asked.spare;
    const means = isLast ? quoteFirst(sources, (text) => rateOwn(asked, text) === 'answer') : [];
    if (!isLast || means.length > 0) return means;
  }
  return find('doubtful').map((excerpt) => ({ ...excerpt, coverage: 0 }));
}

/** The Markdown of a quotation: each line starts with `>`. */
function quoteBlock(text: string): string {
  return text.replaceAll(/^/gmu, '> ').replaceAll(/^> $/gmu, '>');
}

/** Whether an excerpt, or its names, has a topic of the question itself, and not only of those before it. */
function sharesTopic({ text, heading, source }: Excerpt, own: string): boolean {
  const reading = chooseReading([source.content]);
  const stems = new Set(topicStems(`${text} ${heading} ${source.passage?.title ?? ''}`, undefined, reading.stem));
  return queryTerms(own, reading).some((term) => matchTerm(term, stems) > 0);
}

function introduce(excerpt: Excerpt, frames: Frames, isAbout: boolean): string {
  const { passage } = excerpt.source;
  if (!passage) return excerpt.coverage < doubtful ? frames.textClosest : frames.textSays;
  const isSure = passage.score >= sure && excerpt.coverage >= doubtful / 2;
  return fillFrame(
    isAbout && (isSure || excerpt.coverage >= doubtful) ? frames.found : frames.closest,
    describePlace(excerpt, frames),
  );
}

function continueWith(excerpt: Excerpt, before: Excerpt | undefined, frames: Frames): string {
  const { passage } = excerpt.source;
  if (!passage || passage.document_id === before?.source.passage?.document_id) return '';
  return `${fillFrame(frames.also, describePlace(excerpt, frames))}\n\n`;
}

function describePlace({ source, heading }: Excerpt, frames: Frames): string {
  const name = readableName(source.passage?.title ?? '');
  const section = heading.trim();
  const tells = section !== '' && section.length <= 60 && section.toLowerCase() !== name.toLowerCase();
  return tells ? fillFrame(frames.under, `**${name}**`).replace('{section}', () => section) : `**${name}**`;
}
