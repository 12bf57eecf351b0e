import type { Unit } from './units.ts';
import { topicStems } from './words.ts';

/**
 * The bonus or penalty of a unit's form as an answer to the query; `terms` are the query's stems, `expectedShare`
 * whether the unit has what the query asks for, such as an amount of money: 1, or less if only an earlier question did.
 */
export function rateForm(unit: Unit, query: string, terms: string[], expectedShare: number): number {
  const asked = query.toLowerCase();
  let bonus = 0;
  if (/\?\s*$/u.test(unit.text)) bonus -= 0.3;
  if (unit.kind === 'code') bonus -= 0.4;
  if (unit.stems.length < 3) bonus -= 0.15;
  if (unit.stems.length > 40) bonus -= 0.15;
  if (unit.text.length > 420) bonus -= 0.15;
  if (/^(?:see|note that|read|for more)\b/iu.test(unit.text)) bonus -= 0.15;
  bonus += rateExpectedKind(unit, asked);
  bonus += expectedKind * expectedShare;
  if (/^\s*(?:what|who)(?:'s| is| are| does)\b/u.test(asked)) bonus += rateDefinition(unit, terms);
  if (
    /\bhow (?:do|to|can)\b/u.test(asked) &&
    /^(?:to |you can |use |run |set |add |open |click |first)|`/iu.test(unit.text)
  )
    bonus += 0.08;
  return bonus;
}

/** Bonus of a unit that has what the query asks for. */
const expectedKind = 0.3;
// Other kinds of answers that a question expects, and the forms of such answers.
const expectedKinds: readonly (readonly [RegExp, RegExp])[] = [
  [/\bhow much\b|\bcosts?\b|\bprices?\b/u, /\d[\d,.]*\s*(?:%|credits?|million|MB|GB|KB)(?!\p{L})/iu],
  [
    /\bhow (?:many|big|large|old|far)\b|\blimits?\b|\bwie viele?\b|\bcombien\b/u,
    /\d|\b(?:no limit|unlimited|two|three|four|five|ten)\b/iu,
  ],
  [
    /\bwhen\b|\bwhat (?:date|day|year|time)\b|\bwann\b|\bquand\b/u,
    /\b(?:\d{4}|\d{1,2}:\d\d|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|after|before|until|once)\b/iu,
  ],
  [/\bwhy\b|\bwarum\b|\bpourquoi\b/u, /\b(?:because|since|so that|due to|in order to|therefore|reason)\b/iu],
];

function rateExpectedKind(unit: Unit, asked: string): number {
  return expectedKinds.some(([question, answer]) => question.test(asked) && answer.test(unit.text)) ? 0.15 : 0;
}

/** "Portico is …" for "what is Portico?"; a sentence with the term as its subject scores half as much. */
function rateDefinition(unit: Unit, terms: string[]): number {
  const [subject = ''] = unit.text.split(/\b(?:is|are|means|stands for|refers to)\b/iu);
  const defines =
    subject.length < 60 && subject !== unit.text && topicStems(subject).some((stem) => terms.includes(stem));
  if (defines) return 0.25;
  return unit.stems[0] !== undefined && terms.includes(unit.stems[0]) ? 0.15 : 0;
}
