import { expect } from 'vitest';
import { call, type Endpoint, eventually } from './client.ts';

/** A source under test, by its address. */
export interface SourceUnderTest {
  /** Address of its knowledge base. */
  readonly base: string;
  /** Its own address. */
  readonly path: string;
  readonly id: string;
}

/** Long, because the clock may be advanced far during a crawl. */
const timeoutMs = 86_400_000;

export async function createBase(server: Endpoint): Promise<string> {
  const { body } = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Site' } });
  return `/api/v1/knowledge-bases/${body.data.id}`;
}

/** Adds a source to a knowledge base, by default to a new one; its first run starts immediately. */
export async function createSource(
  server: Endpoint,
  body: Readonly<Record<string, unknown>>,
  inBase?: string,
): Promise<SourceUnderTest> {
  const base = inBase ?? (await createBase(server));
  const answer = await call(server, 'POST', `${base}/sources`, { body });
  expect(answer.body.error).toBeUndefined();
  expect(answer.status).toBe(201);
  return { base, path: `${base}/sources/${answer.body.data.id}`, id: answer.body.data.id };
}

/** The source once it has no run in progress. */
export async function settle(server: Endpoint, { path }: SourceUnderTest) {
  return eventually(async () => {
    const { body } = await call(server, 'GET', path);
    // A restarted server may refuse the first calls.
    return body.data === undefined || body.data.status === 'syncing' ? undefined : body.data;
  }, timeoutMs);
}

/** Runs a source to its end and returns the run. */
export async function sync(server: Endpoint, source: SourceUnderTest) {
  const { status, body } = await call(server, 'POST', `${source.path}/sync`);
  expect(status).toBe(202);
  await settle(server, source);
  return (await call(server, 'GET', `${source.path}/runs/${body.data.id}`)).body.data;
}

/** The newest run of a source. */
export async function lastRun(server: Endpoint, source: SourceUnderTest) {
  return (await call(server, 'GET', `${source.path}/runs`)).body.data[0];
}

/** Each page's state and reason, `skipped: robots`, by its address without that of its site. */
export async function listStates(server: Endpoint, source: SourceUnderTest, site: { url: string }) {
  const states: Record<string, string> = {};
  for (let page = 1; ; page += 1) {
    const { body } = await call(server, 'GET', `${source.path}/pages?per_page=100&page=${page}`);
    for (const { url, status, reason } of body.data) {
      states[url.replace(site.url, '')] = reason === null ? status : `${status}: ${reason.replace(site.url, '')}`;
    }
    if (!body.pagination.has_next) return states;
  }
}

export async function listChanges(server: Endpoint, source: SourceUnderTest, run: { id: string }) {
  return (await call(server, 'GET', `${source.path}/runs/${run.id}/changes?per_page=100`)).body.data;
}

/** The text of the chunks that a base returns for a question. */
export async function search(server: Endpoint, base: string, query: string): Promise<string[]> {
  const { body } = await call(server, 'POST', `${base}/query`, { body: { query, top_k: 20 } });
  return body.data.results.map(({ content }: { content: string }) => content);
}
