import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { decideApproval, eventsOf, getTask, promptOf, sendTool, waitFor } from '../../../../test/persona-tasks.ts';
import { mail, sendMail, startWithMailing } from '../../../../test/start-with-mailing.ts';

const { server, model, outside, startMailing } = await startWithMailing();

test('full_auto never asks', async () => {
  model.reply(sendMail);
  const { id } = await startMailing({ autonomyLevel: 'full_auto' });
  const task = await waitFor(server, id, 'completed');
  expect(task.approvals).toEqual([]);
  expect(outside.hits.map((hit) => JSON.parse(hit))).toEqual([mail]);
});

test('approve_high_risk asks before a high-risk call with its exact arguments, and not before a low-risk one', async () => {
  model.reply({ toolCalls: [{ name: 'current_time', arguments: {} }, ...sendMail.toolCalls] });
  const { id } = await startMailing();
  const task = await waitFor(server, id, 'awaiting_approval');
  expect(task.approvals).toHaveLength(1);
  expect(task.approvals[0]).toMatchObject({ kind: 'action', status: 'pending', arguments: mail });
  expect(task.approvals[0].title).toContain('send_mail');
  const hours = (Date.parse(task.approvals[0].expiresAt) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(71.9);
  expect(hours).toBeLessThanOrEqual(72);
  expect(outside.hits).toHaveLength(0);
  const { status } = await decideApproval(server, id, task.approvals[0].id, { decision: 'approve' });
  expect(status).toBe(200);
  await waitFor(server, id, 'completed');
  expect(outside.hits.map((hit) => JSON.parse(hit))).toEqual([mail]);
  const names = (await eventsOf(server, id)).map(({ event }) => event);
  expect(names.filter((name) => name.includes('approval'))).toEqual([
    'persona:approval-required',
    'persona:approval-decided',
  ]);
});

test('a persona may declare a writing tool low-risk', async () => {
  model.reply(sendMail);
  const { id } = await startMailing({ integrations: [sendTool(outside.url, { risk: 'low' })] });
  expect((await waitFor(server, id, 'completed')).approvals).toEqual([]);
  expect(outside.hits).toHaveLength(1);
});

test('approve_all asks before each step and each call', async () => {
  model.reply({ toolCalls: [{ name: 'current_time', arguments: {} }] });
  const { id } = await startMailing({ autonomyLevel: 'approve_all', sopSteps: ['First', 'Second'] });
  const asked: string[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const task = await waitFor(server, id, 'awaiting_approval');
    const open = task.approvals.filter(({ status }: { status: string }) => status === 'pending');
    expect(open).toHaveLength(1);
    asked.push(`${open[0].kind} ${open[0].stepIndex}`);
    expect((await decideApproval(server, id, open[0].id, { decision: 'approve' })).status).toBe(200);
    // It takes a moment until the task has left the state that the decision ended.
    await expect
      .poll(
        async () =>
          (await getTask(server, id)).approvals.some(
            ({ id: other, status }: { id: string; status: string }) => other !== open[0].id && status === 'pending',
          ) || (await getTask(server, id)).status === 'completed',
      )
      .toBe(true);
  }
  await waitFor(server, id, 'completed');
  expect(asked).toEqual(['step 0', 'action 0', 'step 1']);
});

test('a rejected call is not made, and the model sees the comment', async () => {
  model.reply(sendMail);
  const { id } = await startMailing();
  const { approvals } = await waitFor(server, id, 'awaiting_approval');
  await decideApproval(server, id, approvals[0].id, { decision: 'reject', comment: 'Ann is on holiday.' });
  await waitFor(server, id, 'completed');
  expect(outside.hits).toHaveLength(0);
  expect(promptOf(model, 1)).toContain('Ann is on holiday.');
});

test('a rejected step is skipped, later steps get its comment, and an edited step is done as edited', async () => {
  const { id } = await startMailing({ autonomyLevel: 'approve_all', sopSteps: ['First', 'Second'] });
  const first = await waitFor(server, id, 'awaiting_approval');
  expect(first.approvals[0]).toMatchObject({ kind: 'step', arguments: { instruction: 'First' } });
  await decideApproval(server, id, first.approvals[0].id, { decision: 'reject', comment: 'Not needed.' });
  await expect.poll(async () => (await getTask(server, id)).approvals.length).toBe(2);
  const second = await waitFor(server, id, 'awaiting_approval');
  const path = second.approvals[1].id;
  const bad = await decideApproval(server, id, path, { decision: 'approve', arguments: { instruction: '', more: 1 } });
  expect(bad.body.error.details.fields[0].path).toBe('body.arguments.instruction');
  const long = { instruction: 'x'.repeat(4_001) };
  const tooLong = await decideApproval(server, id, path, { decision: 'approve', arguments: long });
  expect(tooLong.body.error?.details.fields).toEqual([
    { path: 'body.arguments.instruction', message: 'must have at most 4,000 characters', code: 'too_long' },
  ]);
  await decideApproval(server, id, path, { decision: 'approve', arguments: { instruction: 'Second, in French' } });
  const task = await waitFor(server, id, 'completed');
  expect(task.progress.steps).toMatchObject([
    { status: 'skipped', output: expect.stringContaining('Not needed.') },
    { status: 'completed', title: 'Second, in French' },
  ]);
  expect(model.calls).toHaveLength(1);
  expect(promptOf(model, 0)).toContain('Not needed.');
  expect(promptOf(model, 0)).toContain('Second, in French');
});

test('of twenty concurrent decisions only one counts, and the call is made once or not at all', async () => {
  for (const round of [1, 2, 3]) {
    outside.hits.length = 0;
    model.reply(sendMail);
    const { id } = await startMailing();
    const { approvals } = await waitFor(server, id, 'awaiting_approval');
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const decision = (index + round) % 2 === 0 ? 'approve' : 'reject';
        return { decision, ...(await decideApproval(server, id, approvals[0].id, { decision })) };
      }),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    await waitFor(server, id, 'completed');
    expect(outside.hits).toHaveLength(winners[0]?.decision === 'approve' ? 1 : 0);
  }
});

test('several approvals are requested together; each call is made when it is approved', async () => {
  const calls = [1, 2, 3].map((number) => ({ name: 'send_mail', arguments: { ...mail, text: `No. ${number}` } }));
  model.reply({ toolCalls: calls });
  const { id } = await startMailing();
  const { approvals } = await waitFor(server, id, 'awaiting_approval');
  expect(approvals).toHaveLength(3);
  await decideApproval(server, id, approvals[1].id, { decision: 'approve' });
  await expect.poll(() => outside.hits.length).toBe(1);
  expect(model.calls).toHaveLength(1);
  await Promise.all([
    decideApproval(server, id, approvals[0].id, { decision: 'approve' }),
    decideApproval(server, id, approvals[2].id, { decision: 'reject' }),
  ]);
  await waitFor(server, id, 'completed');
  expect(outside.hits.map((hit) => JSON.parse(hit).text)).toEqual(['No. 2', 'No. 1']);
});

test('an undecided approval expires at its time, and the call is not made', async () => {
  model.reply(sendMail);
  const { id } = await startMailing({ approvalExpiryHours: 1.5 / 3600 });
  const { approvals } = await waitFor(server, id, 'awaiting_approval');
  await waitFor(server, id, 'completed');
  const task = await getTask(server, id);
  expect(task.approvals[0].status).toBe('expired');
  expect(outside.hits).toHaveLength(0);
  expect(promptOf(model, 1)).toContain('nobody approved it in time');
  expect((await decideApproval(server, id, approvals[0].id, { decision: 'approve' })).status).toBe(400);
});

test('deciding needs executions:approve; an unknown approval is a 404; comment and arguments must match the decision', async () => {
  model.reply(sendMail);
  const { id } = await startMailing();
  const { approvals } = await waitFor(server, id, 'awaiting_approval');
  const { body } = await call(server, 'POST', '/api/v1/api-keys', {
    body: { name: 'x', scopes: ['personas:execute', 'personas:read'] },
  });
  const path = `/api/personas/instances/${id}/approvals/${approvals[0].id}`;
  const forbidden = await call(server, 'POST', path, { body: { decision: 'approve' }, key: body.data.key });
  expect([forbidden.status, forbidden.body.error.code]).toEqual([403, 'insufficient_scope']);
  expect((await decideApproval(server, id, 'apr_none', { decision: 'approve' })).status).toBe(404);
  expect((await decideApproval(server, 'ins_none', approvals[0].id, { decision: 'approve' })).status).toBe(404);
  const both = await decideApproval(server, id, approvals[0].id, { decision: 'reject', arguments: mail });
  expect(both.body.error.details.fields[0].path).toBe('body.arguments');
  await call(server, 'POST', `/api/personas/instances/${id}/cancel`);
  expect((await getTask(server, id)).approvals[0].status).toBe('cancelled');
  expect((await decideApproval(server, id, approvals[0].id, { decision: 'approve' })).status).toBe(400);
  await sleep(50);
  expect(outside.hits).toHaveLength(0);
});
