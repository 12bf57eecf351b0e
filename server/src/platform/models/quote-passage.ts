import { rateUnits } from './text/rate-units.ts';
import { splitUnits } from './text/units.ts';

const longestQuote = 320;

/** The sentences of a passage that fit the query best, as they stand in it; at most 320 characters. */
export function quotePassage(content: string, query: string): string {
  const units = splitUnits(content);
  const rated = rateUnits(units, query);
  let best = 0;
  for (const [index, rating] of rated.entries()) if (rating.score > (rated[best]?.score ?? 0)) best = index;
  const start = units[best];
  if (!start) return shorten(content.trim());
  let quote = start.text;
  for (const unit of units.slice(best + 1)) {
    if (unit.block !== start.block || quote.length + unit.text.length >= longestQuote) break;
    quote += ` ${unit.text}`;
  }
  return shorten(quote);
}

function shorten(text: string): string {
  if (text.length <= longestQuote) return text;
  return `${text.slice(0, longestQuote - 1).replace(/\s+\S*$/u, '')}…`;
}
