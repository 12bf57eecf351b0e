import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';
import type { EmbeddingModel } from '../../../platform/models/embedding-model.ts';
import { ModelError } from '../../../platform/models/model-error.ts';
import { forgetContent } from '../../knowledge-bases/index.ts';
import { indexSubmission } from './index-submission.ts';
import { indexJob } from './indexing.jobs.ts';
import { claimUnindexed } from './indexing.sql.ts';

let server: ServerUnderTest;
let id: string;
let workspaceId: string;
beforeAll(async () => {
  // After the first indexing, nothing but this test claims anything.
  server = await startServer({}, { leases: { lookMs: 600_000, maxLookMs: 600_000 } });
});
afterAll(async () => server.close());
afterEach(() => void vi.restoreAllMocks());

/** Sent, indexed, and then to be indexed again from the beginning. */
beforeEach(async () => {
  const { sql } = server.platform.database;
  const definition = { nodes: [], outputs: { output: '{{ inputs.content }}' } };
  const workflow = await call(server, 'POST', '/api/v1/workflows', { body: { name: 'Echo', definition } });
  const body = { title: 'Ask us', target_type: 'workflow', workflow_id: workflow.body.data.id };
  const form = (await call(server, 'POST', '/api/v1/form-interfaces', { body })).body.data;
  const path = `/api/public/form-interfaces/${form.slug}/submissions`;
  const message = 'Grey herons nest in tall trees.';
  ({ id } = (await call(server, 'POST', path, { key: null, body: { message } })).body.data);
  const row = await eventually(async () => {
    const [found] = await sql<{ workspace_id: string }[]>`
      SELECT workspace_id FROM form_submissions WHERE id = ${id} AND status = 'completed' AND index_due_at IS NULL`;
    return found;
  });
  workspaceId = row.workspace_id;
  await forgetContent(sql, workspaceId, id);
  await makeDue();
});

const makeDue = async () =>
  server.platform.database.sql`UPDATE form_submissions SET index_due_at = now() - interval '1 second' WHERE id = ${id}`;

const isDue = async () => {
  const rows = await server.platform.database.sql`
    SELECT 1 FROM form_submissions WHERE id = ${id} AND index_due_at IS NOT NULL`;
  return rows.length > 0;
};

/** Starts a worker that stalls in the model until its lease has expired, and one that takes over and waits, too. */
async function takeOver() {
  const { platform } = server;
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let calls = 0;
  const { embedding } = platform.models;
  vi.spyOn(platform.models, 'embedding').mockImplementation((name): EmbeddingModel => {
    const model = embedding(name);
    const embed: EmbeddingModel['embed'] = async (...words) => {
      calls += 1;
      await gates[calls - 1]?.promise;
      return model.embed(...words);
    };
    return { ...model, embed };
  });
  const { signal } = new AbortController();
  const capacity = { limit: 1, share: 1, busy: new Map<string, number>(), running: [], suspects: true };
  const index = async () => {
    const [claimed] = await claimUnindexed(platform.database.sql, capacity);
    if (claimed === undefined) throw new Error('nothing is due');
    return indexSubmission(platform, claimed, signal);
  };
  const stalled = index();
  await expect.poll(() => calls).toBe(1);
  await makeDue();
  const current = index();
  await expect.poll(() => calls).toBe(2);
  return { gates, stalled, current };
}

test('a worker that lost a submission to another one can’t end its indexing with a failure', async () => {
  const { gates, stalled, current } = await takeOver();
  gates[0].reject(new ModelError('model_rejected', 'no'));
  await stalled;
  expect(await isDue()).toBe(true);
  gates[1].resolve();
  await current;
  expect(await isDue()).toBe(false);
});

test('a worker that lost a submission to another one can’t end its indexing with a result, or forget the content', async () => {
  const { gates, stalled, current } = await takeOver();
  gates[0].resolve();
  await stalled;
  expect(await isDue()).toBe(true);
  gates[1].resolve();
  await current;
  expect(await isDue()).toBe(false);
  const { sql } = server.platform.database;
  expect(await sql`SELECT 1 FROM content_chunks WHERE scope = ${id}`).toHaveLength(1);
});

test('a job that an older process has queued is done, although the submission is kept for that process', async () => {
  const { platform } = server;
  await platform.database.sql`
    UPDATE form_submissions SET index_attempts = 1, index_due_at = now() + interval '30 seconds' WHERE id = ${id}`;
  await platform.queue.hint(indexJob, { submission_id: id, attempt: 1 }, { id: `submission-index-${id}-1` });
  await expect.poll(isDue).toBe(false);
  expect(await platform.database.sql`SELECT 1 FROM content_chunks WHERE scope = ${id}`).toHaveLength(1);
});

test('a process that dies over a submission three times without any progress ends its indexing', async () => {
  const { sql } = server.platform.database;
  const capacity = { limit: 1, share: 1, busy: new Map<string, number>(), running: [], suspects: true };
  const brokenOff: (number | undefined)[] = [];
  for (let start = 0; start < 3; start += 1) {
    brokenOff.push((await claimUnindexed(sql, capacity))[0]?.broken_off);
    await makeDue();
  }
  expect(brokenOff).toEqual([0, 1, 2]);
  await server.platform.queue.hint(indexJob, { submission_id: id, attempt: 0 });
  await expect.poll(isDue).toBe(false);
  expect(await sql`SELECT 1 FROM content_chunks WHERE scope = ${id}`).toHaveLength(0);
});
