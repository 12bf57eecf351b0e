import { setImmediate } from 'node:timers/promises';
import { foldWord } from '../../platform/models/text/words.ts';
import { DocsIndex, type DocsHit } from './docs-index.ts';
import { type DocsPage, findDocsFile, listSearched, readDocsFile } from './docs-pages.ts';
import { type DocsSection, readSections } from './docs-sections.ts';
import { FileValues } from './file-values.ts';
import { escapeHtml } from './html-page.ts';

const maxQuery = 200;
const maxSnippet = 170;
const leadOfSnippet = 40;

export interface SearchResult {
  /** As it was searched: without spaces around it, and not too long. */
  readonly query: string;
  readonly hits: readonly DocsHit[];
}

/** Returns the search over the guides of a folder. Its index is made by the first search, and again if a file changes. */
export function createDocsSearch(folder: URL, publicUrl: string): (query: unknown) => Promise<SearchResult> {
  const sections = new FileValues<DocsSection[]>();
  let indexed: { readonly parts: readonly DocsSection[][]; readonly index: DocsIndex } | undefined;
  const openIndex = async (): Promise<DocsIndex> => {
    const pages: DocsPage[] = [];
    const parts: DocsSection[][] = [];
    for (const page of await listSearched(folder)) {
      const file = await findDocsFile(folder, page.name);
      if (file === undefined) continue;
      pages.push(page);
      parts.push(await sections.get(file, async () => readSections(await readDocsFile(file, publicUrl))));
    }
    if (indexed?.parts.length === parts.length && parts.every((part, at) => part === indexed?.parts[at]))
      return indexed.index;
    const index = new DocsIndex();
    for (const [at, page] of pages.entries()) {
      for (const section of parts[at] ?? []) index.add({ ...section, page });
      // All pages take 50 to 300 ms, in which replies are streamed.
      await setImmediate();
    }
    indexed = { parts, index };
    return index;
  };
  return async (value) => {
    const query = readQuery(value);
    return { query, hits: query === '' ? [] : (await openIndex()).find(query) };
  };
}

/** What a request's `q` asks for; the first of several, cut to the length of the field. */
export function readQuery(value: unknown): string {
  const [first] = [value].flat();
  return typeof first === 'string' ? first.slice(0, maxQuery).trim() : '';
}

/** The field that is on every page of the guides. It works without scripts; search.js shows results while one types. */
export function renderSearchField(query = ''): string {
  return `<form class="docs-search" role="search" action="/docs/search"><input type="search" name="q" value="${escapeHtml(
    query,
  )}" placeholder="Search the guides" aria-label="Search the guides" maxlength="${maxQuery}" autocomplete="off" spellcheck="false" enterkeyhint="search" /></form>`;
}

/** The page of results. search.js takes its count and its list. */
export function renderSearchResults({ query, hits }: SearchResult): string {
  const list = hits.length === 0 ? '' : `<ol class="found-list" role="list">${hits.map(renderHit).join('')}</ol>`;
  return renderSearchNotice(countHits(query, hits.length)) + list;
}

/** The page without results that says why; search.js shows it in the place of the count. */
export function renderSearchNotice(text: string): string {
  return `<h1>Search</h1><p class="found-count" role="status">${escapeHtml(text)}</p>`;
}

function countHits(query: string, count: number): string {
  if (query === '') return 'Type what you look for, for example “webhook retries”.';
  if (count === 0) return `Nothing found for “${query}”. Try fewer or other words.`;
  return count === 1 ? '1 result' : `${count} results`;
}

function renderHit({ section: { page, id, heading, text }, words }: DocsHit): string {
  const href = `/docs/${page.name}${id === undefined ? '' : `#${id}`}`;
  const place = id === undefined ? '' : ` <span class="page">${escapeHtml(page.title)}</span>`;
  const snippet = renderSnippet(text, words);
  return `<li><a href="${escapeHtml(href)}"><strong>${escapeHtml(heading)}</strong>${place} <span class="snippet">${snippet}</span></a></li>`;
}

/** The part of the text that has the most of the words, which are marked. */
function renderSnippet(text: string, words: ReadonlySet<string>): string {
  const found = Array.from(text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu), ({ 0: word, index }) => ({
    word: foldWord(word.toLowerCase()),
    start: index,
    end: index + word.length,
  })).filter(({ word }) => words.has(word));
  const countFrom = (start: number): number =>
    new Set(
      found
        .filter(({ start: at, end }) => at >= start && end < start + maxSnippet - leadOfSnippet)
        .map(({ word }) => word),
    ).size;
  let [best, most] = [0, 0];
  for (const { start } of found) {
    const count = countFrom(start);
    if (count > most) [best, most] = [start, count];
  }
  const from = best <= leadOfSnippet ? 0 : text.indexOf(' ', best - leadOfSnippet) + 1;
  const cut = text.length <= from + maxSnippet ? text.length : text.lastIndexOf(' ', from + maxSnippet);
  const to = cut <= from ? from + maxSnippet : cut;
  let html = from === 0 ? '' : '… ';
  let at = from;
  for (const { start, end } of found.filter((word) => word.start >= from && word.end <= to)) {
    html += `${escapeHtml(text.slice(at, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
    at = end;
  }
  return `${html}${escapeHtml(text.slice(at, to))}${to < text.length ? ' …' : ''}`;
}
