import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import express, { type Express, type Request, type Response } from 'express';
import { Marked } from 'marked';
import { notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { version } from '../version.ts';
import { escapeHtml, sendPage } from './html-page.ts';
import { errorSender } from './not-found-page.ts';

const guides = new URL('../../../../docs/', import.meta.url);
const loader = new URL('../../../../embed-loader/dist/embed.js', import.meta.url);
const referenceFolder = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/swagger-ui.css')));
const marked = new Marked({ gfm: true });

/** The reference at /docs, where calls can be tried with a key, and the guides of the docs folder at /docs/{name}. */
export function mountDocs(app: Express, platform: Platform): void {
  app.use('/docs/reference', express.static(referenceFolder, { index: false, maxAge: '1d', redirect: false }));
  const sendMissing = errorSender(platform, 'path');
  app.get('/docs', async (_request, response) => {
    await sendPage(response, new URL('../../../pages/docs.html', import.meta.url), {
      html: { navigation: await navigate('') },
      values: { version, loader: `${platform.publicUrl}/embed-${version}.js`, integrity: await integrityOfLoader() },
    });
  });
  app.get('/docs/:guide', async (request: Request<{ guide: string }>, response: Response) => {
    const { guide } = request.params;
    const known = (await listGuides()).includes(guide);
    if (!known) {
      await sendMissing(request, response, notFound('guide', guide));
      return;
    }
    const text = await readFile(new URL(`${guide}.md`, guides), 'utf8');
    await sendPage(response, new URL('../../../pages/guide.html', import.meta.url), {
      values: { title: titleOf(text, guide) },
      html: { navigation: await navigate(guide), body: await marked.parse(text) },
    });
  });
}

async function listGuides(): Promise<string[]> {
  const names = await readdir(fileURLToPath(guides));
  return names
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .toSorted();
}

async function navigate(current: string): Promise<string> {
  const entries = await Promise.all(
    (await listGuides()).map(async (name) => ({
      href: `/docs/${name}`,
      name,
      title: titleOf(await readFile(new URL(`${name}.md`, guides), 'utf8'), name),
    })),
  );
  return [{ href: '/docs', name: '', title: 'API reference' }, ...entries]
    .map(
      ({ href, name, title }) =>
        `<a href="${href}"${name === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`,
    )
    .join('');
}

function titleOf(markdown: string, fallback: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? fallback;
}

/** Subresource Integrity of the pinned loader (W3C SRI): `sha384-` and the hash in base64. */
async function integrityOfLoader(): Promise<string> {
  const bytes = await readFile(loader).catch(() => Buffer.alloc(0));
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
