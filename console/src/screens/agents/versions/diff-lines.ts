export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** The comparison takes time proportional to the product of the lengths, so longer texts are shown as replaced. */
const maxProduct = 1_000_000;

/** Compares two texts line by line, by their longest common subsequence. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = before === '' ? [] : before.split('\n');
  const now = after === '' ? [] : after.split('\n');
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
