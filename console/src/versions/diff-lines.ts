export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** The comparison takes time proportional to the product of the lengths, so longer texts are shown as replaced. */
const maxProduct = 1_000_000;

/** Compares two texts line by line. What both begin and end with is left out of the comparison. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = before === '' ? [] : before.split('\n');
  const now = after === '' ? [] : after.split('\n');
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  const max = Math.min(old.length, now.length) - start;
  while (end < max && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return [
    ...mark(old.slice(0, start), 'same'),
    ...compareLines(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...mark(old.slice(old.length - end), 'same'),
  ];
}

/** A part of a comparison: lines to show, or how many unchanged ones are left out between them. */
export type DiffPart = DiffLine | { readonly kind: 'gap'; readonly count: number };

/** Unchanged lines around a change that are shown with it. */
const context = 3;
/** The rest of a longer comparison is left out. */
const maxShown = 1_000;

/** Leaves out unchanged lines that are far from changes. */
export function foldLines(lines: readonly DiffLine[]): DiffPart[] {
  const parts: DiffPart[] = [];
  let last = -1;
  const isNear = new Uint8Array(lines.length);
  lines.forEach(({ kind }, at) => {
    if (kind !== 'same') isNear.fill(1, Math.max(0, at - context), at + context + 1);
  });
  lines.forEach((line, at) => {
    if (isNear[at] === 0 || parts.length >= maxShown) return;
    if (at - last > 1) parts.push({ kind: 'gap', count: at - last - 1 });
    parts.push(line);
    last = at;
  });
  if (last < lines.length - 1) parts.push({ kind: 'gap', count: lines.length - 1 - last });
  return parts;
}

/** Compares two values line by line: texts as they are, others as JSON. */
export function diffValues(before: unknown, after: unknown): DiffPart[] {
  return foldLines(diffLines(write(before), write(after)));
}

function write(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** By the longest common subsequence. */
function compareLines(old: readonly string[], now: readonly string[]): DiffLine[] {
  if (old.length * now.length > maxProduct) return [...mark(old, 'removed'), ...mark(now, 'added')];
  const width = now.length + 1;
  // At [i, j]: the number of common lines in the rest of both.
  const common = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    const oldLine = old[i];
    const newLine = now[j];
    if (oldLine !== undefined && oldLine === newLine) {
      lines.push({ kind: 'same', text: oldLine });
      i += 1;
      j += 1;
    } else if (oldLine !== undefined && (newLine === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: oldLine });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: newLine ?? '' });
      j += 1;
    }
  }
  return lines;
}

function mark(lines: readonly string[], kind: DiffLine['kind']): DiffLine[] {
  return lines.map((text) => ({ kind, text }));
}
