import { type Block, splitBlocks } from './blocks.ts';
import { dropLinkTargets } from './link-targets.ts';
import { splitSentences } from './sentences.ts';
import { type Stem, stemWord } from './stem.ts';
import { readJoined, topicStems } from './words.ts';

/** Maximum UTF-16 units of a heading or table header above units; each unit is rated with it. */
const maxContextLength = 1_000;
/** Maximum UTF-16 units of a unit that count for its rating. */
const maxRatedLength = 8_000;

/** The smallest piece of a text that can be quoted: a sentence, a list item, a code block or a table row. */
export interface Unit {
  kind: 'sentence' | 'item' | 'code' | 'row';
  text: string;
  /** The mark of a list item: `-`, `2.`; empty for the others. */
  mark: string;
  /** Units of one block have the same number. */
  block: number;
  /** The nearest heading above; empty if there is none. */
  heading: string;
  /** The context of the unit: the heading, and the header of a table's row. */
  context: string;
  stems: string[];
}

/** Divides a text into units in order; headings become context of the units after them. */
export function splitUnits(text: string, stem: Stem = stemWord): Unit[] {
  const units: Unit[] = [];
  let heading = '';
  let header = '';
  for (const [index, block] of splitBlocks(text).entries()) {
    if (block.kind === 'heading') {
      heading = plain(block.text).slice(0, maxContextLength);
      header = '';
      continue;
    }
    if (block.kind !== 'row') header = '';
    else if (isTableBorder(block.text)) {
      // The header is used through its rows; alone it answers nothing.
      const last = units.at(-1);
      header = last?.text.slice(0, maxContextLength) ?? '';
      if (last) last.stems = [];
    }
    units.push(...toUnits(block, index, { heading, context: `${heading} ${header}` }, stem));
  }
  return units;
}

/** The line between a table's header and its rows. */
export function isTableBorder(text: string): boolean {
  return /^\|[\s|:-]+\|$/u.test(text);
}

function toUnits(
  block: Exclude<Block, { kind: 'heading' }>,
  index: number,
  above: Pick<Unit, 'heading' | 'context'>,
  stem: Stem,
): Unit[] {
  const make = (kind: Unit['kind'], text: string, mark = ''): Unit => ({
    kind,
    text,
    mark,
    block: index,
    ...above,
    stems: readStems(dropLinkTargets(text.slice(0, maxRatedLength)), stem),
  });
  if (block.kind === 'paragraph') return splitSentences(block.text).map((sentence) => make('sentence', sentence));
  if (block.kind === 'item') return [make('item', block.text, block.mark)];
  return [make(block.kind, block.text)];
}

function readStems(text: string, stem: Stem): string[] {
  return [...topicStems(text, undefined, stem), ...readJoined(text).map(stem)];
}

function plain(text: string): string {
  return text.replace(/[*_`]|\[([^\]]*)\]\([^)]*\)/gu, '$1');
}
