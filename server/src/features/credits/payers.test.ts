import { expect, test } from 'vitest';
import { call } from '../../../test/client.ts';
import { formRuns } from '../../../test/form-runs.ts';
import { openChat } from '../../../test/open-chat.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';
import { workflowRuns } from '../../../test/workflow-runs.ts';
import { createCredits } from './index.ts';

const { server } = await startWithDoubles();
const { sql } = server.platform.database;
const workflows = workflowRuns(() => server);
const forms = formRuns(() => server, workflows);

/** Lets a day pass and runs the feature's sweeps. */
async function tidy(): Promise<void> {
  await sql`UPDATE credit_payers SET created_at = created_at - interval '25 hours'`;
  for (const { run } of createCredits(server.platform).sweeps ?? []) await run();
}

const payersOf = async (prefix: string): Promise<Set<string>> => {
  const rows = await sql<{ run_id: string }[]>`
    SELECT run_id FROM credit_payers WHERE starts_with(run_id, ${prefix})`;
  return new Set(rows.map(({ run_id: id }) => id));
};

const greeting = { nodes: [{ id: 'greet', type: 'template', config: { text: 'Hello' } }], outputs: {} };

test('who paid for a reply is forgotten once the reply has ended', async () => {
  const { send } = await openChat(server);
  expect((await send('POST', '/messages', { content: 'Hello?' })).status).toBe(200);
  expect((await payersOf('msg_')).size).toBe(1);
  await tidy();
  expect((await payersOf('msg_')).size).toBe(0);
});

test('who paid for an execution is known as long as the execution or the submission exists', async () => {
  const form = await forms.create(greeting);
  const kept = await forms.run(form.base, { message: 'Kept' });
  const deleted = await forms.run(form.base, { message: 'Deleted' });
  const without = await forms.run(form.base, { message: 'Its execution is deleted' });
  expect((await payersOf('exe_')).size).toBe(3);
  expect((await call(server, 'DELETE', `${form.owned}/${deleted.id}`)).status).toBe(200);
  await sql`DELETE FROM executions WHERE id = ANY(${[deleted.executionId, without.executionId]})`;
  await tidy();
  expect(await payersOf('sub_')).toEqual(new Set([kept.id, without.id]));
  // Deliveries about an execution that was deleted are found with the submission that started it.
  expect(await payersOf('exe_')).toEqual(new Set([kept.executionId, without.executionId]));
});
