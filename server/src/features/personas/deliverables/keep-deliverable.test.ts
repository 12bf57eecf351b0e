import { readdir } from 'node:fs/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { call } from '../../../../test/client.ts';
import { makePersona, startTask, waitFor } from '../../../../test/persona-tasks.ts';
import { startS3Server } from '../../../../test/s3-server/start-s3-server.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';

const s3 = await startS3Server();
const { server, model } = await startWithDoubles(s3.environment);
afterAll(async () => s3.close());

async function startWriting(): Promise<string> {
  model.reply({ toolCalls: [{ name: 'write_deliverable', arguments: { name: 'Notes', content: '# Herons' } }] });
  model.always({ text: 'Done.' });
  const deliverables = [{ name: 'Notes', description: 'All of it', type: 'markdown', guaranteed: true }];
  const persona = await makePersona(server, { sopSteps: ['Write'], deliverables });
  return (await startTask(server, persona.id)).id;
}

async function expectWritten(id: string): Promise<void> {
  await waitFor(server, id, 'completed');
  const { body } = await call(server, 'GET', `/api/personas/instances/${id}/deliverables`);
  expect(body.data).toMatchObject([{ name: 'Notes' }]);
  expect(await readdir(server.platform.storage.incoming)).toEqual([]);
}

test('a deliverable that the storage refuses leaves nothing, and is stored when it works again', async () => {
  s3.requests.length = 0;
  s3.failNext(1_000, 'error');
  const id = await startWriting();
  await expect.poll(() => s3.requests.length, { timeout: 30_000 }).toBeGreaterThan(0);
  await expect.poll(async () => readdir(server.platform.storage.incoming), { timeout: 30_000 }).toEqual([]);
  s3.failNext(0, 'error');
  await expectWritten(id);
}, 120_000);

test('a process that dies before it records a deliverable leaves no file', async () => {
  const { sql } = server.platform.database;
  // The second one has the effect of the death: what would clean up is not reached.
  await sql.unsafe(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'died'; END $$;
    CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON persona_deliverables FOR EACH ROW EXECUTE FUNCTION refuse();
    CREATE TRIGGER keep BEFORE DELETE ON files FOR EACH ROW EXECUTE FUNCTION keep()`);
  const id = await startWriting();
  await waitFor(server, id, 'failed');
  await sql`DROP FUNCTION refuse CASCADE`;
  await sql`DROP FUNCTION keep CASCADE`;
  expect(await sql`SELECT id FROM files WHERE owner = ${id}`).toEqual([]);
}, 120_000);

const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });

test('a deliverable for which the disk has no space is stored when it has some again', async () => {
  const keepBytes = vi.spyOn(server.platform.storage, 'keepBytes').mockRejectedValueOnce(full);
  await expectWritten(await startWriting());
  expect(keepBytes).toHaveBeenCalledTimes(2);
}, 120_000);

test('a task says that the disk has no space for its deliverable if it never has', async () => {
  vi.spyOn(server.platform.storage, 'keepBytes').mockRejectedValue(full);
  const id = await startWriting();
  const { sql } = server.platform.database;
  // As if it were the last attempt.
  const skipAttempts = async () => sql`
    UPDATE persona_instances SET failures = 5, due_at = now() WHERE id = ${id} AND failures = 1 RETURNING id`;
  await expect.poll(skipAttempts, { timeout: 30_000 }).toHaveLength(1);
  const { error } = await waitFor(server, id, 'failed');
  expect(error).toEqual({ code: 'service_unavailable', message: 'The server has no space left for files.' });
}, 120_000);
