import { describe, expect, test } from 'vitest';
import { eventually, followFromNow } from '../../../../test/client.ts';
import { createChat } from '../../../../test/open-chat.ts';
import { identify, leaveEmail, questions, startWithVisitors } from '../../../../test/start-with-visitors.ts';
import { create } from '../../../../test/two-workspaces.ts';
import { sweepRetention } from '../../retention/sweep-retention.ts';
import { sweepCauses } from '../person/sweep-causes.ts';

const {
  server,
  model,
  outside,
  sql,
  here,
  otherId,
  agentId,
  workflowId,
  chat,
  chatElsewhere,
  publicCall,
  visit,
  leaveTraces,
  exportOf,
  erase,
  audited,
  tablesWith,
} = await startWithVisitors();
const openFile = async (key: string) => (await server.platform.storage.open(key)).destroy();

describe('an erasure', () => {
  test('leaves nothing of a person, closes their streams, and keeps everyone else', async () => {
    const hook = { url: `${outside.url}/hook`, event_types: ['*'] };
    await create(here, '/webhooks', hook);
    const carolina = await leaveTraces('carolina');
    const dora = await leaveTraces('dora');
    const theirs = await visit(chatElsewhere, { identity: identify(chatElsewhere, 'user-carolina', carolina.email) });
    expect(await tablesWith('carolina')).toEqual(
      expect.arrayContaining(['webhook_deliveries', 'conversation_words', 'grouped_questions', 'content_chunks']),
    );
    const followed = await followFromNow(server, `${carolina.talk.path}/events`, {
      key: null,
      headers: carolina.talk.headers,
    });
    const answer = await erase({ email: carolina.email });
    expect(answer.body.data).toMatchObject({
      erased: { visitors: 1, conversations: 1, submissions: 1, executions: 2, files: 2 },
      identifiers: { user_ids: ['user-carolina'] },
    });
    await followed.events;
    // The other workspace's visitor is another one.
    await sql`DELETE FROM chat_visitors WHERE user_id = 'user-carolina' AND workspace_id = ${otherId}`;
    for (const part of [
      'carolina',
      'CAROLINA',
      carolina.id.slice(4),
      carolina.submission.id,
      carolina.submission.executionId,
    ]) {
      expect([part, await tablesWith(part)]).toEqual([part, []]);
    }
    expect(carolina.keys).toHaveLength(2);
    for (const key of carolina.keys) await expect(openFile(key)).rejects.toMatchObject({ code: 'resource_not_found' });
    expect((await carolina.talk.say('Hello?')).status).toBe(401);
    expect((await here('GET', `/api/v1/conversations/${carolina.id}`)).status).toBe(404);
    expect((await here('GET', '/api/v1/conversations?q=carolina')).body.data).toEqual([]);
    expect(JSON.stringify((await here('GET', '/api/v1/insights/questions?per_page=100')).body.data)).not.toMatch(
      /carolina/,
    );
    const entry = await audited('visitor.erased');
    expect(entry).toMatchObject({
      resource: { type: 'visitor', id: answer.body.data.reference },
      actor: { type: 'api_key' },
    });

    expect((await here('GET', `/api/v1/conversations/${dora.id}`)).status).toBe(200);
    expect((await dora.talk.say('Still here')).status).toBe(200);
    for (const key of dora.keys) await openFile(key);
    expect((await theirs.send('GET', '')).status).toBe(401);
    // Repeated, there is nothing left.
    const again = await erase({ email: carolina.email });
    expect([again.status, again.body.data.erased.visitors]).toEqual([200, 0]);
    expect(again.body.data.reference).toBe(answer.body.data.reference);
  });

  test('leaves no name in the audit log', async () => {
    const fields = [{ name: 'name', label: 'Name', type: 'text' }];
    const asking = { name: 'Asking', agent_id: agentId, pre_chat: { enabled: true, fields } };
    const desk = await createChat(server, asking);
    const piet = await visit(desk, { preChat: { name: 'Piet Mondriaan' } });
    await leaveEmail(piet, 'mondriaan@example.com');
    model.reply({ text: 'Hello.' });
    await piet.say('Hello?');
    const id = piet.conversationId;
    const path = `/api/v1/conversations/${id}`;
    expect((await here('PATCH', path, { subject: 'The order of Mr Mondriaan' })).status).toBe(200);
    expect((await here('POST', `${path}/accept`)).status).toBe(200);
    const download = '/api/v1/conversations/export?format=jsonl&status=human&q=mondriaan%40example.com';
    expect((await here('GET', download)).status).toBe(200);
    expect((await erase({ email: 'mondriaan@example.com' })).body.data.erased).toMatchObject({ conversations: 1 });
    expect(await tablesWith('Mondriaan')).toEqual([]);
    expect(await tablesWith('mondriaan@example.com')).toEqual([]);
    expect(await audited('conversation.accepted')).toMatchObject({ resource: { id, name: 'Asking' } });
    const { changes } = await audited('export.created');
    expect(changes).toMatchObject({ status: { after: 'human' } });
    expect(Object.keys(changes)).not.toContain('q');
  });

  test('finds a conversation whose interface was deleted, with its visitor', async () => {
    const gone = await createChat(server, { name: 'Gone', agent_id: agentId });
    const kim = await visit(gone, { identity: identify(gone, 'user-kim', 'kim@example.com') });
    model.reply({ text: 'Hello.' });
    await kim.say('I am Kim.');
    const looking = await visit(gone);
    await leaveEmail(looking, 'only-looking@example.com');
    expect((await here('DELETE', `/api/v1/chat-interfaces/${gone.id}`)).status).toBe(200);

    expect((await kim.say('Still there?')).status).toBe(404);
    const id = kim.conversationId;
    expect((await here('GET', `/api/v1/conversations/${id}`)).body.data).toMatchObject({
      interface: { id: gone.id, name: 'Gone' },
      visitor: { id: kim.visitorId, email: 'kim@example.com' },
    });
    expect(await tablesWith('only-looking')).toEqual([]);
    const { rows } = await exportOf({ user_id: 'user-kim' });
    expect(await rows('visitors')).toMatchObject([{ user_id: 'user-kim', interface_id: null, interface_name: null }]);
    expect((await rows('messages')).map(({ content }) => content)).toEqual(['I am Kim.', 'Hello.']);
    expect((await erase({ email: 'kim@example.com' })).body.data.erased).toMatchObject({
      visitors: 1,
      conversations: 1,
    });
    for (const part of ['user-kim', 'kim@example.com', kim.threadId]) {
      expect([part, await tablesWith(part)]).toEqual([part, []]);
    }
  });

  test('finds executions that are kept longer than the conversation and the submission that caused them', async () => {
    const leonie = await leaveTraces('leonie');
    const mia = await leaveTraces('mia');
    const target = { target_type: 'workflow', workflow_id: workflowId, input_mapping: { name: '{{ contact }}' } };
    const old = await create(here, '/form-interfaces', { title: 'Old', ...target, fields: questions });
    const body = { message: 'When?', inputs: { contact: leonie.email } };
    const sent = (await publicCall('POST', `/form-interfaces/${old.slug}/submissions`, { body })).body.data;
    await eventually(async () => {
      const rows = await sql`SELECT 1 FROM form_submissions WHERE id = ${sent.id} AND status = 'completed'`;
      return rows[0];
    });
    // The visitor deletes the conversation, the owner the form.
    expect((await leonie.talk.send('DELETE', '')).status).toBe(200);
    expect((await here('DELETE', `/api/v1/form-interfaces/${old.id}`)).status).toBe(200);
    const { rows, manifest } = await exportOf({ email: leonie.email });
    expect(manifest.records).toMatchObject({ visitors: 0, conversations: 0, submissions: 1, executions: 3 });
    expect((await rows('executions')).map(({ inputs }) => inputs)).toContainEqual({ name: 'leonie Smith' });

    // The workspace's key alone doesn't lead from the submissions to the user.
    const byUser = await erase({ user_id: 'user-leonie' });
    expect(byUser.body.data.erased).toMatchObject({ visitors: 0, submissions: 0, executions: 1 });
    expect((await erase({ email: leonie.email })).body.data.erased).toMatchObject({ submissions: 1, executions: 2 });
    expect(await tablesWith('leonie')).toEqual([]);
    const causes = [leonie.talk.threadId, leonie.submission.id, sent.id];
    expect(await sql`SELECT 1 FROM deleted_causes WHERE cause_id = ANY(${causes})`).toHaveLength(0);
    const { status } = await here('POST', '/api/v1/visitors/export', { email: leonie.email });
    expect(status).toBe(404);
    expect((await here('GET', `/api/v1/executions/${mia.submission.executionId}`)).status).toBe(200);
  });

  test('finds an execution that was repeated twice, after the one in between was deleted', async () => {
    const broken = {
      nodes: [{ id: 'stop', type: 'fail', config: { code: 'no', message: 'no' } }],
      edges: [],
      outputs: {},
    };
    const workflow = await create(here, '/workflows', { name: 'Broken', definition: broken });
    const target = { target_type: 'workflow', workflow_id: workflow.id };
    const { slug } = await create(here, '/form-interfaces', { title: 'Broken', ...target, fields: questions });
    const body = { message: 'When?', inputs: { contact: 'paula@example.com' } };
    const sent = (await publicCall('POST', `/form-interfaces/${slug}/submissions`, { body })).body.data;
    const failed = async (id: string): Promise<string> =>
      eventually(async () => {
        const found = await here('GET', `/api/v1/executions/${id}`);
        return found.body.data?.status === 'failed' ? id : undefined;
      });
    const first = await eventually(async () => {
      const [row] = await sql<{ execution_id: string | null }[]>`
        SELECT execution_id FROM form_submissions WHERE id = ${sent.id} AND status = 'failed'`;
      return row?.execution_id ?? undefined;
    });
    const retry = async (id: string) =>
      failed((await create(here, `/executions/${await failed(id)}/retry`, {})).execution_id);
    const second = await retry(first);
    const third = await retry(second);
    await sql`UPDATE executions SET completed_at = now() - interval '9 days' WHERE id = ${second}`;
    // One that has failed would keep what it repeats.
    await sql`UPDATE executions SET status = 'cancelled', cancelled_at = completed_at WHERE id = ${third}`;
    const keep = async (days: number | null) =>
      here('PATCH', '/api/v1/workspace', { retention: { executions_days: days } });
    await keep(8);
    await sweepRetention(server.platform);
    await keep(null);
    const statusOf = async (id: string) => (await here('GET', `/api/v1/executions/${id}`)).status;
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual([200, 404, 200]);
    const { erased } = (await erase({ email: 'paula@example.com' })).body.data;
    expect(erased).toMatchObject({ submissions: 1, executions: 2 });
    expect(await Promise.all([first, third].map(statusOf))).toEqual([404, 404]);
    expect(await tablesWith('paula@example')).toEqual([]);
  });

  test('finds the threads and deliveries of executions that an older version has deleted', async () => {
    await create(here, '/webhooks', { url: `${outside.url}/asked`, event_types: ['execution.completed'] });
    const asking = { id: 'ask', type: 'agent', config: { agent_id: agentId, message: 'About {{ inputs.name }}' } };
    const definition = { nodes: [asking], edges: [], outputs: { output: '{{ inputs.name }}' } };
    const workflow = await create(here, '/workflows', { name: 'Ask', definition });
    const target = { target_type: 'workflow', workflow_id: workflow.id, input_mapping: { name: '{{ contact }}' } };
    const { slug } = await create(here, '/form-interfaces', { title: 'Ask', ...target, fields: questions });
    const submitTo = async (contact: string): Promise<{ id: string; execution_id: string }> => {
      model.reply({ text: 'I see.' });
      const body = { message: 'When?', inputs: { contact } };
      const sent = (await publicCall('POST', `/form-interfaces/${slug}/submissions`, { body })).body.data;
      return eventually(async () => {
        const [row] = await sql<{ id: string; execution_id: string }[]>`
          SELECT id, execution_id FROM form_submissions
          WHERE id = ${sent.id} AND status = 'completed' AND index_due_at IS NULL`;
        return row;
      });
    };
    const [rita, sara] = [await submitTo('rita@example.com'), await submitTo('sara@example.com')];
    for (const { id, execution_id: executionId } of [rita, sara]) {
      await sql`DELETE FROM form_submissions WHERE id = ${id}`;
      await sql`DELETE FROM executions WHERE id = ${executionId}`;
      await sql`DELETE FROM events WHERE stream IN (${id}, ${executionId})`;
    }
    expect(await tablesWith('rita@example')).toEqual(expect.arrayContaining(['messages', 'webhook_deliveries']));
    const { rows } = await exportOf({ email: 'rita@example.com' });
    expect((await rows('messages')).map(({ content }) => content)).toEqual(['About rita@example.com', 'I see.']);
    expect((await erase({ email: 'rita@example.com' })).status).toBe(200);
    expect(await tablesWith('rita@example')).toEqual([]);
    expect(await tablesWith('sara@example')).toContain('messages');
  });

  test('leaves no delivery about a conversation that was deleted before', async () => {
    await create(here, '/webhooks', { url: `${outside.url}/before`, event_types: ['message.created'] });
    const ole = await visit(chat, { identity: identify(chat, 'user-ole', 'ole@example.com') });
    model.reply({ text: 'Hello.' });
    await ole.say('Here is Ole.');
    expect((await ole.send('DELETE', '')).status).toBe(200);
    expect(await tablesWith('Here is Ole.')).toEqual(['webhook_deliveries']);
    await sweepCauses(server.platform);
    const { erased } = (await erase({ user_id: 'user-ole' })).body.data;
    expect(erased).toMatchObject({ visitors: 0, executions: 0 });
    expect(erased.deliveries).toBeGreaterThan(0);
    expect([await tablesWith('Here is Ole.'), await tablesWith(ole.threadId)]).toEqual([[], []]);
    expect((await here('POST', '/api/v1/visitors/export', { user_id: 'user-ole' })).status).toBe(404);
  });

  test('finds the execution of an old conversation by an address that the visitor entered later', async () => {
    const nils = await visit(chat);
    model.reply({ toolCalls: [{ name: 'greet', arguments: { name: 'Nils' } }] }, { text: 'Hello Nils.' });
    await nils.say('I am Nils.');
    const again = await visit(chat, {
      resume: nils.token,
      newThread: true,
    });
    expect([again.visitorId, again.threadId === nils.threadId]).toEqual([nils.visitorId, false]);
    await sql`UPDATE conversations SET updated_at = now() - interval '9 days' WHERE thread_id = ${nils.threadId}`;
    const keep = async (retention: object) =>
      expect((await here('PATCH', '/api/v1/workspace', { retention })).status).toBe(200);
    await keep({ conversations_days: 8 });
    await sweepRetention(server.platform);
    await leaveEmail(again, 'nils@example.com');
    const { manifest, rows } = await exportOf({ email: 'nils@example.com' });
    expect(manifest.records).toMatchObject({ visitors: 1, conversations: 0, executions: 1 });
    expect((await rows('executions')).map(({ inputs }) => inputs)).toEqual([{ name: 'Nils' }]);
    // What was kept of the conversation is deleted with its last execution.
    await sql`UPDATE executions SET completed_at = now() - interval '9 days' WHERE inputs->>'name' = 'Nils'`;
    await keep({ conversations_days: null, executions_days: 8 });
    await sql`DELETE FROM webhook_deliveries WHERE event LIKE '%Nils%'`;
    await sql`UPDATE webhook_deliveries SET created_at = now() + interval '1 hour'`;
    const kept = async () => sql`SELECT 1 FROM deleted_causes WHERE cause_id = ${nils.threadId}`;
    await sweepCauses(server.platform);
    expect(await kept()).not.toHaveLength(0);
    await sweepRetention(server.platform);
    await sweepCauses(server.platform);
    expect(await kept()).toHaveLength(0);
    await keep({ executions_days: null });
  });
});
