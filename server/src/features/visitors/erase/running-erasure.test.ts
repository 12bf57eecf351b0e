import { describe, expect, test, vi } from 'vitest';
import { call, eventually, followFromNow } from '../../../../test/client.ts';
import { fileForm, identify, leaveEmail, questions, startWithVisitors } from '../../../../test/start-with-visitors.ts';
import { create } from '../../../../test/two-workspaces.ts';
import { sweepErasures } from './erase-person.ts';

const {
  server,
  model,
  outside,
  sql,
  here,
  elsewhere,
  agentId,
  chat,
  chatElsewhere,
  publicCall,
  visit,
  leaveTraces,
  erase,
  tablesWith,
} = await startWithVisitors();
const waits = {
  nodes: [{ id: 'wait', type: 'approval', config: { title: 'May it?' } }],
  edges: [],
  outputs: { output: 'Done' },
};

describe('an erasure', () => {
  test('cancels a reply in progress, and keeps other workspaces', async () => {
    const eve = await visit(chat);
    await leaveEmail(eve, 'eve@example.com');
    const theirs = await visit(chatElsewhere, { visitorId: 'shared-id' });
    model.reply({ text: 'One two three four', hangAfter: 2 });
    const asked = model.calls.length;
    const reply = eve.say('Please write');
    await eventually(async () => (model.calls.length > asked ? true : undefined));
    expect((await erase({ email: 'eve@example.com' })).status).toBe(200);
    await reply;
    expect(await tablesWith(eve.threadId)).toEqual([]);
    expect((await erase({ visitor_id: 'shared-id' })).body.data.erased.visitors).toBe(0);
    expect((await erase({ visitor_id: theirs.visitorId }, elsewhere)).body.data.erased.visitors).toBe(1);
  });

  test('ends the run of a submission', async () => {
    const { id: slow } = await create(here, '/workflows', { name: 'Wait', definition: waits });
    const target = { target_type: 'workflow', workflow_id: slow, fields: questions };
    const { slug } = await create(here, '/form-interfaces', { title: 'Wait', ...target });
    const body = { message: 'When?', inputs: { contact: 'Fay@example.com' } };
    const { id } = (await publicCall('POST', `/form-interfaces/${slug}/submissions`, { body })).body.data;
    const [run] = await eventually(async () => {
      const rows = await sql<{ id: string }[]>`SELECT id FROM executions WHERE status = 'waiting'`;
      return rows.length === 0 ? undefined : rows;
    });
    // The console follows the run, and the visitor's page the submission.
    const ofRun = await followFromNow(server, `/api/v1/executions/${run?.id ?? ''}/events`);
    const ofPage = `/api/public/form-interfaces/${slug}/submissions/${id}/events`;
    const ofSubmission = await followFromNow(server, ofPage, { key: null });
    expect((await erase({ email: 'fay@example.com' })).body.data.erased).toMatchObject({
      submissions: 1,
      executions: 1,
    });
    expect((await ofRun.events).at(-1)?.event).toBe('execution:cancelled');
    expect((await ofSubmission.events).at(-1)?.event).toBe('submission:failed');
    expect(await tablesWith(id)).toEqual([]);
    expect(await sql`SELECT 1 FROM executions WHERE status = 'waiting'`).toHaveLength(0);
  });

  test('leaves no delivery of a submission whose run it ends', async () => {
    await create(here, '/webhooks', { url: `${outside.url}/failed`, event_types: ['form.failed'] });
    const { id: slow } = await create(here, '/workflows', { name: 'Wait', definition: waits });
    const target = { target_type: 'workflow', workflow_id: slow, fields: questions, allow_file_upload: true };
    const { slug } = await create(here, '/form-interfaces', { title: 'Wait', ...target });
    const { events, storage } = server.platform;
    // The process that follows the run learns of its end only once the deliveries are erased …
    const areErased = Promise.withResolvers<void>();
    const { read } = events;
    const reading = vi.spyOn(events, 'read').mockImplementation(async function* (stream, ...position) {
      for await (const record of read(stream, ...position)) {
        if (record.event === 'execution:cancelled') await areErased.promise;
        yield record;
      }
    });
    // … and the submission is deleted only once it has ended.
    const { remove } = storage;
    const removing = vi.spyOn(storage, 'remove').mockImplementation(async (key) => {
      areErased.resolve();
      await expect.poll(async () => sql`SELECT 1 FROM form_submissions WHERE status = 'running'`).toHaveLength(0);
      return remove.call(storage, key);
    });
    const { fileRef } = (await publicCall('POST', `/form-interfaces/${slug}/upload`, { form: fileForm('A note.') }))
      .body.data;
    const body = { message: 'When?', inputs: { contact: 'ida@example.com' }, files: [fileRef] };
    const { id } = (await publicCall('POST', `/form-interfaces/${slug}/submissions`, { body })).body.data;
    try {
      await eventually(async () => {
        const rows = await sql`SELECT 1 FROM executions WHERE status = 'waiting'`;
        return rows[0];
      });
      const page = `/api/public/form-interfaces/${slug}/submissions/${id}/events`;
      const following = await followFromNow(server, page, { key: null });
      expect((await erase({ email: 'ida@example.com' })).body.data.erased).toMatchObject({ submissions: 1 });
      expect((await following.events).at(-1)?.event).toBe('submission:failed');
      expect([await tablesWith(id), await tablesWith('ida@example.com')]).toEqual([[], []]);
      expect(outside.hits.filter((hit) => hit.includes('form.failed') && hit.includes(id))).toEqual([]);
    } finally {
      reading.mockRestore();
      removing.mockRestore();
    }
  });

  test('leaves no delivery about a conversation that is closed while it runs', async () => {
    await create(here, '/webhooks', { url: `${outside.url}/closed`, event_types: ['*'] });
    const jonathan = await leaveTraces('jonathan');
    const { storage } = server.platform;
    const { remove } = storage;
    let closed = 0;
    const removing = vi.spyOn(storage, 'remove').mockImplementation(async (key) => {
      if (closed === 0) closed = (await here('POST', `/api/v1/conversations/${jonathan.id}/close`, {})).status;
      return remove.call(storage, key);
    });
    try {
      expect((await erase({ email: jonathan.email })).status).toBe(200);
    } finally {
      removing.mockRestore();
    }
    expect(closed).toBe(200);
    expect([await tablesWith(jonathan.id.slice(4)), await tablesWith('jonathan')]).toEqual([[], []]);
  });

  test('stays with its process although one step of it takes longer than the lease', async () => {
    const nora = await leaveTraces('nora');
    const { storage } = server.platform;
    const { remove } = storage;
    let isSlow = true;
    const removing = vi.spyOn(storage, 'remove').mockImplementation(async (key) => {
      if (isSlow) {
        isSlow = false;
        // As if most of the time had passed for which the process keeps it.
        await sql`UPDATE visitor_erasures SET due_at = now() + interval '30 seconds'`;
        const isRenewed = async () => sql`SELECT 1 FROM visitor_erasures WHERE due_at > now() + interval '1 minute'`;
        await expect.poll(isRenewed).toHaveLength(1);
        await sweepErasures(server.platform);
      }
      return remove.call(storage, key);
    });
    try {
      expect((await erase({ email: nora.email })).body).toMatchObject({ data: { erased: { conversations: 1 } } });
    } finally {
      removing.mockRestore();
    }
    expect([isSlow, await sql`SELECT 1 FROM visitor_erasures`]).toEqual([false, []]);
    expect([await tablesWith(nora.id.slice(4)), await tablesWith('nora')]).toEqual([[], []]);
  });

  test('is continued by a sweep if its process died', async () => {
    const gil = await visit(chat);
    await leaveEmail(gil, 'gil@example.com');
    const traits = { userIds: [], emails: ['gil@example.com'], visitorIds: [], emailsOfUsers: true };
    const [workspace] = await sql<{ workspace_id: string }[]>`SELECT workspace_id FROM agents WHERE id = ${agentId}`;
    // It died after it had deleted a conversation, and before the deliveries.
    const hook = await create(here, '/webhooks', { url: `${outside.url}/left`, event_types: ['conversation.closed'] });
    await sql`
      INSERT INTO webhook_deliveries (id, workspace_id, webhook_id, event_type, event, status)
      SELECT 'del_left', workspace_id, id, 'conversation.closed', '{"id":"cnv_deleted"}', 'success'
      FROM webhooks WHERE id = ${hook.id}`;
    await sql`
      INSERT INTO visitor_erasures (id, workspace_id, traits, due_at, ids)
      VALUES ('ers_died', ${workspace?.workspace_id ?? ''}, ${JSON.stringify(traits)}, now() - interval '1 second',
        ARRAY['cnv_deleted'])`;
    await sweepErasures(server.platform);
    // The server's own sweep may have been faster.
    await eventually(async () => ((await sql`SELECT 1 FROM visitor_erasures`).length === 0 ? true : undefined));
    expect(await tablesWith('cnv_deleted')).toEqual([]);
    expect([await tablesWith('gil@example.com'), await tablesWith(gil.threadId)]).toEqual([[], []]);
  });

  test('also takes what the person writes in the meantime', async () => {
    const identity = () => identify(chat, 'user-hal', 'hal@example.com');
    await visit(chat, { identity: identity() });
    const writing = Array.from({ length: 8 }, async () => {
      const opened = await call(server, 'POST', chat.sessions, {
        key: null,
        body: { identity: identity(), newThread: true },
      });
      return opened.body.data?.threadId as string | undefined;
    });
    expect((await erase({ user_id: 'user-hal' })).status).toBe(200);
    await Promise.all(writing);
    expect((await erase({ user_id: 'user-hal' })).status).toBe(200);
    const orphans = await sql`
      SELECT 1 FROM threads t WHERE metadata->>'interface_id' = ${chat.id}
        AND NOT EXISTS (SELECT FROM chat_sessions WHERE thread_id = t.id)`;
    expect(orphans).toHaveLength(0);
  });
});
