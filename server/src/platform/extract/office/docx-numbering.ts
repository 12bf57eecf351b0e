import type { BoundedArchive } from './bounded-archive.ts';
import { parseXml } from '../parse-xml.ts';

interface Level {
  format: string;
  /** The label's pattern: `%1.%2` means the numbers of the first two levels. */
  pattern: string;
  start: number;
}

/** A list: the levels of its abstract list, and what it changes of them (ECMA-376 17.9.8). */
interface List {
  abstractId: string;
  readonly ownLevels: Map<number, Level>;
  /** The numbers at which levels restart when the list begins. */
  readonly restarts: Map<number, number>;
}

/** Gives each numbered paragraph its label, in the order of the document. */
export type NumberParagraph = (numberId: string, level: number) => { label: string; isBullet: boolean } | undefined;

/** Reads word/numbering.xml (ECMA-376 17.9). The labels of lists and clauses exist only there, not in the text. */
export async function readNumbering(archive: BoundedArchive): Promise<NumberParagraph> {
  const abstracts = new Map<string, Map<number, Level>>();
  const lists = new Map<string, List>();
  let levels = new Map<number, Level>();
  let level: Level | undefined;
  let list: List | undefined;
  let overridden = 0;
  await parseXml(archive.readText('word/numbering.xml'), {
    open(name, attributes) {
      const value = attributes['val'] ?? '';
      if (name === 'abstractNum') {
        levels = new Map();
        abstracts.set(attributes['abstractNumId'] ?? '', levels);
      } else if (name === 'lvl') {
        level = { format: 'decimal', pattern: '', start: 1 };
        levels.set(Number(attributes['ilvl']), level);
      } else if (name === 'num') {
        levels = new Map();
        list = { abstractId: '', ownLevels: levels, restarts: new Map() };
        lists.set(attributes['numId'] ?? '', list);
      } else if (name === 'abstractNumId' && list) list.abstractId = value;
      else if (name === 'lvlOverride') overridden = Number(attributes['ilvl']);
      else if (name === 'startOverride') list?.restarts.set(overridden, Number(value) || 0);
      else if (name === 'numFmt' && level) level.format = value;
      else if (name === 'lvlText' && level) level.pattern = value;
      else if (name === 'start' && level) level.start = Number(value) || 0;
    },
    close(name) {
      if (name === 'lvl') level = undefined;
      if (name === 'abstractNum' || name === 'num') levels = new Map();
      if (name === 'num') list = undefined;
    },
  });
  return countParagraphs(abstracts, lists);
}

/** Lists of the same abstract list count on from each other, except at levels that the later one restarts. */
function countParagraphs(
  abstracts: ReadonlyMap<string, ReadonlyMap<number, Level>>,
  lists: ReadonlyMap<string, List>,
): NumberParagraph {
  const counters = new Map<string, number[]>();
  const restarted = new Map<List, Set<number>>();
  return (numberId, depth) => {
    const list = lists.get(numberId);
    if (list === undefined) return undefined;
    const find = (at: number) => list.ownLevels.get(at) ?? abstracts.get(list.abstractId)?.get(at);
    const level = find(depth);
    if (level === undefined || level.format === 'none') return undefined;
    if (level.format === 'bullet') return { label: '-', isBullet: true };
    const counts = counters.get(list.abstractId) ?? [];
    const begun = restarted.get(list) ?? new Set();
    const start = list.restarts.get(depth);
    const before = start === undefined || begun.has(depth) ? counts[depth] : undefined;
    counts[depth] = before === undefined ? (start ?? level.start) : before + 1;
    counts.length = depth + 1;
    counters.set(list.abstractId, counts);
    restarted.set(list, begun.add(depth));
    const label = level.pattern.replaceAll(/%(\d)/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const shown = find(at);
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
