import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { timeouts } from '../../../../../scripts/tests/timeouts.ts';
import { call, eventually } from '../../../../test/client.ts';
import { serveOnLoopback } from '../../../../test/loopback.ts';
import { type ModelServer, startModelServer } from '../../../../test/model-server/start-model-server.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';
import { startDocumentWorker } from './documents.worker.ts';

let models: ModelServer;
let server: ServerUnderTest;

beforeAll(async () => {
  models = await startModelServer({ dimensions: 8 });
  server = await startServer({ OPENAI_BASE_URL: models.url, EMBEDDING_MODEL: 'tiny', DEFAULT_MODEL: 'm' });
});
afterEach(() => models.always({}));
afterAll(async () => {
  await server.close();
  await models.close();
});

const longText = Array.from(
  { length: 200 },
  (_, index) => `## Part ${index}\n\n${'herring cod plaice '.repeat(30)}`,
).join('\n\n');

async function createBase(chunkSize = 64): Promise<{ path: string; id: string; workspaceId: string }> {
  const { body } = await call(server, 'POST', '/api/v1/knowledge-bases', {
    body: { name: 'Base', chunk_size: chunkSize },
  });
  const { sql } = server.platform.database;
  const [row] = await sql<{ workspace_id: string }[]>`
    SELECT workspace_id FROM knowledge_bases WHERE id = ${body.data.id}`;
  return { path: `/api/v1/knowledge-bases/${body.data.id}`, id: body.data.id, workspaceId: row?.workspace_id ?? '' };
}

async function settle(path: string, id: string) {
  return eventually(async () => {
    const { body } = await call(server, 'GET', `${path}/documents/${id}`);
    return ['ready', 'failed'].includes(body.data.status) ? body.data : undefined;
  }, timeouts.testTimeout);
}

async function countRows(documentId: string): Promise<{ rows: number; distinct: number }> {
  const [row] = await server.platform.database.sql<{ rows: number; distinct: number }[]>`
    SELECT count(*)::int AS rows, count(DISTINCT ordinal)::int AS distinct FROM chunks WHERE document_id = ${documentId}`;
  return row ?? { rows: 0, distinct: 0 };
}

/** The next attempt of a document is due now, instead of after its pause. */
async function makeDue({ platform }: ServerUnderTest, documentId: string): Promise<void> {
  await platform.database.sql`
    UPDATE documents SET due_at = now() WHERE id = ${documentId} AND status = 'queued'`;
  platform.knowledgeBases.worker.current?.wake();
}

/** Leaves a document as a killed process does: with an unfinished edition, and a lease that nobody renews. */
async function breakOff(documentId: string): Promise<void> {
  const { sql } = server.platform.database;
  await sql`
    DELETE FROM chunk_terms WHERE chunk_id IN (
      SELECT id FROM chunks WHERE document_id = ${documentId} AND ordinal >= 30)`;
  await sql`DELETE FROM chunks WHERE document_id = ${documentId} AND ordinal >= 30`;
  await sql`
    UPDATE documents SET status = 'processing', edition = 0, chunk_count = 0, lease_token = 99,
      due_at = now() - interval '6 seconds' WHERE id = ${documentId}`;
}

describe('processing', () => {
  it('uses the dimensions of the model’s vectors', async () => {
    const base = await createBase();
    const { body } = await call(server, 'POST', `${base.path}/documents`, {
      body: { name: 'A', text: 'Words on fish.' },
    });
    expect(await settle(base.path, body.data.id)).toMatchObject({ status: 'ready', chunk_count: 1 });
    const answer = await call(server, 'POST', `${base.path}/query`, { body: { query: 'fish' } });
    expect(answer.body.data.results).toHaveLength(1);
  });

  it('shows nothing of a document until it is complete, and embeds each chunk once', async () => {
    const base = await createBase();
    models.calls.length = 0;
    models.always({ delayMs: 100 });
    const { body } = await call(server, 'POST', `${base.path}/documents`, { body: { name: 'Long', text: longText } });
    await eventually(async () => ((await countRows(body.data.id)).rows > 0 ? true : undefined));
    expect((await call(server, 'GET', base.path)).body.data).toMatchObject({ document_count: 1, chunk_count: 0 });
    const early = await call(server, 'POST', `${base.path}/query`, { body: { query: 'herring' } });
    expect(early.body.data.results).toEqual([]);
    const document = await settle(base.path, body.data.id);
    expect(await countRows(document.id)).toEqual({ rows: document.chunk_count, distinct: document.chunk_count });
    const inputs = models.calls.flatMap((made) => made.body['input'] as string[]);
    expect(inputs.filter((input) => input !== 'herring')).toHaveLength(document.chunk_count);
  });

  it('retries if the embedding model is temporarily unavailable', async () => {
    const base = await createBase();
    models.always({ status: 400, error: { message: 'no' } });
    const refused = await call(server, 'POST', `${base.path}/documents`, { body: { name: 'A', text: 'Refused.' } });
    expect(await settle(base.path, refused.body.data.id)).toMatchObject({
      status: 'failed',
      error: { code: 'model_rejected', message: expect.not.stringContaining('no such') },
    });
    models.always({ status: 503, headers: { 'retry-after': '60' } });
    const { body } = await call(server, 'POST', `${base.path}/documents`, { body: { name: 'B', text: 'Later.' } });
    await eventually(async () => {
      const [row] = await server.platform.database.sql`
        SELECT 1 FROM documents WHERE id = ${body.data.id} AND status = 'queued' AND attempts > 0`;
      return row === undefined ? undefined : true;
    });
    models.always({});
    await makeDue(server, body.data.id);
    expect(await settle(base.path, body.data.id)).toMatchObject({ status: 'ready', error: null });
  });

  it('continues after a dead worker, from the stored chunks', async () => {
    const base = await createBase();
    const { body } = await call(server, 'POST', `${base.path}/documents`, { body: { name: 'Long', text: longText } });
    const document = await settle(base.path, body.data.id);
    models.calls.length = 0;
    await breakOff(document.id);
    const again = await settle(base.path, document.id);
    expect(again).toMatchObject({ status: 'ready', chunk_count: document.chunk_count });
    expect(await countRows(document.id)).toEqual({ rows: document.chunk_count, distinct: document.chunk_count });
    const embedded = models.calls.reduce((sum, made) => sum + (made.body['input'] as string[]).length, 0);
    expect(embedded).toBe(document.chunk_count - 30);
  });

  it('begins again after a dead worker if the size of chunks was changed meanwhile', async () => {
    const [changed, other] = [await createBase(), await createBase(256)];
    const contents = async (id: string) => {
      const rows = await server.platform.database.sql<{ content: string; terms: number }[]>`
        SELECT content, (SELECT count(*)::int FROM chunk_terms t WHERE t.document_id = c.document_id) AS terms
        FROM chunks c WHERE document_id = ${id} ORDER BY ordinal`;
      return rows.map((row) => ({ ...row }));
    };
    const text = longText.slice(0, longText.length / 5);
    const add = async (path: string) => {
      const { body } = await call(server, 'POST', `${path}/documents`, { body: { name: 'Long', text } });
      return (await settle(path, body.data.id)).id as string;
    };
    const id = await add(changed.path);
    expect((await call(server, 'PATCH', changed.path, { body: { chunk_size: 256 } })).status).toBe(200);
    await breakOff(id);
    expect(await settle(changed.path, id)).toMatchObject({ status: 'ready' });
    expect(await contents(id)).toEqual(await contents(await add(other.path)));
  });

  it('releases a document when the server stops, and the next start finishes it', async () => {
    const base = await createBase();
    const { platform } = server;
    models.always({ delayMs: 60_000 });
    const { body } = await call(server, 'POST', `${base.path}/documents`, {
      body: { name: 'A', text: 'Stop and go.' },
    });
    await eventually(async () => (models.calls.length > 0 ? true : undefined));
    await platform.knowledgeBases.worker.current?.stop();
    const [row] = await platform.database.sql`
      SELECT status, due_at <= now() AS due, attempts, broken_off FROM documents WHERE id = ${body.data.id}`;
    expect(row).toEqual({ status: 'queued', due: true, attempts: 0, broken_off: 0 });
    models.always({});
    const stop = startDocumentWorker(platform);
    expect(await settle(base.path, body.data.id)).toMatchObject({ status: 'ready', chunk_count: 1 });
    await stop();
    startDocumentWorker(platform);
  });

  it('happens once, no matter how often the job arrives, and webhooks report it', async () => {
    const base = await createBase();
    const webhook = await call(server, 'POST', '/api/v1/webhooks', {
      body: { url: 'https://receiver.invalid/', event_types: ['document.ready', 'document.failed'] },
    });
    const { body } = await call(server, 'POST', `${base.path}/documents`, { body: { name: 'Long', text: longText } });
    for (let time = 0; time < 3; time += 1) server.platform.knowledgeBases.worker.current?.wake();
    const document = await settle(base.path, body.data.id);
    expect(await countRows(document.id)).toEqual({ rows: document.chunk_count, distinct: document.chunk_count });
    const told = await call(server, 'GET', `/api/v1/webhooks/${webhook.body.data.id}/deliveries`);
    const types = told.body.data.map(({ event_type: type }: { event_type: string }) => type);
    expect(types).toEqual(['document.ready']);
  });

  it('stops without a trace if its document is deleted meanwhile', async () => {
    const base = await createBase();
    models.always({ delayMs: 150 });
    const { body } = await call(server, 'POST', `${base.path}/documents`, { body: { name: 'Long', text: longText } });
    await eventually(async () => ((await countRows(body.data.id)).rows > 0 ? true : undefined));
    expect((await call(server, 'DELETE', base.path)).status).toBe(200);
    await eventually(async () => ((await countRows(body.data.id)).rows === 0 ? true : undefined));
  });

  it('reads an address once for an edition, so that another worker divides the same text', async () => {
    let visits = 0;
    const site = await serveOnLoopback((_, response) => {
      visits += 1;
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`Visit ${visits}`);
    });
    const { host } = site;
    const other = await startServer({
      OPENAI_BASE_URL: models.url,
      EMBEDDING_MODEL: 'tiny',
      DEFAULT_MODEL: 'm',
      OUTBOUND_ALLOW: host,
    });
    try {
      models.always({ status: 503, headers: { 'retry-after': '60' } });
      const base = await call(other, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Base' } });
      const path = `/api/v1/knowledge-bases/${base.body.data.id}/documents`;
      const { body } = await call(other, 'POST', path, { body: { url: `http://${host}/page` } });
      await eventually(async () => {
        const [row] = await other.platform.database.sql`
          SELECT 1 FROM documents WHERE id = ${body.data.id} AND status = 'queued' AND attempts > 0`;
        return row === undefined ? undefined : true;
      });
      expect(visits).toBe(1);
      models.always({});
      await makeDue(other, body.data.id);
      const document = await eventually(async () => {
        const answer = await call(other, 'GET', `${path}/${body.data.id}`);
        return answer.body.data.status === 'ready' ? answer.body.data : undefined;
      }, timeouts.testTimeout);
      expect(document).toMatchObject({ mime_type: 'text/plain', chunk_count: 1 });
      expect(visits).toBe(1);
    } finally {
      await other.close();
      await site.close();
    }
  });
});

describe('a query whose embedding model', () => {
  const ask = async (path: string) => call(server, 'POST', `${path}/query`, { body: { query: 'fish' } });

  it('is unavailable returns 503 with Retry-After, and one with an invalid response returns 500', async () => {
    const base = await createBase();
    const { body } = await call(server, 'POST', `${base.path}/documents`, { body: { name: 'A', text: 'Fish.' } });
    await settle(base.path, body.data.id);
    models.always({ status: 503, headers: { 'retry-after': '60' } });
    const away = await ask(base.path);
    expect([away.status, away.body.error.code]).toEqual([503, 'service_unavailable']);
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
    models.always({ embeddings: [] });
    const nonsense = await ask(base.path);
    expect([nonsense.status, nonsense.body.error.code]).toEqual([500, 'execution_failed']);
  });
});
