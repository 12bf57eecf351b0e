import type { PdfTextRun } from './pdf-text-run.ts';

const letter = /\p{L}/u;
const fromRight = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const allFromRight = new RegExp(fromRight, 'gu');
/** Letters in the forms in which they are printed, such as U+FEFB (lam with alef). */
const printedForms = /[\ufb1d-\ufdff\ufe70-\ufefc]+/g;
const mirrored: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' };

/**
 * The runs of a page's lines in the order in which they are read, with their letters as they are typed. Browsers draw
 * scripts that are written from the right as they look, from the left: then they are turned around, except for words in
 * other scripts (the reverse of Unicode's bidirectional algorithm, UAX 9).
 */
export function putInReadingOrder(lines: readonly PdfTextRun[][]): (readonly PdfTextRun[])[] {
  const isPageFromRight = isRightToLeft(lines.map(toText).join(''));
  return lines.map((runs) => {
    const text = toText(runs);
    if (!(isPageFromRight ? fromRight.test(text) : isRightToLeft(text))) return runs;
    const typed = divideStretches(runs.flatMap(divideMixed))
      .flatMap(turnAround)
      .map((run) => ({ ...run, str: run.str.replaceAll(printedForms, (forms) => forms.normalize('NFKC')) }));
    return hasMirroredBrackets(toText(typed)) ? typed.map(mirror) : typed;
  });
}

function toText(runs: readonly PdfTextRun[]): string {
  return runs.map(({ str }) => str).join('');
}

function leftOf({ transform }: PdfTextRun): number {
  return transform[4] ?? 0;
}

/** Whether a text has more letters of scripts that are written from the right than others. */
export function isRightToLeft(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters < 2 * (text.match(allFromRight)?.length ?? 0);
}

/** Words in a script that is written from the right, other words with their numbers, or what is between them. */
const parts = new RegExp(
  `${fromRight.source}(?:[^\\p{L}\\p{N}]*${fromRight.source})*|[\\p{L}\\p{N}](?:[^\\p{L}\\p{N}]*(?!${fromRight.source})[\\p{L}\\p{N}])*|[^\\p{L}\\p{N}]+`,
  'gu',
);

/** Divides a run of several scripts whose words PDF.js has left in the order in which they look. */
function divideMixed(run: PdfTextRun): PdfTextRun[] {
  if (run.dir === 'rtl' || !fromRight.test(run.str)) return [run];
  const step = run.width / run.str.length;
  return Array.from(run.str.matchAll(parts), ({ 0: str, index }) => ({
    ...run,
    str,
    width: str.length * step,
    transform: run.transform.with(4, leftOf(run) + index * step),
    hasEOL: false,
  }));
}

/** Divides a line where it continues on the left: what is drawn from there was not turned, such as the next cell. */
function divideStretches(runs: readonly PdfTextRun[]): PdfTextRun[][] {
  const stretches: PdfTextRun[][] = [];
  let last: PdfTextRun | undefined;
  for (const run of runs) {
    // Line ends are empty runs anywhere.
    const isPrinted = run.str !== '';
    if (last === undefined || (isPrinted && leftOf(run) < leftOf(last))) stretches.push([run]);
    else stretches.at(-1)?.push(run);
    if (isPrinted) last = run;
  }
  return stretches;
}

function turnAround(runs: readonly PdfTextRun[]): PdfTextRun[] {
  const foreign = findForeignStarts(runs);
  const turned: PdfTextRun[] = [];
  for (let end = runs.length; end > 0;) {
    const start = foreign[end - 1] ?? end;
    // One by one: a line may have more runs than a call takes arguments.
    if (start < end) for (const run of runs.slice(start, end)) turned.push(endWithMarks(run));
    else for (const run of runs.slice(end - 1, end)) turned.push(turn(run, runs[end]));
    end = Math.min(start, end - 1);
  }
  return turned;
}

/** For each run that can end words in another script, with the numbers after them: the index at which they begin. */
function findForeignStarts(runs: readonly PdfTextRun[]): (number | undefined)[] {
  let start: number | undefined;
  return runs.map(({ str }, index) => {
    if (fromRight.test(str)) start = undefined;
    else if (letter.test(str)) start ??= index;
    return /[\p{L}\p{N}]/u.test(str) ? start : undefined;
  });
}

/** What looks like the beginning of a run in another script ends the sentence around it. */
function endWithMarks(run: PdfTextRun): PdfTextRun {
  return { ...run, str: run.str.replace(/^([.,:;!?]+)(?=[\p{L}\p{N}])(.*)$/su, '$2$1') };
}

/** A run that is drawn from the left although its line isn't read so; `right` is its neighbour. */
function turn(run: PdfTextRun, right: PdfTextRun | undefined): PdfTextRun {
  if (letter.test(run.str)) return run;
  if (!/\p{N}/u.test(run.str)) return mirror({ ...run, str: Array.from(run.str).toReversed().join('') });
  const groups = run.str.split(' ');
  const isTurned = /^\+|\+$/.test(right?.str ?? '') || hasTurnedGroups(run.str);
  return endWithMarks({ ...run, str: isTurned ? groups.toReversed().join(' ') : run.str });
}

/**
 * Whether the groups of a number were turned, which only its beginning and end show: those of "4567 123 020" and "000 5"
 * were, and those of "5 000" were not.
 */
function hasTurnedGroups(text: string): boolean {
  const digits = text.replaceAll(/[^\d ]/g, '').trim();
  if (/^000 (?:\d{3} )*[1-9]\d{0,2}$/.test(digits)) return true;
  return (
    /^[1-9]/.test(digits) &&
    digits.split(' ').at(-1)?.startsWith('0') === true &&
    !/^\d{1,3}(?: \d{3})* 000$/.test(digits)
  );
}

/** Whether all brackets of a line are closed before they are opened: PDF.js turns words around, but not their brackets. */
function hasMirroredBrackets(text: string): boolean {
  const opening = text.match(/[([{]/g)?.length ?? 0;
  const [first] = /[()[\]{}]/.exec(text) ?? [];
  return opening > 0 && ')]}'.includes(first ?? '(') && text.match(/[)\]}]/g)?.length === opening;
}

function mirror(run: PdfTextRun): PdfTextRun {
  return { ...run, str: run.str.replaceAll(/[()[\]{}]/g, (bracket) => mirrored[bracket] ?? bracket) };
}
