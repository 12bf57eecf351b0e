import { describe, expect, it } from 'vitest';
import { timeouts } from '../../../../../scripts/tests/timeouts.ts';
import { call, eventually } from '../../../../test/client.ts';
import { interceptQueries } from '../../../../test/intercept-queries.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';
import { sweepHalfDeleted } from './sweep-half-deleted.ts';

const { model, server } = await startWithDoubles();

/** A text of some 320 chunks. */
const longText = (fish: string) =>
  Array.from({ length: 40 }, (_, part) => `## ${fish} ${part}\n\n${`the ${fish} swims `.repeat(30)}`).join('\n\n');

async function addLongDocument(fish: string): Promise<{ base: string; document: string; chunks: number }> {
  const { body } = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Fish', chunk_size: 64 } });
  const base = `/api/v1/knowledge-bases/${body.data.id}`;
  const added = await call(server, 'POST', `${base}/documents`, { body: { name: 'Fish', text: longText(fish) } });
  const document = `${base}/documents/${added.body.data.id}`;
  return { base, document, chunks: await settle(document) };
}

/** The number of chunks of a document once it is ready. */
async function settle(document: string): Promise<number> {
  return eventually(async () => {
    const { body } = await call(server, 'GET', document);
    return body.data.status === 'ready' && body.data.chunk_count > 0 ? (body.data.chunk_count as number) : undefined;
  }, timeouts.testTimeout);
}

const find = async (base: string, query: string): Promise<string[]> => {
  const { body } = await call(server, 'POST', `${base}/query`, { body: { query } });
  return body.data.results.map(({ content }: { content: string }) => content);
};

/** Calls `meanwhile` before the first statement that deletes some of a document's chunks; collects their numbers. */
function watchDeletions(meanwhile: () => Promise<void>): { counts: number[]; stop: () => void } {
  const counts: number[] = [];
  let first: Promise<void> | undefined;
  const stop = interceptQueries(server.platform.database, (text, run) => {
    if (!text.includes('FOR UPDATE SKIP LOCKED') || !text.includes('DELETE FROM chunks')) return run();
    first ??= meanwhile();
    return first.then(async () => {
      const rows = (await run()) as unknown[];
      counts.push(rows.length);
      return rows;
    });
  });
  return { counts, stop };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe('a long document', () => {
  it('is deleted in short statements, and not found meanwhile', async () => {
    const { base, document, chunks } = await addLongDocument('herring');
    expect(await find(base, 'herring')).not.toEqual([]);
    const deletions = watchDeletions(async () => {
      expect(await find(base, 'herring')).toEqual([]);
      const { body } = await call(server, 'GET', document);
      expect(body.data).toMatchObject({ status: 'failed', error: { code: 'deleted' }, chunk_count: 0 });
    });
    expect((await call(server, 'DELETE', document)).status).toBe(200);
    deletions.stop();
    expect(sum(deletions.counts)).toBe(chunks);
    expect(Math.max(...deletions.counts)).toBeLessThanOrEqual(128);
    expect((await call(server, 'GET', document)).status).toBe(404);
    expect((await call(server, 'GET', base)).body.data).toMatchObject({ document_count: 0, chunk_count: 0 });
  });

  it('is replaced in short statements, and only its new content is found meanwhile', async () => {
    const { base, document, chunks } = await addLongDocument('herring');
    const deletions = watchDeletions(async () => {
      expect((await find(base, 'herring')).join()).not.toContain('herring');
      expect((await find(base, 'plaice')).join()).toContain('plaice');
    });
    await call(server, 'PUT', document, { body: { name: 'Fish', text: longText('plaice') } });
    const after = await settle(document);
    deletions.stop();
    expect(sum(deletions.counts)).toBe(chunks);
    expect((await call(server, 'GET', base)).body.data).toMatchObject({ document_count: 1, chunk_count: after });
  });

  it('can be deleted again if its deletion was interrupted', async () => {
    const { base, document } = await addLongDocument('herring');
    const deletions = watchDeletions(async () => {
      throw new Error('the server stops');
    });
    expect((await call(server, 'DELETE', document)).status).toBe(500);
    deletions.stop();
    expect(await find(base, 'herring')).toEqual([]);
    expect((await call(server, 'DELETE', document)).status).toBe(200);
    expect((await call(server, 'GET', base)).body.data).toMatchObject({ document_count: 0, chunk_count: 0 });
  });

  it('is deleted later if its deletion was interrupted', async () => {
    const { base, document } = await addLongDocument('herring');
    const deletions = watchDeletions(async () => {
      throw new Error('the server stops');
    });
    expect((await call(server, 'DELETE', document)).status).toBe(500);
    deletions.stop();
    // A request may still be deleting it.
    await sweepHalfDeleted(server.platform);
    expect((await call(server, 'GET', document)).status).toBe(200);
    const { sql } = server.platform.database;
    await sql`UPDATE documents SET updated_at = now() - interval '6 minutes' WHERE status = 'failed'`;
    await sweepHalfDeleted(server.platform);
    expect((await call(server, 'GET', document)).status).toBe(404);
    expect((await call(server, 'GET', base)).body.data).toMatchObject({ document_count: 0, chunk_count: 0 });
  });

  it('is kept if its content is replaced while others are deleted whose deletion was interrupted', async () => {
    const { sql } = server.platform.database;
    const documents = [await addLongDocument('herring'), await addLongDocument('cod')];
    const interruption = watchDeletions(async () => {
      throw new Error('the server stops');
    });
    for (const { document } of documents) expect((await call(server, 'DELETE', document)).status).toBe(500);
    interruption.stop();
    await sql`UPDATE documents SET updated_at = now() - interval '6 minutes' WHERE status = 'failed'`;
    let kept = '';
    const deletions = watchDeletions(async () => {
      const statuses = await Promise.all(
        documents.map(async ({ document }) => [document, (await call(server, 'GET', document)).body.data] as const),
      );
      // The one whose turn comes next has not been changed since its deletion was interrupted.
      const [next] = statuses.toSorted(([, one], [, other]) => (one.updated_at < other.updated_at ? -1 : 1));
      kept = next?.[0] ?? '';
      await call(server, 'PUT', kept, { body: { name: 'Fish', text: 'Plaice is flat.' } });
    });
    await sweepHalfDeleted(server.platform);
    deletions.stop();
    const answers = await Promise.all(documents.map(async ({ document }) => call(server, 'GET', document)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(await settle(kept)).toBe(1);
  });

  it('that fails has its chunks deleted in short statements', async () => {
    const settings = { name: 'Fish', chunk_size: 64, embedding_model: 'test-embedding' };
    const { body } = await call(server, 'POST', '/api/v1/knowledge-bases', { body: settings });
    const base = `/api/v1/knowledge-bases/${body.data.id}`;
    const deletions = watchDeletions(async () => undefined);
    model.reply({}, { status: 400, error: { message: 'too many fish' } });
    const added = await call(server, 'POST', `${base}/documents`, {
      body: { name: 'Fish', text: longText('herring') },
    });
    await eventually(async () => {
      const document = await call(server, 'GET', `${base}/documents/${added.body.data.id}`);
      return document.body.data.status === 'failed' ? true : undefined;
    }, timeouts.testTimeout);
    deletions.stop();
    expect(sum(deletions.counts)).toBe(256);
    expect(Math.max(...deletions.counts)).toBeLessThanOrEqual(128);
    expect(await server.platform.database.sql`SELECT 1 FROM chunks WHERE document_id = ${added.body.data.id}`).toEqual(
      [],
    );
  });
});
