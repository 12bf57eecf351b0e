import { beforeEach, describe, expect, test } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { findTablesWith } from '../../../test/find-tables-with.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';
import { create, openTwoWorkspaces, type Send } from '../../../test/two-workspaces.ts';
import { sweepRetention } from './sweep-retention.ts';

const { server, outside } = await startWithDoubles();
const { sql } = server.platform.database;
const { here, elsewhere } = await openTwoWorkspaces(server);

beforeEach(async () =>
  keep({ conversations: null, submissions: null, executions: null, deliveries: null, audit: null }),
);

async function keep(days: Record<string, number | null>): Promise<void> {
  const retention = Object.fromEntries(Object.entries(days).map(([name, count]) => [`${name}_days`, count]));
  expect((await here('PATCH', '/api/v1/workspace', { retention })).status).toBe(200);
}
const sweep = async () => sweepRetention(server.platform);
const statusOf = async (path: string, send = here) => (await send('GET', `/api/v1${path}`)).status;
const fromVisitor = async (path: string, body: object, headers = {}) =>
  (await call(server, 'POST', `/api/public${path}`, { key: null, body, headers })).body.data;

/** Uploads a file; returns the answer. */
async function upload(path: string, headers = {}) {
  const form = new FormData();
  form.append('file', new Blob(['Herons nest in April.']), 'note.txt');
  const answer = await call(server, 'POST', `/api/public${path}`, { key: null, form, headers });
  expect(answer.body.error ?? answer.status).toBe(201);
  return answer.body.data;
}
/** Returns a function that reads the only file of an owner from the storage. */
async function findFile(owningId: string): Promise<() => Promise<unknown>> {
  const [row] = await sql<{ storage_key: string }[]>`
    SELECT storage_key FROM files WHERE owner = ${owningId} ORDER BY id DESC LIMIT 1`;
  return async () => (await server.platform.storage.open(row?.storage_key ?? '')).destroy();
}

interface Conversation {
  readonly id: string;
  readonly threadId: string;
  readonly headers: Record<string, string>;
  readonly path: string;
  readonly openFile: () => Promise<unknown>;
}

/** A visitor's conversation with a file, a reply and feedback; its last activity was that many days ago. */
async function converse(send: Send, daysAgo: number): Promise<Conversation> {
  const agent = await create(send, '/agents', { name: 'Guide' });
  const { slug } = await create(send, '/chat-interfaces', { name: 'Help', agent_id: agent.id });
  const base = `/chat-interfaces/${slug}/sessions`;
  const session = await fromVisitor(base, {});
  const { threadId } = session;
  const headers = { Authorization: `Bearer ${session.token}` };
  const path = `${base}/${session.id}`;
  const { fileId } = await upload(`${path}/upload`, headers);
  const reply = await fromVisitor(`${path}/messages`, { content: 'Hello', attachments: [fileId] }, headers);
  await fromVisitor(`${path}/messages/${reply.id}/feedback`, { rating: 'up' }, headers);
  await sql`
    UPDATE conversations SET updated_at = now() - ${daysAgo}::int * interval '1 day' WHERE thread_id = ${threadId}`;
  return { id: threadId.replace('thr_', 'cnv_'), threadId, headers, path, openFile: await findFile(threadId) };
}
const sessionStatus = async ({ path, headers }: Conversation) =>
  (await call(server, 'GET', `/api/public${path}`, { key: null, headers })).status;
const isKept = async (conversation: Conversation, send = here) => {
  const found = await statusOf(`/conversations/${conversation.id}`, send);
  if (found === 200) await conversation.openFile();
  return found === 200;
};
const tablesWith = async (id: string) =>
  (await findTablesWith(sql, id)).filter((name) => !['audit_log', 'events'].includes(name));

describe('conversations', () => {
  test('without activity are deleted with messages, files, sessions and visitors, and the others are kept', async () => {
    const [old, young, theirs] = [await converse(here, 8), await converse(here, 6), await converse(elsewhere, 900)];
    expect(await tablesWith(old.threadId)).toContain('messages');
    await sweep();
    expect(await isKept(old)).toBe(true);
    await keep({ conversations: 7 });
    await sweep();
    expect([await isKept(old), await statusOf(`/threads/${old.threadId}`)]).toEqual([false, 404]);
    expect(await sessionStatus(old)).toBe(401);
    await expect(old.openFile()).rejects.toMatchObject({ code: 'resource_not_found' });
    // Who paid stays, without any content.
    const tables = async (id: string) => (await tablesWith(id)).filter((name) => name !== 'credit_payers');
    for (const id of [old.threadId, old.id, old.path.split('/').at(-1) ?? '']) expect(await tables(id)).toEqual([]);
    expect([await isKept(young), await sessionStatus(young)]).toEqual([true, 200]);
    expect(await isKept(theirs, elsewhere)).toBe(true);
  });

  test('are kept with their files if their visitors come back during the sweep', async () => {
    const both = [await converse(here, 8), await converse(here, 8)];
    await keep({ conversations: 7 });
    const { storage } = server.platform;
    const remove: typeof storage.remove = async (key) => {
      // The first one is being deleted. The visitor of the other writes.
      const threads = both.map(({ threadId }) => threadId);
      await sql`
        UPDATE conversations SET updated_at = now() FROM files
        WHERE thread_id = ANY(${threads}) AND thread_id <> files.owner
          AND files.storage_key = ${key} AND files.owner = ANY(${threads})`;
      await storage.remove(key);
    };
    await sweepRetention({ ...server.platform, storage: { ...storage, remove } });
    // Throws if one is kept without its file.
    const kept = await Promise.all(both.map(async (conversation) => isKept(conversation)));
    expect(kept.filter(Boolean)).toHaveLength(1);
  });

  test('are kept while a person is needed or a reply is in progress', async () => {
    const kept = await Promise.all([converse(here, 99), converse(here, 99), converse(here, 99)]);
    const [waiting, assigned, replying] = kept;
    await sql`UPDATE conversations SET status = 'waiting' WHERE id = ${waiting?.id ?? ''}`;
    await sql`UPDATE conversations SET status = 'human' WHERE id = ${assigned?.id ?? ''}`;
    await sql`
      INSERT INTO replies (message_id, workspace_id, thread_id, lease_until)
      SELECT id, workspace_id, thread_id, now() + interval '1 hour' FROM messages
      WHERE thread_id = ${replying?.threadId ?? ''} AND role = 'assistant'`;
    await keep({ conversations: 1 });
    await sweep();
    for (const conversation of kept) expect(await isKept(conversation)).toBe(true);
    const closed = await here('POST', `/api/v1/conversations/${waiting?.id}/close`, {});
    expect(closed.status).toBe(200);
    await sweep();
    expect(await statusOf(`/conversations/${waiting?.id}`)).toBe(200);
    await sql`UPDATE conversations SET updated_at = now() - interval '2 days' WHERE id = ${waiting?.id ?? ''}`;
    await sweep();
    expect(await statusOf(`/conversations/${waiting?.id}`)).toBe(404);
    await sql`DELETE FROM replies WHERE thread_id = ${replying?.threadId ?? ''}`;
  });

  test('that were never begun are deleted, too, and a visitor keeps their younger conversation', async () => {
    const talk = await converse(here, 5);
    const [visitor] = await sql<{ visitor: string; slug: string }[]>`
      SELECT visitor, slug FROM chat_sessions s JOIN chat_interfaces i ON i.id = s.interface_id
      WHERE thread_id = ${talk.threadId}`;
    const silent = await fromVisitor(`/chat-interfaces/${visitor?.slug}/sessions`, {});
    const earlier = await fromVisitor(`/chat-interfaces/${visitor?.slug}/sessions`, {});
    await sql`
      UPDATE chat_sessions SET created_at = now() - interval '9 days', last_seen_at = now() - interval '9 days'
      WHERE id IN (${silent.id}, ${earlier.id})`;
    await sql`UPDATE chat_sessions SET visitor = ${visitor?.visitor ?? ''} WHERE id = ${earlier.id}`;
    await keep({ conversations: 7 });
    await sweep();
    expect([await statusOf(`/threads/${silent.threadId}`), await statusOf(`/threads/${earlier.threadId}`)]).toEqual([
      404, 404,
    ]);
    expect([await isKept(talk), await sessionStatus(talk)]).toEqual([true, 200]);
  });
});

test('what is left of visits to a deleted interface is deleted after its conversation', async () => {
  const talk = await converse(here, 5);
  const [visit] = await sql<{ interface_id: string; visitor: string }[]>`
    SELECT interface_id, visitor FROM chat_sessions WHERE thread_id = ${talk.threadId}`;
  expect((await here('DELETE', `/api/v1/chat-interfaces/${visit?.interface_id}`)).status).toBe(200);
  expect((await here('DELETE', `/api/v1/threads/${talk.threadId}`)).status).toBe(200);
  await keep({ conversations: 7 });
  await sweep();
  expect(await tablesWith(visit?.visitor ?? '')).toEqual(['chat_sessions', 'chat_visitors']);
  await sql`
    UPDATE chat_sessions SET created_at = now() - interval '9 days', last_seen_at = now() - interval '9 days'
    WHERE visitor = ${visit?.visitor ?? ''}`;
  await sweep();
  expect(await tablesWith(visit?.visitor ?? '')).toEqual([]);
});

interface Submission {
  readonly id: string;
  readonly path: string;
  readonly executionId: string | null;
  readonly fileRef: string;
  readonly openFile: () => Promise<unknown>;
}
const toText = {
  nodes: [{ id: 'a', type: 'template', config: { text: 'x' } }],
  edges: [],
  outputs: { output: 'Done' },
};

async function createForm(send: Send, target: 'agent' | 'workflow') {
  const { id } =
    target === 'agent'
      ? await create(send, '/agents', { name: 'Reader' })
      : await create(send, '/workflows', { name: 'Read', definition: toText });
  const body = { title: 'Ask', target_type: target, [`${target}_id`]: id, allow_file_upload: true };
  return create(send, '/form-interfaces', body);
}

/** A submission that has ended and is searchable. */
async function submit(form: { id: string; slug: string }, daysAgo: number, reused?: string): Promise<Submission> {
  const base = `/form-interfaces/${form.slug}`;
  const fileRef = reused ?? (await upload(`${base}/upload`)).fileRef;
  const openFile = await findFile(form.id);
  const { id } = await fromVisitor(`${base}/submissions`, { message: 'When?', files: [fileRef] });
  const row = await eventually(async () => {
    const [ended] = await sql<{ execution_id: string | null }[]>`
      SELECT execution_id FROM form_submissions WHERE id = ${id} AND status = 'completed' AND index_due_at IS NULL`;
    return ended;
  });
  await sql`
    UPDATE form_submissions SET submitted_at = now() - ${daysAgo}::int * interval '1 day',
      completed_at = now() - ${daysAgo}::int * interval '1 day' WHERE id = ${id}`;
  const path = `/api/public${base}/submissions/${id}`;
  return { id, path, executionId: row.execution_id, fileRef, openFile };
}

const isShown = async ({ path }: Submission) => (await call(server, 'GET', path, { key: null })).status === 200;

describe('submissions', () => {
  test.each(['workflow', 'agent'] as const)('to forms (%s) are deleted with texts, chunks and files', async (kind) => {
    const form = await createForm(here, kind);
    const [old, young] = [await submit(form, 31), await submit(form, 29)];
    const theirs = await submit(await createForm(elsewhere, kind), 31);
    const open = await submit(form, 31);
    await sql`UPDATE form_submissions SET status = 'running', due_at = now() + interval '1 hour' WHERE id = ${open.id}`;
    const [thread] = await sql<{ thread_id: string | null }[]>`
      SELECT thread_id FROM form_submissions WHERE id = ${old.id}`;
    await sweep();
    expect(await isShown(old)).toBe(true);
    await keep({ submissions: 30 });
    await sweep();
    expect(await isShown(old)).toBe(false);
    await expect(old.openFile()).rejects.toMatchObject({ code: 'resource_not_found' });
    // Who paid stays, without any content.
    expect((await tablesWith(old.id)).filter((name) => !/^(credit_payers|interface_credits)$/.test(name))).toEqual([]);
    expect(await sql`SELECT 1 FROM events WHERE stream = ${old.id}`).toHaveLength(0);
    if (kind === 'agent') expect(await statusOf(`/threads/${thread?.thread_id}`)).toBe(404);
    for (const kept of [young, open]) {
      expect(await isShown(kept)).toBe(true);
      await kept.openFile();
    }
    expect(await sql`SELECT 1 FROM content_chunks WHERE scope = ${young.id} LIMIT 1`).toHaveLength(1);
    expect(await isShown(theirs)).toBe(true);
    await theirs.openFile();
  });

  test('share a file until the last of them is deleted', async () => {
    const form = await createForm(here, 'workflow');
    const old = await submit(form, 31);
    const young = await submit(form, 1, old.fileRef);
    await keep({ submissions: 30 });
    await sweep();
    expect([await isShown(old), await isShown(young)]).toEqual([false, true]);
    await old.openFile();
    await sql`UPDATE form_submissions SET submitted_at = submitted_at - interval '60 days',
      completed_at = completed_at - interval '60 days' WHERE id = ${young.id}`;
    await sweep();
    await expect(old.openFile()).rejects.toMatchObject({ code: 'resource_not_found' });
  });
});

async function execute(send: Send, daysAgo: number | null, config: object = toText): Promise<string> {
  const workflow = await create(send, '/workflows', { name: 'Run', definition: config });
  const { execution_id: id } = await create(send, `/workflows/${workflow.id}/execute`, { inputs: {} });
  if (daysAgo === null) return id;
  await eventually(async () => {
    const { status } = (await send('GET', `/api/v1/executions/${id}`)).body.data;
    return ['completed', 'failed', 'cancelled'].includes(status) ? true : undefined;
  });
  await ageExecution(id, daysAgo);
  return id;
}
const ageExecution = async (id: string, daysAgo: number) =>
  sql`UPDATE executions SET created_at = now() - interval '1 year',
    completed_at = completed_at - ${daysAgo}::int * interval '1 day',
    cancelled_at = cancelled_at - ${daysAgo}::int * interval '1 day' WHERE id = ${id}`;

test('executions are deleted by their end, and kept while they are open or a submission shows them', async () => {
  const [old, young] = [await execute(here, 4), await execute(here, 2)];
  const [theirs, cancelled] = [await execute(elsewhere, 4), await execute(here, null, waitForApproval)];
  const open = await execute(here, null, waitForApproval);
  expect((await here('POST', `/api/v1/executions/${cancelled}/cancel`, {})).status).toBe(200);
  await ageExecution(cancelled, 4);
  await ageExecution(open, 4);
  const submission = await submit(await createForm(here, 'workflow'), 10);
  await ageExecution(submission.executionId ?? '', 4);
  await sweep();
  expect(await statusOf(`/executions/${old}`)).toBe(200);
  await keep({ executions: 3 });
  await sweep();
  expect([await statusOf(`/executions/${old}`), await statusOf(`/executions/${cancelled}`)]).toEqual([404, 404]);
  expect(await tablesWith(old)).toEqual([]);
  expect(await sql`SELECT 1 FROM events WHERE stream = ${old}`).toHaveLength(0);
  for (const id of [young, open, submission.executionId]) expect(await statusOf(`/executions/${id}`)).toBe(200);
  expect(await statusOf(`/executions/${theirs}`, elsewhere)).toBe(200);
  await keep({ submissions: 3 });
  await sweep();
  expect(await statusOf(`/executions/${submission.executionId}`)).toBe(404);
});
const waitForApproval = {
  nodes: [{ id: 'a', type: 'approval', config: { title: 'May it go on?' } }],
  edges: [],
  outputs: {},
};

/** Executes a workflow whose agents reply to a node and in a loop; its threads. */
async function ask(daysAgo: number): Promise<{ id: string; threads: string[] }> {
  const agent = await create(here, '/agents', { name: 'Reader' });
  const asking = { id: 'ask', type: 'agent', config: { agent_id: agent.id, message: 'My letter' } };
  const loop = { id: 'each', type: 'loop', config: { items: [1, 2], body: { nodes: [asking] } } };
  const id = await execute(here, daysAgo, { nodes: [asking, loop], edges: [], outputs: {} });
  const threads = await threadsOf(id);
  expect(threads).toHaveLength(3);
  return { id, threads };
}
const threadsOf = async (executionId: string): Promise<string[]> => {
  const rows = await sql<
    { id: string }[]
  >`SELECT id FROM threads WHERE starts_with(key, ${`${executionId}:`}) ORDER BY id`;
  return rows.map(({ id }) => id);
};

test('executions are deleted with the threads of their agents, and with no others', async () => {
  const [old, young, replying] = [await ask(4), await ask(2), await ask(4)];
  const [thread = ''] = old.threads;
  const [reply = ''] = replying.threads;
  await sql`
    INSERT INTO messages (id, workspace_id, thread_id, role, content, status, created_at, client_message_id)
    SELECT 'msg_long' || n, workspace_id, id, 'user', 'Again', 'complete', created_at, ${`${old.id}:ask:`} || n
    FROM threads, generate_series(1, 450) AS n WHERE id = ${thread}`;
  await sql`
    INSERT INTO events (stream, id, event, data) SELECT ${thread}, 1000 + n, 'note', '{}' FROM generate_series(1, 450) AS n`;
  await sql`
    INSERT INTO replies (message_id, workspace_id, thread_id, lease_until)
    SELECT id, workspace_id, thread_id, now() + interval '1 hour' FROM messages
    WHERE thread_id = ${reply} AND role = 'assistant'`;
  // Keys of others, one of which matches as a pattern.
  const agent = await create(here, '/agents', { name: 'Other' });
  const others = [];
  for (const key of [`client:${old.id}:ask`, `${old.id.replace('_', 'x')}:ask`, `${old.id}0:ask`]) {
    const { id } = await create(here, `/agents/${agent.id}/threads`, {});
    await sql`UPDATE threads SET key = ${key} WHERE id = ${id}`;
    others.push(id);
  }
  await keep({ executions: 3 });
  await Promise.all([sweep(), sweep()]);
  await sweep();
  expect(await statusOf(`/executions/${old.id}`)).toBe(404);
  for (const id of [old.id, ...old.threads]) {
    expect(await tablesWith(id)).toEqual(id === old.id ? ['threads'] : []);
    expect(await sql`SELECT 1 FROM events WHERE stream = ${id}`).toHaveLength(0);
  }
  for (const id of [...young.threads, ...others]) expect([id, await statusOf(`/threads/${id}`)]).toEqual([id, 200]);
  for (const id of [young.id, replying.id]) expect(await statusOf(`/executions/${id}`)).toBe(200);
  await sql`DELETE FROM replies WHERE thread_id = ${reply}`;
  await sweep();
  for (const id of replying.threads) expect(await statusOf(`/threads/${id}`)).toBe(404);
  expect(await statusOf(`/executions/${replying.id}`)).toBe(404);
});

test('a failed execution is kept with its threads while one that repeats it, also through others, may need them', async () => {
  const agent = await create(here, '/agents', { name: 'Reader' });
  const asking = { id: 'ask', type: 'agent', config: { agent_id: agent.id, message: 'My letter' } };
  const wait = waitForApproval.nodes[0];
  const source = 'export default (i) => { if (i.blocked) throw new Error("no"); return 1 }';
  const blocked = '{{ $not($exists(execution.retry_of)) or execution.retry_of = null }}';
  const gate = { id: 'gate', type: 'code', config: { source, inputs: { blocked } } };
  const edges = [
    { from: 'ask', to: 'gate' },
    { from: 'gate', to: 'a' },
  ];
  const first = await execute(here, 9, { nodes: [asking, gate, wait], edges, outputs: {} });
  const again = (await here('POST', `/api/v1/executions/${first}/retry`, {})).body.data.execution_id;
  expect((await here('POST', `/api/v1/executions/${again}/cancel`, {})).status).toBe(200);
  const last = (await here('POST', `/api/v1/executions/${first}/retry`, {})).body.data.execution_id;
  // The one in between has failed, too.
  await sql`UPDATE executions SET retry_of = ${again} WHERE id = ${last}`;
  await ageExecution(again, 8);
  await eventually(async () =>
    (await here('GET', `/api/v1/executions/${last}`)).body.data.status === 'waiting' ? true : undefined,
  );
  await keep({ executions: 3 });
  await sweep();
  const states = async () => Promise.all([first, again, last].map(async (id) => statusOf(`/executions/${id}`)));
  expect(await states()).toEqual([200, 200, 200]);
  const [thread] = await threadsOf(first);
  expect(await statusOf(`/threads/${thread}`)).toBe(200);
  expect((await here('POST', `/api/v1/executions/${last}/cancel`, {})).status).toBe(200);
  // A failed one can be repeated.
  await sql`UPDATE executions SET status = 'failed' WHERE id = ${last}`;
  await sweep();
  expect(await states()).toEqual([200, 200, 200]);
  await sql`UPDATE executions SET status = 'cancelled' WHERE id = ${last}`;
  await sweep();
  expect(await states()).toEqual([404, 404, 200]);
  expect(await statusOf(`/threads/${thread}`)).toBe(404);
});

/** A webhook with one delivery that has succeeded. */
async function deliver(send: Send, daysAgo: number) {
  const webhook = await create(send, '/webhooks', { url: outside.url, event_types: ['execution.completed'] });
  await execute(send, 0);
  const path = `/webhooks/${webhook.id}/deliveries`;
  const delivery = await eventually(async () => {
    const { data } = (await send('GET', `/api/v1${path}?status=success`)).body;
    return data[0] as { id: string } | undefined;
  });
  await send('PATCH', `/api/v1/webhooks/${webhook.id}`, { status: 'disabled' });
  await sql`
    UPDATE webhook_deliveries SET created_at = now() - ${daysAgo}::int * interval '1 day',
      last_attempt_at = now() - ${daysAgo}::int * interval '1 day' WHERE id = ${delivery.id}`;
  return { id: delivery.id, webhook: webhook.id, path: `${path}/${delivery.id}` };
}

test('deliveries that have ended are deleted with their attempts, by their last attempt', async () => {
  const [old, young, theirs] = [await deliver(here, 15), await deliver(here, 13), await deliver(elsewhere, 15)];
  const [repeated, open] = [await deliver(here, 15), await deliver(here, 15)];
  await sql`UPDATE webhook_deliveries SET last_attempt_at = now() WHERE id = ${repeated.id}`;
  await sql`
    UPDATE webhook_deliveries SET status = 'retrying', due_at = now() + interval '1 hour' WHERE id = ${open.id}`;
  await sweep();
  expect(await statusOf(old.path)).toBe(200);
  await keep({ deliveries: 14 });
  await sweep();
  expect(await statusOf(old.path)).toBe(404);
  expect(await tablesWith(old.id)).toEqual([]);
  for (const { path } of [young, repeated, open]) expect(await statusOf(path)).toBe(200);
  expect(await statusOf(theirs.path, elsewhere)).toBe(200);
});

/** Makes entries of the audit log old, in spite of its trigger. */
async function ageEntries(days: number): Promise<void> {
  await server.platform.database.transaction(async (tx) => {
    await tx`ALTER TABLE audit_log DISABLE TRIGGER keep_audit_log`;
    await tx`UPDATE audit_log SET at = at - ${days}::int * interval '1 day'`;
    await tx`ALTER TABLE audit_log ENABLE TRIGGER keep_audit_log`;
  });
}
const countEntries = async (send: Send) => (await send('GET', '/api/v1/audit-log')).body.pagination.total_count;

test('entries of the audit log are deleted, and can’t be deleted in any other way', async () => {
  await ageEntries(100);
  const [ours, theirs] = [await countEntries(here), await countEntries(elsewhere)];
  await create(here, '/agents', { name: 'Newer' });
  await sweep();
  expect(await countEntries(here)).toBe(ours + 1);
  await keep({ audit: 90 });
  await sweep();
  expect(await countEntries(here)).toBe(2);
  expect(await countEntries(elsewhere)).toBe(theirs);
  await expect(sql`DELETE FROM audit_log`).rejects.toThrow('append-only');
});

const limits: Record<string, number> = {
  webhook_deliveries: 100,
  conversations: 1,
  form_submissions: 1,
  executions: 1,
};

test('two sweeps at the same time delete everything once, in small transactions', async () => {
  await sql.unsafe(`
    CREATE TABLE deletions (tx text, name text, count int);
    CREATE FUNCTION note_deletion() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO deletions SELECT pg_current_xact_id()::text, TG_TABLE_NAME, count(*) FROM gone; RETURN NULL;
    END $$`);
  const tables = ['webhook_deliveries', 'audit_log', 'messages', 'events', 'node_runs', 'content_chunks'];
  for (const table of [...tables, 'conversations', 'form_submissions', 'executions']) {
    await sql.unsafe(`CREATE TRIGGER note AFTER DELETE ON ${table} REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION note_deletion()`);
  }
  const talk = await converse(here, 8);
  const run = await execute(here, 8);
  const submission = await submit(await createForm(here, 'workflow'), 8);
  const delivery = await deliver(here, 8);
  await sql`
    INSERT INTO webhook_deliveries (id, workspace_id, webhook_id, event_type, event, status, created_at)
    SELECT id || n, workspace_id, webhook_id, event_type, event, 'failed', created_at
    FROM webhook_deliveries, generate_series(1, 250) AS n WHERE id = ${delivery.id}`;
  await sql`
    INSERT INTO messages (id, workspace_id, thread_id, role, content, status, created_at)
    SELECT 'msg_old' || n, workspace_id, id, 'user', 'Again', 'complete', created_at
    FROM threads, generate_series(1, 450) AS n WHERE id = ${talk.threadId}`;
  await sql`
    INSERT INTO node_runs (execution_id, path, attempt, node_type, status)
    SELECT ${run}, 'loop' || n, 1, 'template', 'completed' FROM generate_series(1, 450) AS n`;
  await sql`
    INSERT INTO events (stream, id, event, data)
    SELECT stream, 1000 + n, 'note', '{}' FROM unnest(ARRAY[${run}, ${talk.threadId}, ${submission.id}]::text[]) AS stream,
      generate_series(1, 450) AS n`;
  await sql`
    INSERT INTO content_chunks (scope, item, ordinal, id, source, content, metadata, embedding)
    SELECT scope, item, 1000 + n, id || n, source, content, metadata, embedding FROM (
      SELECT * FROM content_chunks WHERE scope = ${submission.id} LIMIT 1) AS one, generate_series(1, 450) AS n`;
  await sql`
    INSERT INTO audit_log (id, workspace_id, actor_type, actor_id, actor_name, action, resource_type, resource_id)
    SELECT 'old' || n, workspace_id, 'system', 's', 's', 'a', 'a', 'a' FROM threads, generate_series(1, 450) AS n
    WHERE id = ${talk.threadId}`;
  await ageEntries(8);
  await keep({ conversations: 7, submissions: 7, executions: 7, deliveries: 7, audit: 7 });
  await Promise.all([sweep(), sweep()]);
  expect(await isShown(submission)).toBe(false);
  for (const path of [`/conversations/${talk.id}`, `/executions/${run}`, delivery.path]) {
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  }
  expect(await countEntries(here)).toBe(1);
  const counts = await sql<{ name: string; total: number; largest: number }[]>`
    SELECT name, sum(count)::int AS total, max(count)::int AS largest FROM (
      SELECT tx, name, sum(count) AS count FROM deletions GROUP BY 1, 2) AS by_transaction GROUP BY 1`;
  for (const { name, total, largest } of counts) {
    expect([name, largest <= (limits[name] ?? 200)]).toEqual([name, true]);
    if (tables.includes(name)) expect([name, total > largest]).toEqual([name, true]);
  }
  expect(counts.map(({ name }) => name)).toEqual(expect.arrayContaining([...tables, ...Object.keys(limits)]));
});
