import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { Parser } from 'htmlparser2';

/** A page of a manual in Debian, and its own content. */
export interface ManualPage {
  readonly manual: string;
  /** Its address below the site. */
  readonly path: string;
  readonly html: string;
  readonly title: string;
  /** Texts of its headings, and the first lines of its code and of its tables' cells. */
  readonly headings: readonly string[];
  readonly code: readonly string[];
  readonly cells: readonly string[];
}

const home = '/usr/share/doc';
/**
 * Packages: git-doc python3-doc postgresql-doc debian-handbook installation-guide-amd64. Packages that aren't installed
 * are skipped.
 */
const manuals = [
  ['git', 'git/html/*.html'],
  ['python', 'python3.11/html/{library,tutorial,howto,using}/*.html'],
  ['postgresql', 'postgresql-doc-15/html/*.html'],
  ['handbook', 'debian-handbook/html/en-US/*.html'],
  ['installation', 'installation-guide-amd64/en/*.html'],
] as const;

const smallest = 2_000;
const largest = 400_000;
/** Shorter texts match anywhere. */
const shortest = 3;

/** Evenly chosen pages of each manual, `count` altogether. */
export function readManualPages(count: number): ManualPage[] {
  const found = manuals.map(([manual, pattern]) => ({ manual, files: listFiles(pattern) }));
  const installed = found.filter(({ files }) => files.length > 0);
  const each = Math.ceil(count / Math.max(1, installed.length));
  return installed.flatMap(({ manual, files }) => {
    const step = Math.max(1, Math.floor(files.length / each));
    const chosen = files.filter((_, index) => index % step === 0).slice(0, each);
    return chosen.map((file, index) => readPage(manual, `/${manual}/${index}.html`, file));
  });
}

function listFiles(pattern: string): string[] {
  return globSync(`${home}/${pattern}`)
    .filter((file) => existsSync(file) && statSync(file).size > smallest && statSync(file).size < largest)
    .toSorted();
}

/** The surroundings of a page's text, by the names used in these manuals. */
const around = /\b(?:navheader|navfooter|related|sphinxsidebar|toc|docnav|headerlink|footer)\b/;
const aroundTags = new Set(['nav', 'footer', 'script', 'style', 'head']);
const empty = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'wbr', 'col', 'area', 'base']);
const parts: Readonly<Record<string, 'headings' | 'code' | 'cells'>> = {
  h1: 'headings',
  h2: 'headings',
  h3: 'headings',
  h4: 'headings',
  pre: 'code',
  td: 'cells',
};

function readPage(manual: string, path: string, file: string): ManualPage {
  const html = new TextDecoder().decode(readFileSync(file));
  const found: Record<'headings' | 'code' | 'cells', string[]> = { headings: [], code: [], cells: [] };
  let skip = 0;
  let open: { name: string; depth: number; text: string } | undefined;
  const parser = new Parser({
    onopentag(name, { class: classes = '', role = '' }) {
      if (empty.has(name)) return;
      if (skip > 0 || aroundTags.has(name) || around.test(classes) || role === 'navigation') skip += 1;
      else if (open !== undefined) open.depth += open.name === name ? 1 : 0;
      else if (parts[name] !== undefined) open = { name, depth: 1, text: '' };
    },
    ontext(text) {
      if (skip === 0 && open !== undefined) open.text += text;
    },
    onclosetag(name) {
      if (empty.has(name)) return;
      if (skip > 0) skip -= 1;
      else if (open?.name === name && (open.depth -= 1) === 0) {
        const part = parts[name];
        const line = firstLine(open.text);
        if (part !== undefined && line.length > shortest) found[part].push(line);
        open = undefined;
      }
    },
  });
  parser.end(html);
  return { manual, path, html, title: found.headings[0] ?? '', ...found };
}

function firstLine(text: string): string {
  return flatten(text.split('\n').find((line) => /\p{L}{2}/u.test(line)) ?? '');
}

/** Only letters and digits: Markdown's marks and a page's spaces are not compared. */
export function flatten(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
