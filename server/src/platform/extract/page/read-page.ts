import { parseHTML } from 'linkedom';
import { ExtractionError } from '../extraction-error.ts';
import { extractionLimits } from '../extraction-limits.ts';
import { isFirstPage } from '../is-first-page.ts';
import { readHtml } from '../html/read-html.ts';
import { type PageSignals, scanPage } from './scan-page.ts';

/** How a page is read. */
export interface PageOptions {
  /** The page's address; links are resolved against it. */
  address: string;
  /** CSS selectors of what is kept and what is left out; null for none. */
  include: string | null;
  exclude: string | null;
}

/** A page as Markdown, with its title and its rules for crawlers. `text` is empty if the page has none. */
export interface WebPage extends PageSignals {
  text: string;
  title: string;
}

/**
 * Reads a page. Runs in a process that can be killed, because a hostile page may take any amount of time. Throws an
 * ExtractionError; `empty` if `include` matches nothing.
 */
export function readPage(html: string, { address, include, exclude }: PageOptions): WebPage {
  const signals = scanPage(html, address);
  const isPruned = include !== null || exclude !== null;
  const selected = isPruned ? selectContent(html, include, exclude) : { html, title: '' };
  const isWhole = include === null;
  const keepFooter = isWhole && isFirstPage(address);
  const options = { style: 'markdown', base: signals.base, findArticle: isWhole, keepFooter } as const;
  const { text, title } = readHtml(selected.html, options);
  return { ...signals, text, title: selected.title === '' ? title : selected.title };
}

/** The markup without the elements that `exclude` matches, and only those that `include` matches. */
function selectContent(html: string, include: string | null, exclude: string | null): { html: string; title: string } {
  if (html.length > extractionLimits.readableBytes) {
    throw new ExtractionError('too_large', 'The page is too large for CSS selectors.');
  }
  const { document } = parseHTML(html);
  const title = (document.title ?? '').replaceAll(/\s+/g, ' ').trim();
  if (exclude !== null) for (const element of document.querySelectorAll(exclude)) element.remove();
  if (include === null) return { html: document.toString(), title };
  const kept: Selected[] = [...document.querySelectorAll(include)];
  const all = new Set<unknown>(kept);
  const outermost = kept.filter((element) => !hasAncestorIn(element, all));
  if (outermost.length === 0) throw new ExtractionError('empty', 'css_include matches nothing on this page.');
  return { html: outermost.map(({ outerHTML }) => outerHTML).join('\n'), title };
}

interface Selected {
  readonly parentElement: Selected | null;
  readonly outerHTML: string;
}

function hasAncestorIn(element: Selected, all: ReadonlySet<unknown>): boolean {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    if (all.has(parent)) return true;
  }
  return false;
}
