import { expect, test } from 'vitest';
import { call, eventually, followFromNow } from '../../../../test/client.ts';
import { formRuns } from '../../../../test/form-runs.ts';
import { startWithReceiver } from '../../../../test/start-with-receiver.ts';
import { text, workflowRuns } from '../../../../test/workflow-runs.ts';
import { removeFormInterface } from '../form/remove-form-interface.ts';

const { server, receiver } = await startWithReceiver();
const workflows = workflowRuns(() => server);
const { create: createForm, upload, submit, executionOf, run } = formRuns(() => server, workflows);

test('deleting a form deletes its submissions with their contents, events and files', async () => {
  const { id, base } = await createForm({ nodes: [text('say', 'ok')] });
  const done = await run(base, { message: 'Hi', files: [(await upload(base)).body.data.fileRef] });
  expect((await call(server, 'DELETE', `/api/v1/form-interfaces/${id}`)).status).toBe(200);
  const { sql } = server.platform.database;
  const [left] = await sql<{ files: number; chunks: number; events: number; submissions: number }[]>`
    SELECT (SELECT count(*)::int FROM files WHERE owner = ${id}) AS files,
      (SELECT count(*)::int FROM content_chunks WHERE scope = ${done.id}) AS chunks,
      (SELECT count(*)::int FROM events WHERE stream = ${done.id}) AS events,
      (SELECT count(*)::int FROM form_submissions WHERE interface_id = ${id}) AS submissions`;
  expect(left).toEqual({ files: 0, chunks: 0, events: 0, submissions: 0 });
  const url = new URL(done.files[0].downloadUrl);
  expect((await fetch(server.url + url.pathname + url.search)).status).toBe(404);
  expect((await workflows.get(done.executionId)).status).toBe('completed');
});

test('an upload that ends while its form is deleted is deleted, too', async () => {
  const { id, base } = await createForm({ nodes: [text('say', 'ok')] });
  expect((await upload(base)).status).toBe(201);
  const { sql } = server.platform.database;
  const keys = async () =>
    (await sql<{ storage_key: string }[]>`SELECT storage_key FROM files WHERE owner = ${id}`).map(
      (file) => file.storage_key,
    );
  const [first = ''] = await keys();
  const [row] = await sql<{ workspace_id: string }[]>`SELECT workspace_id FROM form_interfaces WHERE id = ${id}`;
  const removed: string[] = [];
  const { storage } = server.platform;
  const remove = async (key: string): Promise<void> => {
    if (removed.length === 0) {
      // It was admitted before the form was deleted.
      const slug = base.split('/').at(-1) ?? '';
      await sql`UPDATE form_interfaces SET status = 'active', slug = ${slug}, deleted_at = NULL WHERE id = ${id}`;
      expect((await upload(base)).status).toBe(201);
    }
    removed.push(key);
    await storage.remove(key);
    // What is still there when the form is gone would be lost if the process died.
    expect(await sql`SELECT 1 FROM form_interfaces WHERE id = ${id}`).toHaveLength(1);
  };
  await removeFormInterface({ ...server.platform, storage: { ...storage, remove } }, row?.workspace_id ?? '', id);
  expect(removed).toHaveLength(2);
  expect(removed).toContain(first);
  expect(await keys()).toEqual([]);
});

test('deleting a form cancels the runs of its submissions, and ends the streams of both', async () => {
  const { id, base } = await createForm({ nodes: [{ id: 'wait', type: 'approval', config: { title: 'May it?' } }] });
  const submission = await submit(base, { message: 'Hi' });
  const execution = await executionOf(base, submission);
  await workflows.reached(execution, 'waiting');
  const ofSubmission = await followFromNow(server, `${base}/submissions/${submission}/events`, { key: null });
  const ofRun = await followFromNow(server, `/api/v1/executions/${execution}/events`);
  expect((await call(server, 'DELETE', `/api/v1/form-interfaces/${id}`)).status).toBe(200);
  expect((await ofSubmission.events).at(-1)).toMatchObject({
    event: 'submission:failed',
    data: { submission_id: submission, error: { code: 'execution_cancelled' } },
  });
  expect((await ofRun.events).at(-1)?.event).toBe('execution:cancelled');
  expect((await workflows.get(execution)).status).toBe('cancelled');
  expect((await call(server, 'DELETE', `/api/v1/form-interfaces/${id}`)).status).toBe(404);
  const { sql } = server.platform.database;
  expect(await sql`SELECT 1 FROM events WHERE stream = ${submission}`).toHaveLength(0);
});

test('deleting a form ends the reply of its agent, and deletes its thread', async () => {
  const agent = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } });
  const target = { title: 'Ask us', target_type: 'agent', agent_id: agent.body.data.id };
  const form = (await call(server, 'POST', '/api/v1/form-interfaces', { body: target })).body.data;
  const base = `/api/public/form-interfaces/${form.slug}`;
  await run(base, { message: 'Hi' });
  const { sql } = server.platform.database;
  const threads = async () => sql<{ id: string }[]>`SELECT id FROM threads WHERE agent_id = ${agent.body.data.id}`;
  const [thread] = await threads();
  expect((await call(server, 'GET', `/api/v1/threads/${thread?.id ?? ''}`)).status).toBe(200);
  // Deleted at any moment of its way, a submission leaves nothing, and its page an end.
  const id = await submit(base, { message: 'Hello again' });
  const following = await followFromNow(server, `${base}/submissions/${id}/events`, { key: null });
  expect((await call(server, 'DELETE', `/api/v1/form-interfaces/${form.id}`)).status).toBe(200);
  expect((await following.events).at(-1)?.event).toMatch(/^submission:(failed|completed)$/);
  expect((await call(server, 'GET', `/api/v1/threads/${thread?.id ?? ''}`)).status).toBe(404);
  await expect.poll(threads).toHaveLength(0);
});

test('a submission whose form is deleted while it is read leaves nothing', async () => {
  const { id, base } = await createForm({ nodes: [text('say', 'ok')] });
  let answer = (): unknown => undefined;
  receiver.answer('/slow', (response) => {
    answer = () => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('At last.');
  });
  const submission = await submit(base, { urls: [`${receiver.url}/slow`, `${receiver.url}/next`] });
  await receiver.waitFor('/slow', 1);
  const following = await followFromNow(server, `${base}/submissions/${submission}/events`, { key: null });
  expect((await call(server, 'DELETE', `/api/v1/form-interfaces/${id}`)).status).toBe(200);
  expect((await following.events).at(-1)?.event).toBe('submission:failed');
  answer();
  // The reader has moved on by the time that another submission is done.
  const other = await createForm({ nodes: [text('say', 'ok')] });
  await run(other.base, { urls: [`${receiver.url}/other`] });
  expect(receiver.received.filter(({ path }) => path === '/next')).toEqual([]);
  const { sql } = server.platform.database;
  const streams = await sql`SELECT stream FROM event_streams WHERE stream = ${submission}`;
  expect(streams).toHaveLength(0);
});

test('webhooks report a submission in the operator’s view: submitted, then completed or failed', async () => {
  const body = { url: `${receiver.url}/forms`, event_types: ['form.submitted', 'form.completed', 'form.failed'] };
  expect((await call(server, 'POST', '/api/v1/webhooks', { body })).status).toBe(201);
  const fine = await createForm({ nodes: [text('say', 'Done.')], outputs: { output: '{{ nodes.say.outputs.text }}' } });
  const done = await run(fine.base, { message: 'Hi' });
  const broken = await createForm({ nodes: [{ id: 'no', type: 'fail', config: { code: 'vague', message: 'More.' } }] });
  const failed = await run(broken.base, { message: 'Hi' });
  const received = await receiver.waitFor('/forms', 4);
  const events = received
    .map((request) => JSON.parse(request.text) as { type: string; timestamp: string; data: Record<string, unknown> })
    .toSorted((one, other) => (one.timestamp < other.timestamp ? -1 : 1));
  expect(events.map(({ type, data }) => [type, data['id'], data['execution_status']])).toEqual([
    ['form.submitted', done.id, 'submitted'],
    ['form.completed', done.id, 'completed'],
    ['form.submitted', failed.id, 'submitted'],
    ['form.failed', failed.id, 'failed'],
  ]);
  expect(events[1]?.data).toMatchObject({ output: 'Done.', interface_id: fine.id, execution_id: done.executionId });
  expect(events[3]?.data['error']).toEqual({ code: 'vague', message: 'More.' });
});

test('webhooks do not report the submission of a preview, nor its repetition', async () => {
  const body = { url: `${receiver.url}/previews`, event_types: ['form.submitted', 'form.completed', 'form.failed'] };
  const webhook = (await call(server, 'POST', '/api/v1/webhooks', { body })).body.data;
  const { id, base } = await createForm({ nodes: [text('say', 'ok')] });
  const preview = await call(server, 'POST', `/api/v1/form-interfaces/${id}/preview`, { body: { title: 'Draft' } });
  const headers = { 'X-Portico-Preview': preview.body.data.token };
  const submissions = `/api/v1/form-interfaces/${id}/submissions`;
  const completed = async (submission: string) =>
    eventually(async () => {
      const { data } = (await call(server, 'GET', `${submissions}/${submission}`)).body;
      return data.execution_status === 'completed' ? data : undefined;
    });
  const sent = await call(server, 'POST', `${base}/submissions`, { key: null, headers, body: { message: 'Hi' } });
  expect(await completed(sent.body.data.id)).toMatchObject({ preview: true });
  const again = await call(server, 'POST', `${submissions}/${sent.body.data.id}/rerun`);
  expect(await completed(again.body.data.id)).toMatchObject({ preview: true });
  const deliveries = async () => {
    const { data } = (await call(server, 'GET', `/api/v1/webhooks/${webhook.id}/deliveries`)).body;
    return data.map(({ event_type: type }: { event_type: string }) => type).toSorted();
  };
  // Deliveries are stored together with the state that they report.
  expect(await deliveries()).toEqual([]);
  await run(base, { message: 'Hi' });
  expect(await deliveries()).toEqual(['form.completed', 'form.submitted']);
});
