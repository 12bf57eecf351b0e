import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useClock } from '../../../test/clock.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { createDocsSearch } from './docs-search.ts';

const clock = useClock();
let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const open = async (path: string) => (await fetch(server.url + path)).text();

/** The results of a search: the address and the title of each, and its snippet as HTML. */
async function search(query: string): Promise<{ href: string; title: string; snippet: string }[]> {
  const html = await open(`/docs/search?q=${encodeURIComponent(query)}`);
  return Array.from(
    html.matchAll(
      /<li><a href="([^"]*)"><strong>(.*?)<\/strong>[\s\S]*?<span class="snippet">([\s\S]*?)<\/span><\/a><\/li>/g,
    ),
    ([, href = '', title = '', snippet = '']) => ({ href, title, snippet }),
  );
}

it.each(['/docs', '/docs/webhooks', '/docs/reference/limits', '/docs/search'])(
  '%s has a field to search',
  async (path) => {
    const html = await open(path);
    const [form = ''] = /<form[^>]*role="search"[\s\S]*?<\/form>/.exec(html) ?? [];
    expect(form).toContain('action="/docs/search"');
    expect(form).toMatch(/<input[^>]*type="search"[^>]*name="q"/);
  },
);

it.each([
  ['how often are webhooks retried', '/docs/webhooks#retries'],
  ['I lost my admin key', '/docs/operating#if-you-lose-the-admin-key'],
  ['OPENAI_BASE_URL', '/docs/models'],
  ['signature of a webook', '/docs/webhooks#verifying-a-signature'],
  ['csp', '/docs/widget#strict-policies'],
  ['gdpr', '/docs/people#when-a-visitor-asks-for-their-data'],
  ['idempot', '/docs/reference/limits#idempotency'],
  // They are words of examples, too: `.env`, `/api/v1/auth/…`.
  ['env', '/docs/reference/environment'],
  ['auth', '/docs/reference/keys#authentication'],
  // Words of newcomers, for which the guides have others.
  ['sso', '/docs/people#openid-connect'],
  ['2fa', '/docs/people#ways-to-sign-in'],
  ['forgot password', '/docs/people#recover-access'],
  ['https certificate', '/docs/deployment#behind-a-proxy'],
  ['ssl', '/docs/deployment#behind-a-proxy'],
  ['upgrade', '/docs/operating#upgrade'],
  ['dns', '/docs/chat-interfaces#a-domain-of-your-own'],
  ['tls', '/docs/deployment#behind-a-proxy'],
  ['quickstart', '/docs/getting-started'],
  ['port', '/docs/operating#on-one-machine'],
  ['change the port', '/docs/operating#on-one-machine'],
  ['healthcheck', '/docs/operating#monitoring'],
  ['handoff', '/docs/conversations#hand-over'],
  ['allowlist', '/docs/chat-interfaces#where-it-may-appear'],
  ['rag', '/docs/answering-widget'],
  ['ocr', '/docs/forms#how-files-and-links-are-read'],
  ['gtm', '/docs/install-on-a-site#google-tag-manager'],
  ['accessibility', '/docs/widget#what-a-visitor-can-rely-on'],
])('%s is found at %s', async (query, address) => {
  const found = await search(query);
  const first = found.slice(0, 3).map(({ href }) => href);
  expect(
    first.some((href) => href.startsWith(address)),
    first.join(' '),
  ).toBe(true);
});

it('the first result for “create api key” says how', async () => {
  expect((await search('create api key'))[0]?.href).toBe('/docs/reference/keys#create-and-manage-api-keys');
});

it('results lead to headings that exist, and show the words in their text', async () => {
  const found = await search('webhook retries');
  expect(found.length).toBeGreaterThan(3);
  expect(found[0]?.snippet).toMatch(/<mark>\w+<\/mark>/);
  for (const { href } of found) {
    const [path = '', id] = href.split('#');
    const page = await open(path);
    expect(page).toContain(id === undefined ? '<h1' : ` id="${id}"`);
  }
  expect(found.map(({ href }) => href).some((href) => href.startsWith('/docs/development'))).toBe(false);
});

it('the query is repeated in the page as text', async () => {
  const html = await open(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(html).not.toContain('<script>alert');
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
});

it.each(['zxqwv', '', '   ', '!?', 'q'.repeat(5000), 'a b '.repeat(500)])(
  'finds nothing, and says so: %.20s',
  async (query) => {
    const response = await fetch(`${server.url}/docs/search?q=${encodeURIComponent(query)}`);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toMatch(/<p class="found-count"/);
  },
);

it('reads the first query of several', async () => {
  expect((await fetch(`${server.url}/docs/search?q=webhooks&q=forms`)).status).toBe(200);
  expect((await fetch(`${server.url}/docs/search?q[a]=webhooks`)).status).toBe(200);
});

it('allows an address 300 searches a minute', async () => {
  clock.toNextMinute();
  const rule = { name: 'guides:127.0.0.1', window: 'minute', limit: 300 } as const;
  for (let searched = 0; searched < 299; searched += 1) await server.platform.rateLimiter.take([rule]);
  const find = async () => fetch(`${server.url}/docs/search?q=webhooks`);
  expect((await find()).status).toBe(200);
  const refused = await find();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('content-type')).toContain('text/html');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const page = await refused.text();
  expect(page).toMatch(
    /<p class="found-count" role="status">Too many requests: 300 a minute are allowed\. Try again in/,
  );
  expect(page).toContain('value="webhooks"');
  clock.toNextMinute();
  expect((await find()).status).toBe(200);
});

it('finds what a changed file says', async () => {
  const own = await mkdtemp(join(tmpdir(), 'portico-docs-'));
  try {
    for (const folder of ['reference', 'console']) await mkdir(join(own, folder));
    const write = async (text: string, changed: number) => {
      await writeFile(join(own, 'widget.md'), text);
      await utimes(join(own, 'widget.md'), changed, changed);
    };
    const find = createDocsSearch(pathToFileURL(`${own}/`), 'https://desk.example');
    const listHeadings = async (query: string) => (await find(query)).hits.map(({ section }) => section.heading);
    await write('# Widget\n\n## Colours\n\nBlue.\n\n```sh\n# Not a heading, but green\n```\n', 1_000_000);
    expect(await listHeadings('blue')).toEqual(['Colours']);
    expect(await listHeadings('green')).toEqual(['Colours']);
    await write('# Widget\n\n## Shapes\n\nRound.', 1_000_001);
    expect(await listHeadings('blue')).toEqual([]);
    expect(await listHeadings('round')).toEqual(['Shapes']);
  } finally {
    await rm(own, { recursive: true });
  }
});
