import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import express, { type Express, type Request } from 'express';
import type { Tokens } from 'marked';
import { ApiError, notFound } from '../../platform/errors.ts';
import { limitGuideSearch } from '../../platform/http/limits.ts';
import { readOnlyRoute } from '../../platform/http/refuse-method.ts';
import type { Platform } from '../../platform/platform.ts';
import { version } from '../version.ts';
import {
  type DocsGroup,
  type DocsPage,
  docsFolder,
  findDocsFile,
  groupGuides,
  listReference,
  readDocsFile,
  titleOf,
} from './docs-pages.ts';
import {
  createDocsSearch,
  readQuery,
  renderSearchField,
  renderSearchNotice,
  renderSearchResults,
} from './docs-search.ts';
import { FileValues } from './file-values.ts';
import { escapeHtml, sendPage } from './html-page.ts';
import { errorSender } from './not-found-page.ts';
import { listHeadingIds } from './heading-id.ts';

const loader = new URL('../../../../embed-loader/dist/embed.js', import.meta.url);
const imagesFolder = fileURLToPath(new URL('../../../../docs/images/', import.meta.url));
const swaggerFolder = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/swagger-ui.css')));

/**
 * Swagger UI at /docs, where calls can be tried with a key, and the pages of the docs folder at /docs/{name}. Each page is
 * rendered once, until its file changes: that takes milliseconds of the main thread, and anyone may ask for it.
 */
export function mountDocs(app: Express, platform: Platform, folder: URL = docsFolder): void {
  const rendered = new FileValues<RenderedPage>();
  app.use('/docs/swagger', express.static(swaggerFolder, { index: false, maxAge: '1d', redirect: false }));
  app.use('/docs/images', express.static(imagesFolder, { index: false, maxAge: '1h', redirect: false }));
  const sendMissing = errorSender(platform, 'path');
  const search = createDocsSearch(folder, platform.publicUrl);
  const guidePage = new URL('../../../pages/guide.html', import.meta.url);
  readOnlyRoute(app, '/docs').get(async (_request, response) => {
    await sendPage(response, new URL('../../../pages/docs.html', import.meta.url), {
      html: { navigation: navigate('', await listPages(folder)), search: renderSearchField() },
      values: { version, loader: `${platform.publicUrl}/embed-${version}.js`, integrity: await integrityOfLoader() },
    });
  });
  readOnlyRoute(app, '/docs/search').get(async (request, response) => {
    const sendResults = async (query: string, body: string): Promise<void> => {
      const html = { navigation: navigate('search', await listPages(folder)), search: renderSearchField(query), body };
      await sendPage(response, guidePage, { values: { title: 'Search' }, html: { ...html, contents: '', turn: '' } });
    };
    try {
      await limitGuideSearch(platform, request);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'rate_limit_exceeded') {
        await sendMissing(request, response, error);
        return;
      }
      // A reader gets the page, with what was asked for: JSON would be all that the browser shows.
      response.status(error.status).set('Retry-After', String(error.retryAfter));
      const query = readQuery(request.query['q']);
      await sendResults(query, renderSearchNotice(error.message));
      return;
    }
    const result = await search(request.query['q']);
    await sendResults(result.query, renderSearchResults(result));
  });
  readOnlyRoute(app, '/docs/*name').get(async (request: Request<{ name: string[] }>, response) => {
    const name = request.params.name.join('/');
    const file = await findDocsFile(folder, name);
    if (file === undefined) {
      // The names of the files, which the texts of commands and of the repository have, and a slash too many.
      const page = name.replace(/(?:\.md|\/)$/, '');
      if (page !== name && (await findDocsFile(folder, page)) !== undefined) {
        response.redirect(301, `/docs/${page}`);
        return;
      }
      const [first] = page === 'reference' ? await listReference(folder) : [];
      if (first !== undefined) {
        response.redirect(302, `/docs/${first.name}`);
        return;
      }
      await sendMissing(request, response, notFound('guide', name));
      return;
    }
    const { title, body, contents } = await rendered.get(file, async () =>
      renderDocs(name, await readDocsFile(file, platform.publicUrl)),
    );
    const pages = await listPages(folder);
    const html = { navigation: navigate(name, pages), search: renderSearchField(), body, contents };
    await sendPage(response, guidePage, {
      values: { title },
      html: { ...html, turn: linkNeighbours(name, pages) },
    });
  });
}

/** The pages that are listed for users, in order. */
interface ListedPages {
  readonly guides: readonly DocsGroup[];
  readonly reference: readonly DocsPage[];
}

async function listPages(folder: URL): Promise<ListedPages> {
  const [guides, reference] = await Promise.all([groupGuides(folder), listReference(folder)]);
  return { guides, reference };
}

/** The links to all pages; the current one is marked. */
function navigate(current: string, { guides, reference }: ListedPages): string {
  const link = ({ name, title }: DocsPage): string => {
    const href = name === '' ? '/docs' : `/docs/${name}`;
    return `<a href="${href}"${name === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;
  };
  const isReference = current.startsWith('reference/');
  return [
    link({ name: '', title: 'Try the API' }),
    ...guides.map(({ title, pages }) => `<h2>${escapeHtml(title)}</h2>${pages.map(link).join('')}`),
    `<details${isReference ? ' open' : ''}><summary>Reference</summary>${reference.map(link).join('')}</details>`,
  ].join('');
}

/** Links to the pages before and after this one in the list. */
function linkNeighbours(name: string, { guides, reference }: ListedPages): string {
  const pages = [...guides.flatMap((group) => group.pages), ...reference];
  const at = pages.findIndex((page) => page.name === name);
  if (at === -1) return '';
  const link = (page: DocsPage | undefined, rel: string, label: string): string =>
    page === undefined
      ? ''
      : `<a rel="${rel}" href="/docs/${page.name}"><span>${label}</span>${escapeHtml(page.title)}</a>`;
  return link(pages[at - 1], 'prev', 'Previous') + link(pages[at + 1], 'next', 'Next');
}

/** Subresource Integrity of the pinned loader (W3C SRI): `sha384-` and the hash in base64. */
async function integrityOfLoader(): Promise<string> {
  const bytes = await readFile(loader).catch(() => Buffer.alloc(0));
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

interface RenderedPage {
  readonly title: string;
  readonly body: string;
  readonly contents: string;
}

/**
 * The HTML of a Markdown page of the docs folder. Headings get the fragments that GitHub gives them, and links between
 * pages (`../webhooks.md#retries`) lead to their addresses below /docs. `contents` links to its sections.
 * @param name of the page, like `reference/webhooks`.
 */
async function renderDocs(name: string, markdown: string): Promise<RenderedPage> {
  const ids = listHeadingIds(markdown);
  const sections: string[] = [];
  const { Marked } = await import('marked');
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const id = escapeHtml(ids.shift() ?? '');
        const text = this.parser.parseInline(tokens);
        if (depth === 2) sections.push(`<a href="#${id}">${text.replaceAll(/<\/?a\b[^>]*>/g, '')}</a>`);
        return `<h${depth} id="${id}">${text}</h${depth}>\n`;
      },
      image({ href, text }: Tokens.Image): string {
        const source = addressOfImage(name, href);
        return `<img src="${escapeHtml(source)}" alt="${escapeHtml(text)}" loading="lazy" />`;
      },
      link({ href, tokens }: Tokens.Link): string {
        return `<a href="${escapeHtml(addressOf(name, href))}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  const html = await marked.parse(markdown);
  // Wide tables scroll inside their frame. The frame is focusable, so that the keyboard can scroll it.
  const body = html
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');
  const contents = sections.length < 2 ? '' : `<h2>On this page</h2>${sections.join('')}`;
  return { title: titleOf(markdown, name), body, contents };
}

/** Maps an image of the docs folder to its address below /docs; other images are unchanged. */
function addressOfImage(name: string, href: string): string {
  return /^[a-z][a-z0-9+.-]*:|^\//i.test(href) ? href : new URL(href, `docs://page/docs/${name}`).pathname;
}

/** Maps a relative link to a Markdown file to the address of its page; other links are unchanged. */
function addressOf(name: string, href: string): string {
  if (/^[a-z][a-z0-9+.-]*:|^[/#]/i.test(href) || !/\.md(?:#|$)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `docs://page/docs/${name}`);
  return pathname.replace(/\.md$/, '') + hash;
}
