import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { occupyExpressions } from '../../../../test/occupy-expressions.ts';
import { decideApproval, getTask, promptOf, sendTool, waitFor } from '../../../../test/persona-tasks.ts';
import { sendMail, startWithMailing } from '../../../../test/start-with-mailing.ts';

const { server, model, outside, startMailing } = await startWithMailing();

test('edited arguments are used, and the model is notified', async () => {
  model.reply(sendMail);
  const { id } = await startMailing();
  const { approvals } = await waitFor(server, id, 'awaiting_approval');
  const edited = { to: 'bob@example.org', text: 'Hi' };
  await decideApproval(server, id, approvals[0].id, { decision: 'approve', arguments: edited });
  const task = await waitFor(server, id, 'completed');
  expect(outside.hits.map((hit) => JSON.parse(hit))).toEqual([edited]);
  expect(task.approvals[0]).toMatchObject({ status: 'approved', arguments: edited });
  expect(promptOf(model, 1)).toContain('bob@example.org');
});

test('edited arguments have to match the parameters of the tool; the error names the field, and nothing is decided', async () => {
  const parameters = {
    properties: { to: { type: 'string' }, amount: { type: 'number', maximum: 100 } },
    required: ['to'],
  };
  model.reply({ toolCalls: [{ name: 'send_mail', arguments: { to: 'ann@example.org', amount: 5 } }] });
  const { id } = await startMailing({ integrations: [sendTool(outside.url, { parameters })] });
  const { approvals, link } = await waitFor(server, id, 'awaiting_approval');
  const refuse = async (edited: Record<string, unknown>) => {
    const { status, body } = await decideApproval(server, id, approvals[0].id, {
      decision: 'approve',
      arguments: edited,
    });
    return [status, ...(body.error?.details.fields ?? []).map((fault: Record<string, string>) => Object.values(fault))];
  };
  expect(await refuse({ amount: '5' })).toEqual([
    400,
    ['body.arguments.to', 'is required', 'required'],
    ['body.arguments.amount', 'must be number', 'invalid_type'],
  ]);
  expect(await refuse({ to: 'ann@example.org', amount: 500 })).toEqual([
    400,
    ['body.arguments.amount', 'must be <= 100', 'too_large'],
  ]);
  const linked = await call(server, 'POST', `/api/public/persona-instances/${id}/approvals/${approvals[0].id}`, {
    body: { decision: 'approve', arguments: { to: 7 } },
    key: null,
    headers: { authorization: `Bearer ${new URL(link).hash.replace('#token=', '')}` },
  });
  expect(linked.body.error.details.fields[0].path).toBe('body.arguments.to');
  expect((await getTask(server, id)).approvals[0].status).toBe('pending');
  expect(await refuse({ to: 'bob@example.org', amount: 50 })).toEqual([200]);
  await waitFor(server, id, 'completed');
  expect(outside.hits.map((hit) => JSON.parse(hit))).toEqual([{ to: 'bob@example.org', amount: 50 }]);
});

test('the link of another task learns nothing of the parameters', async () => {
  const parameters = { properties: { to: { enum: ['ann@example.org'] } } };
  model.reply({ toolCalls: [{ name: 'send_mail', arguments: { to: 'ann@example.org' } }] });
  const { id } = await startMailing({ integrations: [sendTool(outside.url, { parameters })] });
  const { approvals } = await waitFor(server, id, 'awaiting_approval');
  model.reply(sendMail);
  const other = await startMailing();
  const { link } = await waitFor(server, other.id, 'awaiting_approval');
  const answer = await call(server, 'POST', `/api/public/persona-instances/${other.id}/approvals/${approvals[0].id}`, {
    body: { decision: 'approve', arguments: { to: 7 } },
    key: null,
    headers: { authorization: `Bearer ${new URL(link).hash.replace('#token=', '')}` },
  });
  expect([answer.status, answer.body.error?.details?.fields]).toEqual([404, undefined]);
});

test('an approval of an earlier version, whose parameters are not stored, takes any arguments', async () => {
  model.reply(sendMail);
  const { id } = await startMailing();
  const { approvals } = await waitFor(server, id, 'awaiting_approval');
  await server.platform.database.sql`UPDATE persona_approvals SET parameters = NULL WHERE instance_id = ${id}`;
  const edited = { to: 7 };
  await decideApproval(server, id, approvals[0].id, { decision: 'approve', arguments: edited });
  await waitFor(server, id, 'completed');
  expect(outside.hits.map((hit) => JSON.parse(hit))).toEqual([edited]);
});

test('parameters that can’t be checked in time keep nobody from deciding', async () => {
  const parameters = { properties: { to: { type: 'string', pattern: '^(a+)+$' } } };
  model.reply({ toolCalls: [{ name: 'send_mail', arguments: { to: 'a' } }] });
  const { id } = await startMailing({ integrations: [sendTool(outside.url, { parameters })] });
  const { approvals } = await waitFor(server, id, 'awaiting_approval');
  const edited = { to: `${'a'.repeat(50)}!` };
  expect((await decideApproval(server, id, approvals[0].id, { decision: 'approve', arguments: edited })).status).toBe(
    200,
  );
  await waitFor(server, id, 'completed');
});

test('a decision does not wait until the workspace’s expressions are evaluated', async () => {
  const parameters = { properties: { to: { type: 'string', pattern: '@' } } };
  model.reply(sendMail);
  const { id } = await startMailing({ integrations: [sendTool(outside.url, { parameters })] });
  const { approvals } = await waitFor(server, id, 'awaiting_approval');
  const release = await occupyExpressions(server);
  const decision = { decision: 'approve', arguments: { to: 'bob@example.org' } };
  const decided = await Promise.race([decideApproval(server, id, approvals[0].id, decision), sleep(8_000)]);
  await release();
  expect(decided).toMatchObject({ status: 200 });
  await waitFor(server, id, 'completed');
}, 20_000);

test('arguments that are not edited are those of the model, even if they do not match the parameters', async () => {
  model.reply({ toolCalls: [{ name: 'send_mail', arguments: { to: 5 } }] });
  const { id } = await startMailing();
  const { approvals } = await waitFor(server, id, 'awaiting_approval');
  expect((await decideApproval(server, id, approvals[0].id, { decision: 'approve' })).status).toBe(200);
  await waitFor(server, id, 'completed');
  expect(outside.hits).toHaveLength(1);
});
