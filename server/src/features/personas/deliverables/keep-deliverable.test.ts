import { readdir } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { makePersona, startTask, waitFor } from '../../../../test/persona-tasks.ts';
import { startS3Server } from '../../../../test/s3-server/start-s3-server.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';

const s3 = await startS3Server();
const { server, model } = await startWithDoubles(s3.environment);
afterAll(async () => s3.close());

test('a deliverable that the storage refuses leaves nothing, and is stored when it works again', async () => {
  model.reply({ toolCalls: [{ name: 'write_deliverable', arguments: { name: 'Notes', content: '# Herons' } }] });
  model.always({ text: 'Done.' });
  const deliverables = [{ name: 'Notes', description: 'All of it', type: 'markdown', guaranteed: true }];
  const persona = await makePersona(server, { sopSteps: ['Write'], deliverables });
  s3.requests.length = 0;
  s3.failNext(1_000, 'error');
  const { id } = await startTask(server, persona.id);
  await expect.poll(() => s3.requests.length, { timeout: 30_000 }).toBeGreaterThan(0);
  await expect.poll(async () => readdir(server.platform.storage.incoming), { timeout: 30_000 }).toEqual([]);
  s3.failNext(0, 'error');
  await waitFor(server, id, 'completed');
  const { body } = await call(server, 'GET', `/api/personas/instances/${id}/deliverables`);
  expect(body.data).toMatchObject([{ name: 'Notes' }]);
  expect(await readdir(server.platform.storage.incoming)).toEqual([]);
}, 120_000);
