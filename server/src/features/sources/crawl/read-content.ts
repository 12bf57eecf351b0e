import { ExtractionError, extractPage, extractText, nameOfAddress } from '../../../platform/extract/index.ts';
import { detectLanguage } from '../../../platform/lexicon/languages.ts';
import type { PoliteResponse } from '../pacing/polite-client.ts';
import type { CrawlContext } from './crawl-context.ts';
import type { PageContent } from './outcome.ts';
import { saysNotFound } from './soft-404.ts';
import { cutText } from '../../../platform/cut-text.ts';

interface ReadPage {
  readonly kind: 'page';
  readonly content: PageContent;
  readonly links: readonly string[];
  readonly canonical: string | undefined;
  readonly refresh: string | undefined;
  readonly noindex: boolean;
  readonly nofollow: boolean;
  /** Why the text is not worth storing; undefined if it is. */
  readonly fault: { readonly reason: string; readonly isGone: boolean } | undefined;
}

/** A page rendered by scripts has at most a few words like "Loading…". */
const fewCharacters = 40;

const unread =
  /^(?:audio|font|image|video)\/|^application\/(?:gzip|java-archive|octet-stream|wasm|x-7z-compressed|x-tar|zip)$/;

/** False for images, archives and the like, by their Content-Type, and for meaningless bodies. */
export function isWorthReading({ status, headers }: Pick<PoliteResponse, 'status' | 'headers'>): boolean {
  return status >= 200 && status < 300 && !unread.test(mediaTypeOf(headers));
}

/** Reads the content of an address. Throws an ExtractionError. */
export async function readContent(
  { platform, run, signal }: CrawlContext,
  { url, response }: { url: string; response: PoliteResponse },
): Promise<ReadPage | { kind: 'no-text'; reason: string }> {
  const { headers, body } = response;
  const mediaType = mediaTypeOf(headers);
  if (unread.test(mediaType)) return { kind: 'no-text', reason: `no text: ${mediaType}` };
  const contentType = headers['content-type'] ?? '';
  const fileName = nameOfAddress(url);
  const validators = { etag: cut(headers['etag']), lastModified: cut(headers['last-modified']) };
  const workspaceId = run.workspace_id;
  if (body.byteLength === 0) return { ...nothing, content: { ...noContent, ...validators }, fault: empty };
  const page = await extractPage({ bytes: body }, platform.sandboxes.pages, {
    workspaceId,
    fileName,
    contentType,
    signal,
    address: url,
    include: run.css_include,
    exclude: run.css_exclude,
  });
  if (page === undefined) {
    const read = await readFile({ bytes: body }, { workspaceId, fileName, contentType, signal });
    if (read === undefined)
      return { kind: 'no-text', reason: `no text: ${mediaType === '' ? 'unknown type' : mediaType}` };
    const language = detectLanguage(read.text) ?? null;
    const title = read.name === '' ? url : read.name;
    return { ...nothing, content: { ...validators, title, text: read.text, language, mimeType: read.mime_type } };
  }
  const { title, text, links, canonical, refresh } = page;
  const respects = run.respect_robots;
  return {
    kind: 'page',
    content: {
      ...validators,
      title: cutText(title === '' ? url : title, 500),
      text,
      language: readLanguage(page.language) ?? detectLanguage(text) ?? null,
      mimeType: 'text/html',
    },
    links,
    canonical,
    refresh,
    noindex: respects && page.noindex,
    nofollow: respects && page.nofollow,
    fault: findFault(page),
  };
}

async function readFile(
  source: { bytes: Buffer },
  options: { workspaceId: string; fileName: string; contentType: string; signal: AbortSignal },
) {
  try {
    return await extractText(source, { ...options, mode: 'markdown' });
  } catch (error) {
    if (error instanceof ExtractionError && error.code === 'unsupported_type') return undefined;
    throw error;
  }
}

const empty = { reason: 'empty', isGone: false };
const noContent = { title: '', text: '', language: null, mimeType: 'text/html' };
const nothing = {
  kind: 'page' as const,
  links: [],
  canonical: undefined,
  refresh: undefined,
  noindex: false,
  nofollow: false,
  fault: undefined,
};

function findFault(page: { title: string; text: string; hasScripts: boolean }): ReadPage['fault'] {
  const length = page.text.trim().length;
  if (page.hasScripts && length < fewCharacters) return { reason: 'empty: the page needs JavaScript', isGone: false };
  if (length === 0) return empty;
  if (saysNotFound(page.title, page.text)) return { reason: 'not found, as the page says with HTTP 200', isGone: true };
  return undefined;
}

function mediaTypeOf(headers: Readonly<Record<string, string>>): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** `de-AT` → `de`; undefined for an invalid language tag. */
function readLanguage(tag: string | undefined): string | undefined {
  return /^([a-z]{2,3})(?:[-_]|$)/.exec(tag ?? '')?.[1];
}

/** A validator that is too long to be sent back is not stored. */
function cut(header: string | undefined): string | null {
  return header !== undefined && header.length <= 300 ? header : null;
}
