import { beforeAll, expect, test, vi } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { formRuns } from '../../../../test/form-runs.ts';
import { interceptQueries } from '../../../../test/intercept-queries.ts';
import { startWithReceiver } from '../../../../test/start-with-receiver.ts';
import { text, workflowRuns } from '../../../../test/workflow-runs.ts';
import { startExecution } from '../../executions/index.ts';
import { removeSubmission } from './remove-submission.ts';

const { server, receiver } = await startWithReceiver();
const workflows = workflowRuns(() => server);
const { create: createForm, upload, submit, executionOf, run } = formRuns(() => server, workflows);
beforeAll(async () => {
  const events = ['form.submitted', 'form.completed', 'form.failed', 'execution.cancelled', 'execution.completed'];
  await call(server, 'POST', '/api/v1/webhooks', { body: { url: receiver.url, event_types: events } });
});

async function workspaceOf(submissionId: string): Promise<string> {
  const [row] = await server.platform.database.sql<{ workspace_id: string }[]>`
    SELECT workspace_id FROM form_submissions WHERE id = ${submissionId}`;
  return row?.workspace_id ?? '';
}

test('a submission is deleted with its texts, files, execution and deliveries, and others are kept', async () => {
  const { id, base, owned } = await createForm({ nodes: [text('say', 'Thanks, {{message}}')] });
  const kept = await run(base, { message: 'Grace' });
  const gone = await run(base, { message: 'Ada', files: [(await upload(base)).body.data.fileRef] });
  await eventually(async () => receiver.received.some(({ text: sent }) => sent.includes(gone.id)) || undefined);

  const answer = await call(server, 'DELETE', `${owned}/${gone.id}`);
  expect(answer).toMatchObject({ status: 200, body: { data: { id: gone.id, deleted: true } } });

  expect((await call(server, 'GET', `${owned}/${gone.id}`)).status).toBe(404);
  expect((await call(server, 'GET', `${base}/submissions/${gone.id}`, { key: null })).status).toBe(404);
  expect((await call(server, 'GET', `/api/v1/executions/${gone.executionId}`)).status).toBe(404);
  const file = new URL(gone.files[0].downloadUrl);
  expect((await fetch(server.url + file.pathname + file.search)).status).toBe(404);
  const { sql } = server.platform.database;
  const [left] = await sql<{ files: number; chunks: number; events: number; deliveries: number }[]>`
    SELECT (SELECT count(*)::int FROM files WHERE owner = ${id}) AS files,
      (SELECT count(*)::int FROM content_chunks WHERE scope = ${gone.id}) AS chunks,
      (SELECT count(*)::int FROM events WHERE stream = ${gone.id}) AS events,
      (SELECT count(*)::int FROM webhook_deliveries WHERE event LIKE ${`%${gone.id}%`}) AS deliveries`;
  expect(left).toEqual({ files: 0, chunks: 0, events: 0, deliveries: 0 });

  const { data } = (await call(server, 'GET', owned)).body;
  expect(data.map((submission: { id: string }) => submission.id)).toEqual([kept.id]);
  expect((await workflows.get(kept.executionId)).status).toBe('completed');
  const log = (await call(server, 'GET', `/api/v1/audit-log?resource_id=${gone.id}`)).body.data;
  expect(log).toMatchObject([
    { action: 'submission.deleted', resource: { type: 'submission', id: gone.id, name: 'Ask us' } },
  ]);
  expect((await call(server, 'DELETE', `${owned}/${gone.id}`)).status).toBe(404);
});

test('a submission in progress is stopped and deleted, and no webhook is notified', async () => {
  const { base, owned } = await createForm({ nodes: [{ id: 'wait', type: 'approval', config: { title: 'May it?' } }] });
  const id = await submit(base, { message: 'Hi' });
  const execution = await executionOf(base, id);
  await workflows.reached(execution, 'waiting');
  expect((await call(server, 'DELETE', `${owned}/${id}`)).status).toBe(200);
  expect((await call(server, 'GET', `/api/v1/executions/${execution}`)).status).toBe(404);
  await run((await createForm({ nodes: [text('say', 'ok')] })).base, { message: 'A later one' });
  await eventually(async () => receiver.received.some(({ text: sent }) => sent.includes('A later one')) || undefined);
  const ended = receiver.received.filter(({ text: sent }) => /form\.failed|execution\.cancelled/.test(sent));
  expect(ended).toEqual([]);
});

test('a deletion that the storage refuses can be repeated, and is recorded once', async () => {
  const { base, owned, id: formId } = await createForm({ nodes: [text('say', 'ok')] });
  const { id } = await run(base, { message: 'Hi', files: [(await upload(base)).body.data.fileRef] });
  const { platform } = server;
  const workspaceId = await workspaceOf(id);
  const remove = async (): Promise<void> => {
    throw new Error('The storage does not respond.');
  };
  const failing = { ...platform, storage: { ...platform.storage, remove } };
  await expect(removeSubmission(failing, workspaceId, formId, id)).rejects.toThrow('does not respond');
  const recorded = async () => (await call(server, 'GET', `/api/v1/audit-log?resource_id=${id}`)).body.data;
  expect(await recorded()).toHaveLength(1);
  expect((await call(server, 'DELETE', `${owned}/${id}`)).status).toBe(200);
  expect(await recorded()).toHaveLength(1);
});

test('a deletion that was interrupted is finished, and recorded for the caller who has begun it', async () => {
  const { base, owned, id: formId } = await createForm({ nodes: [text('say', 'ok')] });
  const { id, executionId } = await run(base, { message: 'Hi', files: [(await upload(base)).body.data.fileRef] });
  const restore = interceptQueries(server.platform.database, (query, ask) =>
    query.includes('DELETE FROM content_chunks') ? Promise.reject(new Error('died')) : ask(),
  );
  const requested = vi.spyOn(server.platform.queue, 'enqueue');
  const { status } = await call(server, 'DELETE', `${owned}/${id}`);
  restore();
  const payloads = requested.mock.calls.map(([, , payload]) => payload);
  requested.mockRestore();
  const ids = { workspace_id: expect.any(String), form_id: formId, submission_id: id };
  expect(payloads).toEqual([ids]);
  const read = async () => (await call(server, 'GET', `${owned}/${id}`)).status;
  expect([status, await read()]).toEqual([500, 200]);
  expect((await call(server, 'GET', `/api/v1/executions/${executionId}`)).status).toBe(404);
  await expect.poll(read, { timeout: 30_000 }).toBe(404);
  const log = (await call(server, 'GET', `/api/v1/audit-log?resource_id=${id}`)).body.data;
  expect(log).toMatchObject([{ action: 'submission.deleted', actor: { type: 'api_key' }, ip: '127.0.0.1' }]);
}, 60_000);

test('an execution that another process starts in the meantime is deleted, too', async () => {
  const { base, owned, id: formId } = await createForm({ nodes: [text('say', 'ok')] });
  const { id, executionId } = await run(base, { message: 'Hi', files: [(await upload(base)).body.data.fileRef] });
  const { workflow_id: workflowId } = await workflows.get(executionId);
  const { platform } = server;
  const workspaceId = await workspaceOf(id);
  const remove = async (key: string): Promise<void> => {
    await platform.storage.remove(key);
    await startExecution(platform, { workspaceId, workflowId, inputs: {}, id: executionId });
  };
  await removeSubmission({ ...platform, storage: { ...platform.storage, remove } }, workspaceId, formId, id);
  expect((await call(server, 'GET', `/api/v1/executions/${executionId}`)).status).toBe(404);
  expect((await call(server, 'GET', `${owned}/${id}`)).status).toBe(404);
});

test('a submission of another form or of another workspace is not found', async () => {
  const first = await createForm({ nodes: [text('say', 'ok')] });
  const second = await createForm({ nodes: [text('say', 'ok')] });
  const { id } = await run(first.base, { message: 'Hi' });
  expect((await call(server, 'DELETE', `${second.owned}/${id}`)).status).toBe(404);
  expect((await call(server, 'GET', `${first.owned}/${id}`)).status).toBe(200);
});
