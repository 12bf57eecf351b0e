import { readFileSync } from 'node:fs';
import { Parser } from 'htmlparser2';

export interface Section {
  readonly level: number;
  readonly title: string;
  readonly text: string;
}

const skipped = new Set(['script', 'style', 'nav', 'head', 'footer']);
const breaks = new Set(['p', 'div', 'li', 'pre', 'tr', 'dt', 'dd', 'br', 'table', 'ul', 'ol', 'section']);

/** Splits a page of documentation at its headings: text belongs to the heading above it. */
export function readSections(file: string): Section[] {
  const sections: { level: number; title: string; text: string }[] = [{ level: 0, title: '', text: '' }];
  let skip = 0;
  let inHeading = false;
  const parser = new Parser({
    onopentag(name, { class: classes = '' }) {
      if (skipped.has(name) || skip > 0) skip += 1;
      // Permalinks of Sphinx and the navigation of DocBook are not text.
      else if (/\b(?:headerlink|navheader|navfooter|toc|docnav|sphinxsidebar|related)\b/.test(classes)) skip = 1;
      const [, level] = /^h([1-6])$/.exec(name) ?? [];
      if (skip === 0 && level !== undefined) {
        sections.push({ level: Number(level), title: '', text: '' });
        inHeading = true;
      }
      const last = sections.at(-1);
      if (breaks.has(name) && last !== undefined && !inHeading) last.text += '\n';
    },
    ontext(text) {
      const last = sections.at(-1);
      if (skip > 0 || last === undefined) return;
      if (inHeading) last.title += text;
      else last.text += text;
    },
    onclosetag(name) {
      if (skip > 0) skip -= 1;
      if (/^h[1-6]$/.test(name)) inHeading = false;
      const last = sections.at(-1);
      if (breaks.has(name) && last !== undefined && !inHeading) last.text += '\n';
    },
  });
  parser.end(readFileSync(file, 'utf8'));
  return sections.map(({ level, title, text }) => ({
    level,
    title: title
      .replace(/\s+/gu, ' ')
      .trim()
      // Numbers of chapters and sections: other sections refer to them, and nobody searches for them.
      .replace(/^(?:第\s*\d+\s*\p{L}\s|(?:\p{L}{2,}\s+)?[\dA-Z](?:[\d.]*\d)?[.장]+\s*)/u, '')
      .trim(),
    text: text
      .replace(/[ \t]+/gu, ' ')
      .replace(/\s*\n\s*/gu, '\n')
      .trim(),
  }));
}
