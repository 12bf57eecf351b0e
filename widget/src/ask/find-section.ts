import { speakable } from '@portico/browser-kit/markdown/plain-text';
import { patternOf } from './mark-words.ts';

/** A part of a passage below one heading. */
interface Section {
  /** Its headings, the outermost first, as plain text. */
  readonly path: readonly string[];
  /** Markdown without the heading. */
  readonly text: string;
}

/**
 * The section of a passage that has the most words of the query, else the first. `heading` are the headings of the
 * passage's beginning, joined by ` > `.
 */
export function findSection(content: string, heading: string | null | undefined, query: string): Section {
  const given = (heading ?? '').split(' > ').filter(Boolean);
  const sections = split(content, given).filter(({ text }) => text.trim() !== '');
  const pattern = patternOf(query);
  const rate = ({ path, text }: Section) => {
    const words = `${path.at(-1) ?? ''} ${speakable(text)}`.toLowerCase().match(pattern ?? /$^/g);
    return new Set(words).size;
  };
  const [first = { path: given, text: content }, ...others] = sections;
  return others.reduce((best, section) => (rate(section) > rate(best) ? section : best), first);
}

function split(content: string, given: readonly string[]): Section[] {
  const sections: { path: readonly string[]; text: string }[] = [{ path: given, text: '' }];
  let isInCode = false;
  /** How many levels above the passage's outermost heading there are in its document. */
  let above: number | undefined;
  for (const line of content.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isInCode = !isInCode;
    const [, marks = '', text = ''] = (!isInCode && /^(#{1,6}) +(.*)$/.exec(line)) || [];
    const last = sections.at(-1);
    if (marks === '') {
      if (last) last.text += `${line}\n`;
      continue;
    }
    const name = speakable(text);
    const known = given.lastIndexOf(name);
    above ??= known < 0 ? 0 : marks.length - known - 1;
    const path = [...(last?.path ?? []).slice(0, Math.max(0, marks.length - above - 1)), name];
    sections.push({ path, text: '' });
  }
  return sections;
}
