import { hasKind } from '../../lexicon/answer-forms.ts';
import { queryTerms } from '../text/rate-units.ts';
import { plainReading, type Reading } from '../text/reading.ts';
import { isTableBorder, type Unit } from '../text/units.ts';

// Maximum characters of an expanded excerpt.
const comfortable = 360;
const maxItems = 10;
/** Maximum rows of a table if none of them is asked for. */
const maxRows = 6;
/** Maximum characters of steps with their commands. */
const maxSteps = 1_500;
/** Maximum sentences between two commands that belong together. */
const maxRemarks = 4;
const asksHow =
  /\b(?:how (?:do|does|can|to|should)|steps?|wie|comment|c[oó]mo|como|come|hoe)\b|^как(?= )|איך|كيف|如何|怎么|怎样|どうやって|方法|手順|어떻게/iu;

/**
 * Expands a unit until it reads as a whole: with the sentence it depends on, the list or code it announces, or the
 * header of its row. `own` is the question without the earlier ones that complete it.
 */
export function expandExcerpt(
  units: Unit[],
  index: number,
  question: string,
  own = question,
  reading = plainReading,
): { text: string; units: Unit[] } {
  const start = units[index];
  if (!start) return { text: '', units: [] };
  const taken = takeSteps(units, index) ?? takeAround(units, index, { question, own, reading });
  // An announcement of something after the end of the source announces nothing.
  if (taken.length > 1 && /[:：]$/u.test(taken.at(-1)?.text ?? '')) taken.pop();
  return { text: render(taken), units: taken };
}

function takeAround(
  units: Unit[],
  index: number,
  { question, own, reading }: { question: string; own: string; reading: Reading },
): Unit[] {
  if (units[index]?.kind === 'row') return takeTable(units, index, queryTerms(question, reading));
  if (units[index]?.kind === 'item') return takeList(units, index, question, queryTerms(own, reading));
  const taken = takeProse(units, firstAbout(units, index, queryTerms(own, reading)));
  return asksHow.test(question) ? continueWithCommands(units, taken) : taken;
}

/**
 * Numbered steps with the commands and remarks between them, and their introduction; undefined if the unit isn't one of
 * several steps.
 */
function takeSteps(units: Unit[], index: number): Unit[] | undefined {
  const heading = units[index]?.heading;
  const belongs = (unit: Unit | undefined): unit is Unit =>
    unit !== undefined && unit.kind !== 'row' && unit.heading === heading;
  let [first, last] = [-1, -1];
  for (let at = index; belongs(units[at]); at -= 1) if (isStep(units[at])) first = at;
  for (let at = Math.max(first, index); belongs(units[at]); at += 1) {
    const follows = units[at]?.kind === 'code' && last >= 0 && last === at - 1;
    if (isStep(units[at]) || follows) last = at;
  }
  const run = units.slice(first, last + 1);
  if (first < 0 || index > last || run.filter(isStep).length < 2) return undefined;
  const introduction = units[first - 1];
  if (belongs(introduction) && /[:：]$/u.test(introduction.text)) run.unshift(introduction);
  const cut = cutRun(run);
  return cut.some((unit) => unit === units[index]) ? cut : undefined;
}

function isStep(unit: Unit | undefined): boolean {
  return unit?.kind === 'item' && /^\d/u.test(unit.mark);
}

/** "First install it: `…`. Then start it: `…`." is one instruction. */
function continueWithCommands(units: Unit[], taken: Unit[]): Unit[] {
  const last = taken.at(-1);
  if (last?.kind !== 'code') return taken;
  const run = [...taken];
  let remarks: Unit[] = [];
  for (const unit of units.slice(units.indexOf(last) + 1)) {
    if (unit.heading !== last.heading || unit.kind === 'row' || unit.kind === 'item') break;
    remarks.push(unit);
    if (remarks.length > maxRemarks) break;
    if (unit.kind === 'code') run.push(...remarks.splice(0));
  }
  return cutRun(run);
}

/** As many units as fit, but at least one. */
function cutRun(run: Unit[]): Unit[] {
  let length = 0;
  const fitting = run.findIndex(({ text }) => (length += text.length) > maxSteps);
  return fitting < 0 ? run : run.slice(0, Math.max(1, fitting));
}

/**
 * The sentence directly before this one if it has words of the question that this one lacks, else this one: a rule and
 * its exception are often two sentences, and one alone would be misleading.
 */
function firstAbout(units: Unit[], index: number, asked: readonly string[]): number {
  const [before, start] = [units[index - 1], units[index]];
  if (start?.kind !== 'sentence' || before?.kind !== 'sentence' || before.block !== start.block) return index;
  if (before.text.length + start.text.length > comfortable) return index;
  const missing = new Set(asked.filter((term) => !start.stems.includes(term)));
  return before.stems.some((stem) => missing.has(stem)) ? index - 1 : index;
}

function takeProse(units: Unit[], index: number): Unit[] {
  const start = units[index];
  if (!start) return [];
  const taken = [start];
  const before = units[index - 1];
  if (before?.kind === 'sentence' && ((before.block === start.block && leansBack(start.text)) || start.kind === 'code'))
    taken.unshift(before);
  let length = taken.reduce((sum, unit) => sum + unit.text.length, 0);
  let at = index + 1;
  for (; at < units.length; at += 1) {
    const unit = units[at];
    if (!unit || unit.block !== start.block || length + unit.text.length > comfortable) break;
    taken.push(unit);
    length += unit.text.length;
  }
  // "Run:" or "There are three kinds:" is useless without the text below, and the answer to a heading that is a
  // question follows it.
  const last = taken.at(-1);
  const next = units[at];
  if (!last || !next) return taken;
  if (/[:：]$/u.test(last.text)) return [...taken, ...takeBelow(units, at)];
  if (/[?？]$/u.test(last.text) && next.kind === 'sentence') return [...taken, ...takeProse(units, at)];
  if (next.kind === 'code' && next.heading === start.heading && next.text.length < 600) return [...taken, next];
  return taken;
}

function takeBelow(units: Unit[], at: number): Unit[] {
  const first = units[at];
  const steps = takeSteps(units, at);
  if (steps) return steps.filter((unit) => unit !== units[at - 1]);
  if (first?.kind === 'item' || first?.kind === 'row') return takeRun(units, at, first.kind).slice(0, maxItems);
  return first ? [first] : [];
}

/**
 * Steps belong together, and so do lists that the question asks for; otherwise the item is quoted alone with its
 * introduction.
 */
function takeList(units: Unit[], index: number, question: string, asked: readonly string[]): Unit[] {
  const start = units[index];
  if (!start) return [];
  let first = index;
  while (units[first - 1]?.kind === 'item' && units[first - 1]?.heading === start.heading) first -= 1;
  const introduction = units[first - 1];
  const announces =
    introduction?.kind === 'sentence' && /[:：]$/u.test(introduction.text) && introduction.heading === start.heading;
  const list = takeRun(units, first, 'item');
  const isWhole =
    /^\d/u.test(start.mark) ||
    /\b(?:which|list|what (?:are|kinds?|types?)|all|steps?|kinds?|types?|welche|quels?|cu[aá]les)\b/iu.test(question) ||
    (isOfOneKind(list) && !isNamedAlone(start, list, asked));
  const items = isWhole && list.length <= maxItems ? list : [start];
  return announces ? [introduction, ...items] : items;
}

/** Whether most items have hours, or most have prices: one of them may say that it is closed, or free. */
function isOfOneKind(list: readonly Unit[]): boolean {
  const kinds = ['hours', 'price'] as const;
  return kinds.some((kind) => list.filter(({ text }) => hasKind(kind, text)).length * 2 > list.length);
}

/** Whether the unit has a word of the question that not all of the others have. */
function isNamedAlone({ stems }: Unit, all: readonly Unit[], asked: readonly string[]): boolean {
  return asked.some((term) => stems.includes(term) && !all.every((other) => other.stems.includes(term)));
}

/**
 * The row with its header; the first rows if the question is about the columns rather than this row, of which it has only
 * words that the others have, too.
 */
function takeTable(units: Unit[], index: number, asked: readonly string[]): Unit[] {
  const start = units[index];
  if (!start) return [];
  const table = findTable(units, index);
  if (table === undefined) return [start];
  const { header, border, rows } = table;
  const isNamed = rows.includes(start) && (rows.length === 1 || isNamedAlone(start, rows, asked));
  return [header, border, ...(isNamed ? [start] : rows.slice(0, maxRows))];
}

/** The table of a row or header: others may adjoin it, below another heading or an empty line. */
function findTable(units: Unit[], index: number): { header: Unit; border: Unit; rows: Unit[] } | undefined {
  const continues = (at: number): boolean =>
    units[at]?.kind === 'row' && units[at - 1]?.kind === 'row' && units[at].block === (units[at - 1]?.block ?? 0) + 1;
  const isBorder = (at: number): boolean => isTableBorder(units[at]?.text ?? '');
  let at = isBorder(index + 1) ? index + 1 : index;
  while (!isBorder(at) && continues(at)) at -= 1;
  const [header, border] = [units[at - 1], units[at]];
  if (header === undefined || border === undefined || !isBorder(at) || !continues(at)) return undefined;
  let end = at + 1;
  while (continues(end) && !isBorder(end + 1)) end += 1;
  return { header, border, rows: units.slice(at + 1, end) };
}

function takeRun(units: Unit[], from: number, kind: Unit['kind']): Unit[] {
  const run: Unit[] = [];
  for (const unit of units.slice(from)) {
    if (unit.kind !== kind || unit.heading !== units[from]?.heading) break;
    run.push(unit);
  }
  return run;
}

function leansBack(text: string): boolean {
  return /^(?:it|its|this|these|those|they|their|he|she|that|there|such|then|however|but|also|so|otherwise|instead)\b/iu.test(
    text,
  );
}

function render(units: Unit[]): string {
  let text = '';
  for (const [index, unit] of units.entries()) {
    const before = units[index - 1];
    if (before) {
      const sameLine = before.kind === 'sentence' && unit.kind === 'sentence' && before.block === unit.block;
      const sameList = before.kind === unit.kind && (unit.kind === 'item' || unit.kind === 'row');
      text += sameLine ? (/[。！？」』）]$/u.test(before.text) ? '' : ' ') : sameList ? '\n' : '\n\n';
    }
    text += unit.kind === 'item' ? `${/^\d/u.test(unit.mark) ? unit.mark : '-'} ${unit.text}` : unit.text;
  }
  return text;
}
