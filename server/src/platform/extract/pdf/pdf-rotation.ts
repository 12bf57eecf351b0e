import type { PdfTextRun } from './pdf-text-run.ts';

/**
 * A page's runs, turned by the quarter turn that makes most of the text upright: wide tables are often printed sideways,
 * on pages that the file or the reader turns. `right` and `top` are the edges of the page, in points.
 */
export function turnUpright(runs: readonly PdfTextRun[], [, , right = 0, top = 0]: readonly number[]): PdfTextRun[] {
  const lengths = [0, 0, 0, 0];
  for (const { transform, str } of runs) {
    const turns = countTurns(transform);
    lengths[turns] = (lengths[turns] ?? 0) + str.trim().length;
  }
  const turns = lengths.indexOf(Math.max(...lengths));
  return runs.map((run) => ({ ...run, transform: turnBack(run.transform, turns, { right, top }) }));
}

/** Counterclockwise quarter turns of a run, 0 to 3. */
function countTurns([a = 1, b = 0]: readonly number[]): number {
  return (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4;
}

/** Turns a matrix clockwise; positions stay positive, because widths are measured from the left. */
function turnBack(
  [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0]: readonly number[],
  turns: number,
  { right, top }: { right: number; top: number },
): readonly number[] {
  if (turns === 1) return [b, -a, d, -c, y, right - x];
  if (turns === 2) return [-a, -b, -c, -d, right - x, top - y];
  return turns === 3 ? [-b, a, -d, c, top - y, x] : [a, b, c, d, x, y];
}
