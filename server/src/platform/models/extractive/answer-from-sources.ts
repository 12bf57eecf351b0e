import type { Citation } from '@portico/shared-types';
import { quotePassage } from '../quote-passage.ts';
import type { Draft } from './draft.ts';
import { doubtful, type Excerpt, findExcerpts } from './find-excerpts.ts';
import { readableName, type Source } from './source.ts';

/**
 * An answer that quotes the sources, with citations, numbered behind the chunks `cited` before; null when nothing in
 * the sources fits the question.
 */
export function answerFromSources(sources: Source[], question: string, cited: readonly string[] = []): Draft | null {
  const excerpts = findExcerpts(sources, question);
  const [first] = excerpts;
  if (!first) return null;
  const parts: Draft['parts'] = [introduce(first)];
  const numbers = new Map(cited.map((id, index) => [id, index + 1]));
  for (const [index, excerpt] of excerpts.entries()) {
    if (index > 0) parts.push(`\n\n${continueWith(excerpt, excerpts[index - 1])}`);
    parts.push(excerpt.text);
    const { passage } = excerpt.source;
    if (!passage) continue;
    const known = numbers.get(passage.chunk_id);
    const number = known ?? numbers.size + 1;
    numbers.set(passage.chunk_id, number);
    // A mark inside a fence or a table's row would become part of it.
    parts.push(/(?:```|\|)$/u.test(excerpt.text) ? `\n\n[${number}]` : ` [${number}]`);
    if (known === undefined) parts.push(cite(excerpt, question));
  }
  return { parts };
}

function introduce(excerpt: Excerpt): string {
  const { passage } = excerpt.source;
  if (!passage) return excerpt.coverage < doubtful ? 'The text comes closest to that here:\n\n' : 'The text says:\n\n';
  const place = describePlace(excerpt);
  return excerpt.coverage < doubtful
    ? `I'm not sure that this answers it, but the closest I found is in ${place}:\n\n`
    : `Here is what I found in ${place}:\n\n`;
}

function continueWith(excerpt: Excerpt, before: Excerpt | undefined): string {
  const { passage } = excerpt.source;
  if (!passage || passage.document_id === before?.source.passage?.document_id) return '';
  return `And in ${describePlace(excerpt)}:\n\n`;
}

function describePlace({ source, heading }: Excerpt): string {
  const name = readableName(source.passage?.document_name ?? '');
  const section = heading.trim();
  const tells = section !== '' && section.length <= 60 && section.toLowerCase() !== name.toLowerCase();
  return tells ? `**${name}**, under “${section}”` : `**${name}**`;
}

function cite({ source: { passage }, text }: Excerpt, question: string): Citation {
  const quotable = passage?.content ?? text;
  return {
    chunk_id: passage?.chunk_id ?? '',
    document_id: passage?.document_id ?? '',
    document_name: passage?.document_name ?? '',
    score: passage?.score ?? 0,
    quote: quotePassage(quotable, question),
  };
}
