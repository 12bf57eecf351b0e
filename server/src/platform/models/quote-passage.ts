import type { Citation } from '@portico/shared-types';
import type { Passage } from './chat-model.ts';
import { locateQuote } from './locate-quote.ts';
import { rateUnits } from './text/rate-units.ts';
import { splitUnits } from './text/units.ts';
import { cutText } from '../cut-text.ts';

const maxQuoteLength = 320;

/** A citation of the passage with the quotation that fits the query best, or with the text that was already quoted. */
export function citePassage(passage: Passage, query: string, quote = quotePassage(passage.content, query)): Citation {
  return {
    chunk_id: passage.chunk_id,
    document_id: passage.document_id,
    document_name: passage.document_name,
    title: passage.title,
    url: passage.url,
    heading: findHeading(passage, quote),
    score: passage.score,
    quote,
  };
}

/** The nearest heading above the quotation: in the passage itself, else the last of those above the passage. */
function findHeading({ content, heading }: Passage, quote: string): string | null {
  const start = quote.replace(/…$/u, '').slice(0, 40);
  const unit =
    start === '' ? undefined : splitUnits(content).find(({ text }) => text.includes(start) || start.includes(text));
  if (unit !== undefined && unit.heading !== '') return unit.heading;
  return heading?.split(' > ').at(-1) ?? null;
}

/** The sentences of a passage that fit the query best, unchanged; at most 320 characters. */
export function quotePassage(content: string, query: string): string {
  const units = splitUnits(content);
  const rated = rateUnits(units, query);
  let best = 0;
  for (const [index, rating] of rated.entries()) if (rating.score > (rated[best]?.score ?? 0)) best = index;
  const start = units[best];
  if (!start) return shorten(content.trim());
  let quote = start.text;
  for (const unit of units.slice(best + 1)) {
    if (unit.block !== start.block || quote.length + unit.text.length >= maxQuoteLength) break;
    quote += `${/[。！？」』）]$/u.test(quote) ? '' : ' '}${unit.text}`;
  }
  return shorten(locateQuote(content, quote) ?? locateQuote(content, start.text) ?? quote);
}

function shorten(text: string): string {
  if (text.length <= maxQuoteLength) return text;
  return `${cutText(text, maxQuoteLength - 1).replace(/\s+\S*$/u, '')}…`;
}
