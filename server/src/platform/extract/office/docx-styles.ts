import type { BoundedArchive } from './bounded-archive.ts';
import { parseXml } from '../parse-xml.ts';

export interface ParagraphStyle {
  /** 1 for the title and the first level; undefined for running text. */
  headingLevel?: number;
  /** Part of a table of contents, which only repeats the headings. */
  isContents?: boolean;
  numberId?: string;
  numberLevel?: number;
}

interface StyleRecord extends ParagraphStyle {
  basedOn?: string;
}

const deepestInheritance = 20;

/** Reads word/styles.xml and returns the meaning of a style id, including inherited properties. */
export async function readStyles(archive: BoundedArchive): Promise<(styleId: string) => ParagraphStyle> {
  const styles = new Map<string, StyleRecord>();
  let current: StyleRecord = {};
  await parseXml(archive.readText('word/styles.xml'), {
    open(name, attributes) {
      const value = attributes['val'] ?? '';
      if (name === 'style') {
        current = {};
        styles.set(attributes['styleId'] ?? '', current);
      } else if (name === 'name') Object.assign(current, readStyleName(value));
      else if (name === 'basedOn') current.basedOn = value;
      else if (name === 'outlineLvl' && Number(value) < 9) current.headingLevel ??= Number(value) + 1;
      else if (name === 'numId') current.numberId = value;
      else if (name === 'ilvl') current.numberLevel = Number(value);
    },
    close() {},
  });
  return (styleId) => inherit(styles, styleId, 0);
}

/** Built-in styles keep their English names in the file, regardless of the editor's language (ECMA-376 17.7.4.9). */
function readStyleName(name: string): ParagraphStyle {
  const lower = name.toLowerCase();
  const heading = /^heading (\d)$/.exec(lower);
  if (heading) return { headingLevel: Number(heading[1]) };
  if (lower === 'title') return { headingLevel: 1 };
  return /^(toc|contents) (\d|heading)$/.test(lower) ? { isContents: true } : {};
}

function inherit(styles: ReadonlyMap<string, StyleRecord>, styleId: string, depth: number): ParagraphStyle {
  const style = styles.get(styleId);
  if (style === undefined || depth > deepestInheritance) return {};
  const { basedOn, ...own } = style;
  return basedOn === undefined ? own : { ...inherit(styles, basedOn, depth + 1), ...own };
}
