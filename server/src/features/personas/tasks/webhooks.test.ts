import { expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { decideApproval, makePersona, startTask, waitFor } from '../../../../test/persona-tasks.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';

const { server, model, outside: receiver } = await startWithDoubles();

test('webhooks report a task as returned by its GET, without the link', async () => {
  await call(server, 'POST', '/api/v1/webhooks', { body: { url: receiver.url } });
  const persona = await makePersona(server, { autonomyLevel: 'approve_all', sopSteps: ['Only'] });
  const first = await startTask(server, persona.id);
  const { approvals } = await waitFor(server, first.id, 'awaiting_approval');
  await decideApproval(server, first.id, approvals[0].id, { decision: 'approve' });
  const task = await waitFor(server, first.id, 'completed');
  model.reply({ status: 400, error: { message: 'no' } });
  const failing = await makePersona(server, { sopSteps: ['Only'] });
  const second = await startTask(server, failing.id);
  await waitFor(server, second.id, 'failed');
  const bodies = () => receiver.hits.map((hit) => JSON.parse(hit));
  const typesOf = (id: string): string[] =>
    bodies()
      .flatMap(({ type, data }) => (data.id === id ? [String(type)] : []))
      .toSorted();
  await expect
    .poll(() => typesOf(first.id))
    .toEqual(['persona.approval_required', 'persona.completed', 'persona.started']);
  await expect.poll(() => typesOf(second.id)).toEqual(['persona.failed', 'persona.started']);
  const { link: _, ...shown } = task;
  expect(bodies().find(({ type }) => type === 'persona.completed').data).toEqual(shown);
  expect(receiver.hits.join()).not.toContain('token=');
});
