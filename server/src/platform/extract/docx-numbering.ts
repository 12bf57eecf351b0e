import type { BoundedArchive } from './bounded-archive.ts';
import { parseXml } from './parse-xml.ts';

interface Level {
  format: string;
  /** The label's pattern: `%1.%2` means the numbers of the first two levels. */
  pattern: string;
  start: number;
}

/** Gives each numbered paragraph its label, in the order of the document. */
export type NumberParagraph = (numberId: string, level: number) => { label: string; isBullet: boolean } | undefined;

/** Reads word/numbering.xml (ECMA-376 17.9). The labels of lists and clauses exist only there, not in the text. */
export async function readNumbering(archive: BoundedArchive): Promise<NumberParagraph> {
  const abstracts = new Map<string, Map<number, Level>>();
  const numbers = new Map<string, string>();
  let levels = new Map<number, Level>();
  let level: Level | undefined;
  let number = '';
  await parseXml(archive.readText('word/numbering.xml'), {
    open(name, attributes) {
      const value = attributes['val'] ?? '';
      if (name === 'abstractNum') {
        levels = new Map();
        abstracts.set(attributes['abstractNumId'] ?? '', levels);
      } else if (name === 'lvl') {
        level = { format: 'decimal', pattern: '', start: 1 };
        levels.set(Number(attributes['ilvl']), level);
      } else if (name === 'num') number = attributes['numId'] ?? '';
      else if (name === 'abstractNumId') numbers.set(number, value);
      else if (name === 'numFmt' && level) level.format = value;
      else if (name === 'lvlText' && level) level.pattern = value;
      else if (name === 'start' && level) level.start = Number(value) || 0;
    },
    close(name) {
      if (name === 'lvl') level = undefined;
      if (name === 'abstractNum') levels = new Map();
    },
  });
  return countParagraphs((numberId) => abstracts.get(numbers.get(numberId) ?? ''));
}

function countParagraphs(findLevels: (numberId: string) => ReadonlyMap<number, Level> | undefined): NumberParagraph {
  const counters = new Map<ReadonlyMap<number, Level>, number[]>();
  return (numberId, depth) => {
    const levels = findLevels(numberId);
    const level = levels?.get(depth);
    if (levels === undefined || level === undefined || level.format === 'none') return undefined;
    if (level.format === 'bullet') return { label: '-', isBullet: true };
    const counts = counters.get(levels) ?? [];
    counts[depth] = (counts[depth] ?? level.start - 1) + 1;
    counts.length = depth + 1;
    counters.set(levels, counts);
    const label = level.pattern.replaceAll(/%(\d)/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const shown = levels.get(at);
      return formatNumber(counts[at] ?? shown?.start ?? 1, shown?.format ?? 'decimal');
    });
    return label.trim() === '' ? undefined : { label: label.trim(), isBullet: false };
  };
}

function formatNumber(value: number, format: string): string {
  const text = format.endsWith('Letter') ? toLetters(value) : format.endsWith('Roman') ? toRoman(value) : String(value);
  return format.startsWith('lower') ? text.toLowerCase() : text;
}

function toLetters(value: number): string {
  return String.fromCodePoint(65 + (Math.max(value - 1, 0) % 26)).repeat(Math.min(Math.ceil(value / 26), 8));
}

const romans = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

function toRoman(value: number): string {
  if (value < 1 || value > 3999) return String(value);
  let rest = value;
  let text = '';
  for (const [size, letters] of romans) {
    while (rest >= size) {
      text += letters;
      rest -= size;
    }
  }
  return text;
}
