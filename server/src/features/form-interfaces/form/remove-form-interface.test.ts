import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { call } from '../../../../test/client.ts';
import { formRuns } from '../../../../test/form-runs.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';
import { text, workflowRuns } from '../../../../test/workflow-runs.ts';
import { removeFormInterface, sweepDeletedForms } from './remove-form-interface.ts';

let server: ServerUnderTest;
const workflows = workflowRuns(() => server);
const { create: createForm, upload, run } = formRuns(() => server, workflows);
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const pathOf = (id: string): string => `/api/v1/form-interfaces/${id}`;
const isStored = async (id: string): Promise<boolean> =>
  (await server.platform.database.sql`SELECT 1 FROM form_interfaces WHERE id = ${id}`).length > 0;

/** A form that nobody can see or use any more, whose slug and workflow are free. */
async function expectGone({ id, base, owned }: Awaited<ReturnType<typeof createForm>>, workflowId: string) {
  const slug = base.split('/').at(-1) ?? '';
  expect((await call(server, 'GET', pathOf(id))).status).toBe(404);
  expect((await call(server, 'GET', owned)).status).toBe(404);
  expect((await call(server, 'PATCH', pathOf(id), { body: { status: 'active' } })).status).toBe(404);
  expect((await call(server, 'DELETE', pathOf(id))).status).toBe(404);
  expect((await call(server, 'GET', base, { key: null })).status).toBe(404);
  const { data } = (await call(server, 'GET', '/api/v1/form-interfaces')).body;
  expect(data.map((form: { id: string }) => form.id)).not.toContain(id);
  const audit = await call(server, 'GET', `/api/v1/audit-log?resource_id=${id}&action=form_interface.deleted`);
  expect(audit.body.data).toHaveLength(1);
  const body = { title: 'Again', slug, target_type: 'workflow', workflow_id: workflowId };
  const again = await call(server, 'POST', '/api/v1/form-interfaces', { body });
  expect(again.status).toBe(201);
  expect((await call(server, 'DELETE', pathOf(again.body.data.id))).status).toBe(200);
  expect((await call(server, 'DELETE', `/api/v1/workflows/${workflowId}`)).status).toBe(200);
}
/** Submissions that have ended, in one statement. */
const insertSubmissions = async (formId: string, count: number) => server.platform.database.sql`
  INSERT INTO form_submissions (id, workspace_id, interface_id, status, message, inputs, urls, file_ids,
    extraction_mode, has_words)
  SELECT 'sub_' || id || n, workspace_id, id, 'completed', '', '{}', '{}', '{}', 'text', true
  FROM form_interfaces, generate_series(1, ${count}::int) n WHERE id = ${formId}`;
const targetOf = async (id: string): Promise<string> => (await call(server, 'GET', pathOf(id))).body.data.workflow_id;

test('a form with many submissions disappears at once, and the rest of them is removed afterwards', async () => {
  const form = await createForm({ nodes: [text('say', 'ok')] });
  const workflow = await targetOf(form.id);
  const { sql } = server.platform.database;
  await insertSubmissions(form.id, 3_000);
  expect((await call(server, 'DELETE', pathOf(form.id))).body.data).toEqual({ id: form.id, deleted: true });
  expect(await isStored(form.id)).toBe(true);
  await expectGone(form, workflow);
  // What remains would take long.
  await sql`
    DELETE FROM form_submissions WHERE interface_id = ${form.id} AND id NOT IN (
      SELECT id FROM form_submissions WHERE interface_id = ${form.id} ORDER BY id LIMIT 100)`;
  await sweepDeletedForms(server.platform);
  // The server's own sweep may have begun before.
  await expect.poll(async () => isStored(form.id), { timeout: 60_000 }).toBe(false);
  expect(await sql`SELECT 1 FROM form_submissions WHERE interface_id = ${form.id}`).toEqual([]);
}, 300_000);

/** Lets the server's own sweep, which would take a form from another one, wait for the storage until the end. */
async function occupySweep(): Promise<{ end: () => void }> {
  const form = await createForm({ nodes: [text('say', 'ok')] });
  await run(form.base, { message: 'Hi', files: [(await upload(form.base)).body.data.fileRef] });
  const { storage, database } = server.platform;
  const { remove } = storage;
  const { promise, resolve } = Promise.withResolvers<void>();
  onTestFinished(() => resolve());
  const waiting = vi.spyOn(storage, 'remove').mockImplementation(async (key) => {
    await promise;
    await remove.call(storage, key);
  });
  await database.sql`
    UPDATE form_interfaces SET deleted_at = now(), workflow_id = NULL, removal_due_at = now() - interval '1 second'
    WHERE id = ${form.id}`;
  await expect.poll(() => waiting.mock.calls.length).toBe(1);
  return { end: resolve };
}

test('a form with many submissions delays the removal of others only for a while', async () => {
  const occupied = await occupySweep();
  const many = await createForm({ nodes: [text('say', 'ok')] });
  const few = await createForm({ nodes: [text('say', 'ok')] });
  const { sql } = server.platform.database;
  await insertSubmissions(many.id, 3_000);
  await sql`
    UPDATE form_interfaces SET deleted_at = now(), workflow_id = NULL,
      removal_due_at = now() - CASE WHEN id = ${many.id} THEN interval '1 minute' ELSE interval '1 second' END
    WHERE id IN (${many.id}, ${few.id})`;
  const sweep = sweepDeletedForms(server.platform, 100);
  await expect.poll(async () => isStored(few.id), { timeout: 120_000 }).toBe(false);
  expect(await isStored(many.id)).toBe(true);
  occupied.end();
  await sql`DELETE FROM form_submissions WHERE interface_id = ${many.id}`;
  await sweep;
  await expect.poll(async () => isStored(many.id), { timeout: 60_000 }).toBe(false);
}, 300_000);

test.each<[string, () => Promise<void>]>([
  ['died', async () => new Promise(() => undefined)],
  ['got no response from the storage', async () => Promise.reject(new Error('The storage does not respond.'))],
])('a form is gone for good although the process %s while it was deleted', async (_, remove) => {
  const form = await createForm({ nodes: [text('say', 'ok')] });
  const workflow = await targetOf(form.id);
  const done = await run(form.base, { message: 'Hi', files: [(await upload(form.base)).body.data.fileRef] });
  const { sql } = server.platform.database;
  const [file] = await sql<{ workspace_id: string; storage_key: string }[]>`
    SELECT workspace_id, storage_key FROM files WHERE owner = ${form.id}`;
  let tries = 0;
  const failing = async (): Promise<void> => {
    tries += 1;
    await remove();
  };
  const { platform } = server;
  const deletion = removeFormInterface(
    { ...platform, storage: { ...platform.storage, remove: failing } },
    file?.workspace_id ?? '',
    form.id,
  );
  void deletion.catch(() => undefined);
  await expect.poll(() => tries).toBe(1);
  await expectGone(form, workflow);
  // As if the time had passed for which one process keeps it.
  await expect
    .poll(
      async () => {
        await sql`UPDATE form_interfaces SET removal_due_at = now() WHERE id = ${form.id}`;
        await sweepDeletedForms(platform);
        return isStored(form.id);
      },
      { timeout: 30_000 },
    )
    .toBe(false);
  expect(await sql`SELECT 1 FROM form_submissions WHERE id = ${done.id}`).toEqual([]);
  await expect(platform.storage.open(file?.storage_key ?? '')).rejects.toMatchObject({ code: 'resource_not_found' });
});

test('a form stays with the process that removes it although one step takes longer than it keeps the form', async () => {
  const form = await createForm({ nodes: [text('say', 'ok')] });
  await run(form.base, { message: 'Hi', files: [(await upload(form.base)).body.data.fileRef] });
  const { platform } = server;
  const { sql } = platform.database;
  const isRenewed = async () => sql`
    SELECT 1 FROM form_interfaces WHERE id = ${form.id} AND removal_due_at > now() + interval '1 minute'`;
  const [row] = await sql<{ workspace_id: string }[]>`SELECT workspace_id FROM form_interfaces WHERE id = ${form.id}`;
  const { remove } = platform.storage;
  const others = vi.spyOn(platform.storage, 'remove');
  let isKept: boolean | undefined;
  const slowly = async (key: string): Promise<void> => {
    if (isKept === undefined) {
      // As if most of the time had passed for which the process keeps it.
      await sql`UPDATE form_interfaces SET removal_due_at = now() + interval '30 seconds' WHERE id = ${form.id}`;
      await expect.poll(isRenewed).toHaveLength(1);
      await sweepDeletedForms(platform);
      isKept = true;
    }
    await remove.call(platform.storage, key);
  };
  try {
    await removeFormInterface(
      { ...platform, storage: { ...platform.storage, remove: slowly } },
      row?.workspace_id ?? '',
      form.id,
    );
    expect(others).not.toHaveBeenCalled();
  } finally {
    others.mockRestore();
  }
  expect(isKept).toBe(true);
  // The request had no time left, so the sweep continues.
  await expect.poll(async () => isStored(form.id)).toBe(false);
});
