import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveOnLoopback } from '../../../test/loopback.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { mountDocs } from './docs.ts';
import { listHeadingIds } from './heading-id.ts';

const folder = new URL('../../../../docs/', import.meta.url);
let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer({ PUBLIC_URL: 'https://desk.example' });
});
afterAll(async () => server.close());

const open = async (path: string) => {
  const answer = await fetch(server.url + path);
  return { status: answer.status, text: await answer.text() };
};

test('every page of the reference is served with its headings as fragments, and listed', async () => {
  const pages = (await readdir(new URL('reference/', folder))).map((file) => file.slice(0, -'.md'.length));
  expect(pages).toContain('addresses');
  for (const page of pages) {
    const { status, text } = await open(`/docs/reference/${page}`);
    expect(status).toBe(200);
    expect(text).toContain(`href="/docs/reference/${page}" aria-current="page"`);
    const ids = listHeadingIds(await readFile(new URL(`reference/${page}.md`, folder), 'utf8'));
    for (const id of ids) expect(text).toContain(` id="${id}"`);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test('examples have the address of the server, except for those that set it', async () => {
  expect((await open('/docs/install-on-a-site')).text).toContain('https://desk.example/embed.js');
  const { text } = await open('/docs/deployment');
  const addresses = Array.from(text.matchAll(/PUBLIC_URL=(\S+)/g), ([, address]) => address);
  expect(addresses).toEqual(['https://portico.example.com', 'https://portico.example.com']);
});

test('guides are listed in the order of a user’s journey, without the pages for contributors', async () => {
  const { text } = await open('/docs');
  const listed = Array.from(text.matchAll(/href="\/docs\/([a-z-]+)"/g), ([, name]) => name);
  expect(listed.slice(0, 2)).toEqual(['getting-started', 'answering-widget']);
  expect(listed.indexOf('widget')).toBeLessThan(listed.indexOf('operating'));
  expect(listed).not.toContain('development');
  expect(listed).not.toContain('form-app');
  for (const [earlier, later] of [
    ['console', 'chat-interfaces'],
    ['widget', 'workflows'],
    ['workflows', 'client'],
    ['mcp', 'people'],
  ] as const) {
    expect(listed.indexOf(earlier), earlier).toBeGreaterThan(-1);
    expect(listed.indexOf(earlier), `${earlier} before ${later}`).toBeLessThan(listed.indexOf(later));
  }
  expect((await open('/docs/development')).status).toBe(200);
});

test('every file that the API page loads exists', async () => {
  const { text } = await open('/docs');
  const assets = Array.from(
    text.matchAll(/(?:href|src)="(\/docs\/swagger\/[^"]+|\/assets\/site\/[^"]+)"/g),
    ([, path = '']) => path,
  );
  expect(assets.length).toBeGreaterThan(4);
  for (const path of assets) expect((await open(path)).status, path).toBe(200);
});

test('a page links to the previous and next pages, and to its sections', async () => {
  const { text } = await open('/docs/triggers');
  expect(text).toMatch(/<a rel="prev" href="\/docs\/workflows">/);
  expect(text).toMatch(/<a rel="next" href="\/docs\/webhooks">/);
  const contents = /aria-label="On this page">([\s\S]*?)<\/nav>/.exec((await open('/docs/webhooks')).text)?.[1];
  expect(contents).toContain('href="#retries"');
  expect((await open('/docs/getting-started')).text).not.toContain('rel="prev"');
});

test('links between pages are resolved to their addresses', async () => {
  const { text } = await open('/docs/webhooks');
  expect(text).toContain('href="/docs/operating"');
  const links = Array.from(text.matchAll(/<main[\s\S]*<\/main>/g), ([main]) => main).join('');
  expect(links).not.toMatch(/href="[^":]*\.md/);
  expect((await open('/docs/decisions/0011-webhooks')).status).toBe(200);
});

test('every link of every listed page leads to a page and a heading that exist', async () => {
  const { text: list } = await open('/docs');
  const paths = new Set(Array.from(list.matchAll(/href="(\/docs\/[a-z/-]+)"/g), ([, path = '']) => path));
  const texts = new Map<string, string>();
  const read = async (path: string) => {
    const text = texts.get(path) ?? (await open(path)).text;
    texts.set(path, text);
    return text;
  };
  const broken: string[] = [];
  for (const path of paths) {
    const [main = ''] = /<main[\s\S]*<\/main>/.exec(await read(path)) ?? [];
    for (const [, href = ''] of main.matchAll(/<a href="([^"]*)"/g)) {
      const url = URL.canParse(href, server.url + path) ? new URL(href, server.url + path) : undefined;
      if (url === undefined) broken.push(`${path}: ${href}`);
      if (url?.origin !== new URL(server.url).origin) continue;
      if (!url.pathname.startsWith('/docs/')) {
        // A file of the repository that isn't a guide has no address.
        if ((await open(url.pathname)).status >= 400) broken.push(`${path}: ${href}`);
        continue;
      }
      const target = await read(url.pathname);
      const heading = url.hash === '' ? '<main' : ` id="${decodeURIComponent(url.hash.slice(1))}"`;
      if (!target.includes('<main') || !target.includes(heading)) broken.push(`${path}: ${href}`);
    }
  }
  expect(broken).toEqual([]);
});

test.each([
  '/docs/nothing',
  '/docs/reference/nothing',
  '/docs/decisions',
  '/docs/..%2FREADME',
  '/docs/images/start-page',
])('no page is served at %s', async (path) => {
  expect((await open(path)).status).toBe(404);
});

test.each([
  ['/docs/webhooks.md', '/docs/webhooks'],
  ['/docs/webhooks/', '/docs/webhooks'],
  ['/docs/reference/limits.md', '/docs/reference/limits'],
])('%s, as texts and people write it, leads to %s', async (path, page) => {
  const { status, headers } = await fetch(server.url + path, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([301, page]);
  expect((await open('/docs/nothing.md')).status).toBe(404);
});

test.each(['/docs/reference', '/docs/reference/'])('%s leads to the first page of the reference', async (path) => {
  const { status, headers } = await fetch(server.url + path, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([302, '/docs/reference/addresses']);
});

test('a page and its title are read and rendered once, until the file changes', async () => {
  const own = await mkdtemp(join(tmpdir(), 'portico-docs-'));
  await mkdir(join(own, 'reference'));
  const write = async (name: string, text: string, changed: number) => {
    await writeFile(join(own, `${name}.md`), text);
    await utimes(join(own, `${name}.md`), changed, changed);
  };
  const app = express();
  mountDocs(app, server.platform, pathToFileURL(`${own}/`));
  const { url: origin, close } = await serveOnLoopback(app);
  try {
    const read = async (name: string) => (await fetch(`${origin}/docs/${name}`)).text();
    await write('widget', '# First title\n\nFirst text', 1_000_000);
    expect(await read('widget')).toMatch(/>First title<\/a>[\s\S]*First text/);
    // Another content with the same time shows whether the file is read again.
    await write('widget', '# Second title\n\nSecond text', 1_000_000);
    expect(await read('widget')).toMatch(/>First title<\/a>[\s\S]*First text/);
    await write('widget', '# Third title\n\nThird text', 1_000_001);
    await write('models', '# Other page', 1_000_000);
    expect(await read('models')).toContain('>Third title</a>');
    expect(await read('widget')).toMatch(/>Third title<\/a>[\s\S]*Third text/);
    await rm(join(own, 'widget.md'));
    expect(await read('models')).not.toContain('Third title');
    expect((await fetch(`${origin}/docs/widget`)).status).toBe(404);
  } finally {
    await close();
    await rm(own, { recursive: true });
  }
});

test.each(['getting-started', 'install-on-a-site', 'mcp', 'packages', 'people'])(
  'the examples of the guide %s have the address of this server',
  async (page) => {
    const { text } = await open(`/docs/${page}`);
    expect(text).toContain('https://desk.example');
    expect(text).not.toMatch(/localhost:3000|portico\.example\.com/);
  },
);

test('headings get the fragments that GitHub gives them', () => {
  const markdown =
    '# The `data-chat` tag\n\n```md\n## Not a heading\n```\n\n## Retries & limits\n\n## Retries & limits\n';
  expect(listHeadingIds(markdown)).toEqual(['the-data-chat-tag', 'retries--limits', 'retries--limits-1']);
});
