import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { call, eventually } from '../server/test/client.ts';
import { fillDifficultSite } from '../server/test/difficult-site.ts';
import { startModelServer } from '../server/test/model-server/start-model-server.ts';
import { startMovableClock } from '../server/test/movable-clock.ts';
import { startServer, type ServerUnderTest } from '../server/test/start-server.ts';
import { startWebSite } from '../server/test/web-site.ts';
import type { Row } from './row.ts';
import { startProcess } from './start-process.ts';

export const name = 'Crawling: the pace of 20 pages by the real clock, and what 2,000 difficult pages cost twice';

const pacedPages = 20;
/** Long enough that two connections are open at the same time. */
const pageMs = 300;
const ordinary = Number(process.env['CRAWL_PAGES'] ?? 2_000);
const promised = { gapMs: 200, connections: 2 };
const dayMs = 86_400_000;

interface Run {
  readonly counts: Readonly<Record<'fetched' | 'created' | 'changed' | 'unchanged' | 'failed' | 'skipped', number>>;
}

interface Crawled {
  readonly run: Run;
  readonly seconds: number;
}

/** Follows a source's newest run to its end. */
async function finish(server: ServerUnderTest, source: string): Promise<Crawled> {
  const started = performance.now();
  await eventually(async () => {
    const { body } = await call(server, 'GET', source);
    return body.data.status === 'syncing' ? undefined : true;
    // The clock may be moved by hours during a crawl.
  }, dayMs);
  const { body } = await call(server, 'GET', `${source}/runs`);
  return { run: body.data[0], seconds: (performance.now() - started) / 1000 };
}

async function addSource(server: ServerUnderTest, body: Readonly<Record<string, unknown>>): Promise<string> {
  const base = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Site' } });
  const sources = `/api/v1/knowledge-bases/${base.body.data.id}/sources`;
  return `${sources}/${(await call(server, 'POST', sources, { body })).body.data.id}`;
}

/** The largest number of requests that started within a second. */
function busiestSecond(times: readonly number[]): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));
}

function minGap(times: readonly number[]): number {
  return Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)));
}

/** The time of each request in milliseconds, and how many were open at once. */
const Pace = z.object({ times: z.array(z.number()), maxOpen: z.number() });
type Pace = z.infer<typeof Pace>;

function paceRows(what: string, { times, maxOpen }: Pace): Row[] {
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  return [
    { what: `${what}: requests of the host in a second, mean`, value: (times.length - 1) / seconds, unit: '1/s' },
    {
      what: `${what}: requests of the host in its busiest second`,
      value: busiestSecond(times),
      unit: '',
      aim: { atMost: 1_000 / promised.gapMs },
    },
    {
      what: `${what}: least time from start to start`,
      value: minGap(times),
      unit: 'ms',
      aim: { atLeast: promised.gapMs },
    },
    { what: `${what}: connections at once`, value: maxOpen, unit: '', aim: { atMost: promised.connections } },
  ];
}

/** Two sources of one host, with the real clock. */
async function measurePace(): Promise<Row[]> {
  const site = await startProcess(join(import.meta.dirname, 'floors/paced-site.ts'), [String(pageMs)]);
  const server = await startServer({ OUTBOUND_ALLOW: '127.0.0.1' });
  const url = `http://127.0.0.1:${site.port}`;
  try {
    const urls = Array.from({ length: pacedPages }, (_, index) => `${url}/p/${index}`);
    const halves = [urls.slice(0, pacedPages / 2), urls.slice(pacedPages / 2)];
    const sources = await Promise.all(halves.map(async (part) => addSource(server, { type: 'urls', urls: part })));
    const crawled = await Promise.all(sources.map(async (source) => finish(server, source)));
    const fetched = crawled.reduce((sum, { run }) => sum + run.counts.created, 0);
    const pace = Pace.parse(await (await fetch(`${url}/report`)).json());
    const what = `${pacedPages} pages of two sources`;
    return [
      { what: `${what}: pages fetched`, value: fetched, unit: '', aim: { atLeast: pacedPages } },
      ...paceRows(what, pace),
    ];
  } finally {
    await server.close();
    await site.end();
  }
}

async function measureCounts(): Promise<Row[]> {
  const clock = startMovableClock();
  const site = await startWebSite();
  const models = await startModelServer({ dimensions: 8 });
  const server = await startServer({
    OUTBOUND_ALLOW: '127.0.0.1',
    OPENAI_BASE_URL: models.url,
    EMBEDDING_MODEL: 'tiny',
    DEFAULT_MODEL: 'm',
  });
  const embedded = (): number =>
    models.calls.filter(({ path }) => path === '/v1/embeddings').flatMap(({ body }) => body['input']).length;
  try {
    // With the clock that the site advances, so that the pace is respected without waiting.
    site.onRequest = () => clock.forward(300);
    fillDifficultSite(site, ordinary);
    const source = await addSource(server, {
      type: 'website',
      url: `${site.url}/`,
      max_pages: ordinary + 1_000,
      max_depth: 10,
    });
    const rows: Row[] = [];
    let before = 0;
    for (const [what, isSecond] of [
      ['first run', false],
      ['second run, nothing changed', true],
    ] as const) {
      const { bytes } = site;
      if (isSecond) await call(server, 'POST', `${source}/sync`);
      const { run, seconds } = await finish(server, source);
      const { fetched, created, changed, unchanged, failed, skipped } = run.counts;
      const spent = embedded() - before;
      before = embedded();
      const notModified = site.requests.filter(({ headers }) => headers['if-none-match'] !== undefined).length;
      rows.push(
        { what: `${what}: pages fetched`, value: fetched, unit: '' },
        { what: `${what}: created`, value: created, unit: '' },
        { what: `${what}: changed`, value: changed, unit: '', ...(isSecond ? { aim: { atMost: 0 } } : {}) },
        { what: `${what}: unchanged`, value: unchanged, unit: '' },
        { what: `${what}: failed`, value: failed, unit: '' },
        { what: `${what}: skipped`, value: skipped, unit: '' },
        { what: `${what}: requests`, value: site.requests.length, unit: '' },
        { what: `${what}: requests with an ETag`, value: notModified, unit: '' },
        { what: `${what}: bytes sent by the site`, value: (site.bytes - bytes) / 1024 / 1024, unit: 'MiB' },
        {
          what: `${what}: texts embedded`,
          value: spent,
          unit: '',
          ...(isSecond ? { aim: { atMost: 0 } } : {}),
        },
        ...paceRows(what, { times: site.requests.map(({ at }) => at), maxOpen: site.maxOpen }),
        { what: `${what}: time without the pauses`, value: seconds, unit: 's' },
      );
      site.requests.length = 0;
    }
    return rows;
  } finally {
    await server.close();
    await models.close();
    await site.close();
    clock.restore();
  }
}

export async function run(): Promise<Row[]> {
  const pace = await measurePace();
  return [...pace, ...(await measureCounts())];
}
