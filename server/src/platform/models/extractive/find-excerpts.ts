import { queryTerms, rateUnits } from '../text/rate-units.ts';
import { splitUnits, type Unit } from '../text/units.ts';
import { expandExcerpt } from './expand-excerpt.ts';
import type { Source } from './source.ts';

export interface Excerpt {
  source: Source;
  /** Markdown, in the source's own words. */
  text: string;
  heading: string;
  /** Share of the question's weight that it speaks of, 0 to 1. */
  coverage: number;
}

interface Candidate {
  source: Source;
  units: Unit[];
  index: number;
  coverage: number;
  own: number;
  score: number;
}

const mostExcerpts = 3;
// Characters of all excerpts together.
const longestAnswer = 1300;
/** Below this share of the question's words an excerpt is offered with a doubt, and alone. */
export const doubtful = 0.6;
// Meaning-based scores of real embedding models; the built-in one stays far below for texts that share no words.
const surelyRelated = 0.5;

/** The pieces of the sources that answer the question, best first; none when nothing fits. */
export function findExcerpts(sources: Source[], question: string): Excerpt[] {
  const candidates = rateSources(sources, question).toSorted((a, b) => b.score - a.score);
  const best = candidates[0];
  if (!best || !fits(best, question)) return leadOfRelated(sources);
  const excerpts: Excerpt[] = [];
  const used = new Set<string>();
  let length = 0;
  for (const candidate of candidates) {
    // What only stands near the terms may lead, but not follow something better.
    if (excerpts.length > 0 && candidate.own < best.own * 0.7) continue;
    if (excerpts.length === mostExcerpts || candidate.score < best.score * 0.85) break;
    const { text, units } = expandExcerpt(candidate.units, candidate.index, question);
    // Chunks overlap, so the same sentence may come with two of them.
    if (units.some((unit) => used.has(unit.text))) continue;
    length += text.length;
    if (excerpts.length > 0 && (length > longestAnswer || best.coverage < doubtful)) break;
    for (const unit of units) used.add(unit.text);
    excerpts.push({
      source: candidate.source,
      text,
      heading: candidate.units[candidate.index]?.heading ?? '',
      coverage: candidate.coverage,
    });
  }
  return excerpts;
}

function rateSources(sources: Source[], question: string): Candidate[] {
  const cut = sources.map((source) => ({ source, units: splitUnits(source.content) }));
  // Rated together, so that a term's rarity is that among all sources.
  const all = cut.flatMap(({ source, units }, number) =>
    units.map((unit) => ({
      ...unit,
      block: number * 1_000_000 + unit.block,
      title: source.passage?.document_name ?? '',
    })),
  );
  const ratings = rateUnits(all, question);
  let next = 0;
  return cut.flatMap(({ source, units }) =>
    units.map((_, index) => {
      const { coverage, own, score } = ratings[next++] ?? { coverage: 0, own: 0, score: 0 };
      return {
        source,
        units,
        index,
        coverage,
        own,
        score: coverage === 0 ? 0 : score + (source.passage?.score ?? 0) * 0.2,
      };
    }),
  );
}

/** Long questions hold many words that matter little, so less of them needs to be met. */
function fits(best: Candidate, question: string): boolean {
  const terms = queryTerms(question).length;
  return best.score > 0 && best.coverage >= (terms >= 5 ? 0.3 : 0.42);
}

function leadOfRelated(sources: Source[]): Excerpt[] {
  const [top] = sources.toSorted((a, b) => (b.passage?.score ?? 0) - (a.passage?.score ?? 0));
  if (!top || (top.passage?.score ?? 0) < surelyRelated) return [];
  const units = splitUnits(top.content);
  if (units.length === 0) return [];
  const { text } = expandExcerpt(units, 0, '');
  return [{ source: top, text, heading: units[0]?.heading ?? '', coverage: 0 }];
}
