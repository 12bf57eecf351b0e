import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import express, { type Express, type Request, type Response } from 'express';
import { Marked, type Tokens } from 'marked';
import { notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { version } from '../version.ts';
import { type DocsPage, listGuides, listReference, readDocsPage, titleOf } from './docs-pages.ts';
import { escapeHtml, sendPage } from './html-page.ts';
import { errorSender } from './not-found-page.ts';
import { listHeadingIds } from './heading-id.ts';

const loader = new URL('../../../../embed-loader/dist/embed.js', import.meta.url);
const swaggerFolder = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/swagger-ui.css')));

/** Swagger UI at /docs, where calls can be tried with a key, and the pages of the docs folder at /docs/{name}. */
export function mountDocs(app: Express, platform: Platform): void {
  app.use('/docs/swagger', express.static(swaggerFolder, { index: false, maxAge: '1d', redirect: false }));
  const sendMissing = errorSender(platform, 'path');
  app.get('/docs', async (_request, response) => {
    await sendPage(response, new URL('../../../pages/docs.html', import.meta.url), {
      html: { navigation: await navigate('') },
      values: { version, loader: `${platform.publicUrl}/embed-${version}.js`, integrity: await integrityOfLoader() },
    });
  });
  app.get('/docs/*name', async (request: Request<{ name: string[] }>, response: Response) => {
    const name = request.params.name.join('/');
    const text = await readDocsPage(name);
    if (text === undefined) {
      await sendMissing(request, response, notFound('guide', name));
      return;
    }
    await sendPage(response, new URL('../../../pages/guide.html', import.meta.url), {
      values: { title: titleOf(text, name) },
      html: { navigation: await navigate(name), body: await renderDocs(name, text) },
    });
  });
}

async function navigate(current: string): Promise<string> {
  const [guides, reference] = await Promise.all([listGuides(), listReference()]);
  const isReference = current.startsWith('reference/');
  const link = ({ name, title }: DocsPage): string => {
    const href = name === '' ? '/docs' : `/docs/${name}`;
    return `<a href="${href}"${name === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;
  };
  const group = (title: string, isOpen: boolean, pages: readonly DocsPage[]): string =>
    `<details${isOpen ? ' open' : ''}><summary>${title}</summary>${pages.map(link).join('')}</details>`;
  return [
    link({ name: '', title: 'Try the API' }),
    group('Guides', !isReference, guides),
    group('Reference', isReference, reference),
  ].join('');
}

/** Subresource Integrity of the pinned loader (W3C SRI): `sha384-` and the hash in base64. */
async function integrityOfLoader(): Promise<string> {
  const bytes = await readFile(loader).catch(() => Buffer.alloc(0));
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

/**
 * The HTML of a Markdown page of the docs folder. Headings get the fragments that GitHub gives them, and links between
 * pages (`../webhooks.md#retries`) lead to their addresses below /docs.
 * @param name of the page, like `reference/webhooks`.
 */
async function renderDocs(name: string, markdown: string): Promise<string> {
  const ids = listHeadingIds(markdown);
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        return `<h${depth} id="${escapeHtml(ids.shift() ?? '')}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        return `<a href="${escapeHtml(addressOf(name, href))}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  return marked.parse(markdown);
}

/** A relative link to a Markdown file as the address of its page; any other link as it is. */
function addressOf(name: string, href: string): string {
  if (/^[a-z][a-z0-9+.-]*:|^[/#]/i.test(href) || !/\.md(?:#|$)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `docs://page/docs/${name}`);
  return pathname.replace(/\.md$/, '') + hash;
}
