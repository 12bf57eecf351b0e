import type { InsightFigures } from '@portico/shared-types';
import type { Facts } from './summary.sql.ts';

/** Adds up facts, of one step or of all. A first reply may take weeks: more milliseconds than an int can represent. */
export function addUp(facts: readonly Facts[]): InsightFigures {
  const sum = (read: (one: Facts) => number): number => facts.reduce((total, one) => total + read(one), 0);
  const scores = sum(({ scores: count }) => count);
  return {
    conversations: sum(({ conversations }) => conversations),
    resolved_by_agent: sum(({ resolved }) => resolved),
    handed_over: sum(({ handed_over: count }) => count),
    first_reply_ms_agent_median: findMedian(facts.flatMap(({ agent_ms: times }) => times)),
    first_reply_ms_person_median: findMedian(facts.flatMap(({ person_ms: times }) => times)),
    thumbs_up: sum(({ up }) => up),
    thumbs_down: sum(({ down }) => down),
    csat_average: scores === 0 ? null : roundTo(2, sum(({ score }) => score) / scores),
    csat_count: scores,
    credits: roundTo(
      9,
      sum(({ credits }) => credits),
    ),
  };
}

/** The median as a whole number; null without any value. */
function findMedian(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [lower = 0, upper = 0] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return Math.round((lower + upper) / 2);
}

function roundTo(digits: number, value: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
