import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { signUpOwner, type TestBrowser } from '../../../test/browser.ts';
import { call, eventually, followFromNow, type TestAnswer } from '../../../test/client.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';
import { groupQuestions } from '../insights/questions/group-questions.ts';
import { sweepRetention } from '../retention/sweep-retention.ts';
import { sweepErasures } from './erase/erase-person.ts';
import { sweepCauses } from './person/sweep-causes.ts';

const { server, model, outside } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });
const { sql } = server.platform.database;
let owner: TestBrowser;

type Send = (method: string, path: string, body?: unknown) => Promise<TestAnswer>;
const here: Send = async (method, path, body) => call(server, method, path, body === undefined ? {} : { body });
const elsewhere: Send = async (method, path, body) => owner.send(method, path, body === undefined ? {} : { body });
const made = async (send: Send, path: string, body: object) => {
  const answer = await send('POST', `/api/v1${path}`, body);
  expect(answer.body.error ?? answer.status).toBeOneOf([201, 202]);
  return answer.body.data;
};
const publicCall = async (method: string, path: string, request: object = {}) =>
  call(server, method, `/api/public${path}`, { key: null, ...request });

interface Chat {
  readonly id: string;
  readonly slug: string;
  readonly identity_secret: string;
}
let agentId: string;
let chat: Chat;
let chatElsewhere: Chat;
let form: { id: string; slug: string };
let workflowId: string;

const waits = {
  nodes: [{ id: 'wait', type: 'approval', config: { title: 'May it?' } }],
  edges: [],
  outputs: { output: 'Done' },
};
const greets = {
  nodes: [{ id: 'greet', type: 'template', config: { text: 'Hello {{ inputs.name }}' } }],
  edges: [],
  outputs: { output: '{{ nodes.greet.outputs.text }}' },
};
const questions = [
  { name: 'message', label: 'Question', type: 'textarea' },
  { name: 'contact', label: 'E-mail', type: 'text' },
];

beforeAll(async () => {
  owner = await signUpOwner(server);
  owner.workspace = (await owner.send('POST', '/api/v1/workspaces', { body: { name: 'Elsewhere' } })).body.data.id;
  workflowId = (await made(here, '/workflows', { name: 'Greet', definition: greets })).id;
  const tools = [{ type: 'workflow', name: 'greet', workflow_id: workflowId }];
  const base = await made(here, '/knowledge-bases', { name: 'Help' });
  agentId = (await made(here, '/agents', { name: 'Guide', tools, knowledge_base_ids: [base.id] })).id;
  const limits = { sessions_per_minute: 100 };
  chat = await made(here, '/chat-interfaces', { name: 'Desk', agent_id: agentId, limits });
  const other = await made(elsewhere, '/agents', { name: 'Guide' });
  chatElsewhere = await made(elsewhere, '/chat-interfaces', { name: 'Desk', agent_id: other.id });
  const target = { target_type: 'workflow', workflow_id: workflowId, input_mapping: { name: '{{ contact }}' } };
  form = await made(here, '/form-interfaces', { title: 'Ask', ...target, fields: questions, allow_file_upload: true });
});

/** A signature of version 2, which covers the address. */
function identify({ identity_secret: secret }: Chat, userId: string, email: string) {
  const exp = Math.floor(Date.now() / 1000) + 600;
  const signed = JSON.stringify(['v2', userId, exp, email, null]);
  return {
    userId,
    email,
    exp,
    signatureVersion: 2,
    signature: createHmac('sha256', secret).update(signed).digest('hex'),
  };
}

interface Visit {
  readonly id: string;
  readonly threadId: string;
  readonly visitorId: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly say: (content: string, attachments?: string[]) => Promise<TestAnswer>;
  readonly upload: (content: string) => Promise<string>;
}

async function visit({ slug }: Chat, body: object = {}): Promise<Visit> {
  const base = `/chat-interfaces/${slug}/sessions`;
  const opened = await publicCall('POST', base, { body });
  expect(opened.body.error ?? opened.status).toBe(201);
  const { id, threadId, visitorId, token } = opened.body.data;
  const headers = { Authorization: `Bearer ${token}` };
  const path = `${base}/${id}`;
  return {
    id,
    threadId,
    visitorId,
    path,
    headers,
    say: async (content, attachments = []) =>
      publicCall('POST', `${path}/messages`, { headers, body: { content, attachments } }),
    async upload(content) {
      const files = new FormData();
      files.append('file', new Blob([content]), 'my ../letter.txt');
      return (await publicCall('POST', `${path}/upload`, { headers, form: files })).body.data.fileId;
    },
  };
}
const leaveEmail = async ({ path, headers }: Visit, email: string) =>
  expect((await publicCall('POST', `${path}/email`, { headers, body: { email } })).status).toBe(200);

async function submit(contact: string, content: string): Promise<{ id: string; executionId: string }> {
  const files = new FormData();
  files.append('file', new Blob([content]), 'note.txt');
  const { fileRef } = (await publicCall('POST', `/form-interfaces/${form.slug}/upload`, { form: files })).body.data;
  const body = { message: 'When?', inputs: { contact }, files: [fileRef] };
  const sent = await publicCall('POST', `/form-interfaces/${form.slug}/submissions`, { body });
  expect(sent.body.error ?? sent.status).toBeOneOf([200, 201, 202]);
  const { id } = sent.body.data;
  return eventually(async () => {
    const [row] = await sql<{ execution_id: string }[]>`
      SELECT execution_id FROM form_submissions WHERE id = ${id} AND status = 'completed' AND index_due_at IS NULL`;
    return row && { id, executionId: row.execution_id };
  });
}

/** The entries of a downloaded archive. */
async function unzip(response: Response): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()));
  const entries = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  }
  return entries;
}
async function exportOf(subject: object) {
  const response = await fetch(`${server.url}/api/v1/visitors/export`, {
    method: 'POST',
    headers: { 'X-API-Key': server.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(subject),
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="dsr_[0-9a-z]{26}\.zip"$/);
  const entries = await unzip(response);
  const rows = async (name: string) => {
    const found: Record<string, unknown>[] = [];
    for (const line of (entries.get(`${name}.jsonl`) ?? '').split('\n')) if (line !== '') found.push(JSON.parse(line));
    return found;
  };
  return { entries, rows, manifest: JSON.parse(entries.get('manifest.json') ?? '') };
}
const erase = async (subject: object, send = here) => send('POST', '/api/v1/visitors/erase', subject);
const audited = async (action: string) =>
  (await here('GET', `/api/v1/audit-log?action=${action}&per_page=1`)).body.data[0];

/**
 * The tables that have rows with this text; who paid stays, and that a conversation was deleted, without any content.
 * The text must be too long to be a part of a random id or signature.
 */
async function tablesWith(part: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
  const queries = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name} t WHERE t::text LIKE '%${part}%' AND t::text NOT LIKE '%conversation:deleted%')`,
  );
  const found = await sql.unsafe<{ name: string }[]>(queries.join(' UNION ALL '));
  return found.map(({ name }) => name).filter((name) => !/^(credit_payers|idempotent_requests)$/.test(name));
}
const keysOf = async (owners: string[]) => {
  const rows = await sql<{ storage_key: string }[]>`
    SELECT storage_key FROM files WHERE owner = ANY(${owners})
      OR id IN (SELECT unnest(file_ids) FROM form_submissions WHERE id = ANY(${owners}))`;
  return rows.map(({ storage_key: key }) => key);
};
const openFile = async (key: string) => (await server.platform.storage.open(key)).destroy();

/** A person with a conversation, a file, a workflow that an agent called, feedback, a note and a submission. */
async function leaveTraces(name: string) {
  const email = `${name}@example.com`;
  const talk = await visit(chat, { identity: identify(chat, `user-${name}`, email.toUpperCase()), locale: 'de' });
  const file = await talk.upload(`The letter of ${name}.`);
  model.reply({ toolCalls: [{ name: 'greet', arguments: { name: `${name} Smith` } }] }, { text: `Hello ${name}.` });
  const reply = await talk.say(`I am ${name} Smith.`, [file]);
  expect(reply.body.error ?? reply.status).toBe(200);
  const { headers, path, threadId } = talk;
  await publicCall('POST', `${path}/messages/${reply.body.data.id}/feedback`, { headers, body: { rating: 'down' } });
  await groupQuestions(server.platform);
  const id = threadId.replace('thr_', 'cnv_');
  await made(here, `/conversations/${id}/notes`, { content: `Remember ${name}.` });
  const submission = await submit(` ${email} `, `The note of ${name}.`);
  return { email, talk, id, submission, keys: await keysOf([threadId, submission.id]) };
}

describe('the export', () => {
  test('contains everything of a person, and nothing of others', async () => {
    const anna = await leaveTraces('anna');
    const anonymous = await visit(chat);
    model.reply({ text: 'Hm.' });
    await anonymous.say('A question without a name');
    await leaveEmail(anonymous, anna.email);
    await leaveTraces('bert');
    const theirs = await visit(chatElsewhere, { identity: identify(chatElsewhere, 'user-anna', anna.email) });
    model.reply({ text: 'Hi.' });
    await theirs.say('anna elsewhere');

    const { entries, rows, manifest } = await exportOf({ email: 'Anna@Example.com' });
    expect(await rows('visitors')).toMatchObject([
      { user_id: 'user-anna', email_verified: true },
      { user_id: null, contact_email: anna.email },
    ]);
    expect(await rows('visits')).toHaveLength(2);
    expect(await rows('conversations')).toContainEqual(
      (await here('GET', `/api/v1/conversations/${anna.id}`)).body.data,
    );
    const contents = (await rows('messages')).map(({ content }) => content);
    expect(contents).toEqual(expect.arrayContaining(['I am anna Smith.', 'Hello anna.', 'A question without a name']));
    expect((await rows('messages')).find(({ content }) => content === 'Hello anna.')).toMatchObject({
      feedback: { rating: 'down' },
    });
    expect(await rows('notes')).toMatchObject([{ content: 'Remember anna.' }]);
    expect((await rows('questions')).map(({ question }) => question)).toContain('I am anna Smith.');
    expect(await rows('submissions')).toMatchObject([{ id: anna.submission.id, output: `Hello  ${anna.email} ` }]);
    expect((await rows('executions')).map(({ inputs }) => inputs)).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: ` ${anna.email} ` }), { name: 'anna Smith' }]),
    );
    expect(await rows('execution_nodes')).toHaveLength(2);
    const files = await rows('files');
    expect(files.map(({ path }) => entries.get(String(path)))).toEqual(
      expect.arrayContaining(['The letter of anna.', 'The note of anna.']),
    );
    expect(files.map(({ path }) => path)).toContainEqual(expect.stringMatching(/^files\/fil_\w+\/[^/\\]+\.txt$/));
    expect(manifest).toMatchObject({
      request: { email: anna.email },
      identifiers: { user_ids: ['user-anna'], emails: [anna.email] },
      records: { visitors: 2, visits: 2, conversations: 2, notes: 1, submissions: 1, executions: 2 },
      files: { count: 2 },
    });
    for (const name of Object.keys(manifest.records)) expect(entries.get('README.txt')).toContain(`${name}.jsonl`);
    expect([...entries.values()].join('\n')).not.toMatch(/bert|elsewhere|identity_secret|storage_key/);
    const entry = await audited('export.created');
    expect(entry).toMatchObject({ resource: { type: 'export', id: manifest.reference, name: 'visitor' } });
    expect(JSON.stringify(entry)).not.toContain(anna.email);
    // A signature connects the user's id with the address; an id of a visitor leads to nothing else.
    expect((await (await exportOf({ user_id: 'user-anna' })).rows('submissions'))[0]).toMatchObject({
      id: anna.submission.id,
    });
    const alone = await exportOf({ visitor_id: anonymous.visitorId });
    expect(alone.manifest).toMatchObject({ records: { conversations: 1, submissions: 0 }, files: { count: 0 } });
    expect(alone.manifest.identifiers.emails).toEqual([anna.email]);
  });

  test('finds an address with an international domain in every spelling', async () => {
    // As a chat stores what a visitor enters, as a site signs it, and as two people type it into a text of a form.
    await leaveEmail(await visit(chat), 'info@bücher.example');
    await visit(chat, { identity: identify(chat, 'user-idn', 'Info@bücher.example') });
    await submit('info@bücher.example', 'one');
    await submit('info@xn--bcher-kva.example', 'two');
    for (const email of ['info@bücher.example', 'Info@Bücher.Example', 'info@xn--bcher-kva.example']) {
      const { manifest } = await exportOf({ email });
      expect([email, manifest.records]).toMatchObject([email, { visitors: 2, submissions: 2 }]);
    }
    expect((await exportOf({ user_id: 'user-idn' })).manifest.records).toMatchObject({ visitors: 2, submissions: 2 });
    const erased = await here('POST', '/api/v1/visitors/erase', { email: 'info@bücher.example' });
    expect(erased.body.data.erased).toMatchObject({ visitors: 2, submissions: 2 });
  });

  test('of an unknown person is 404, and a request names exactly one identifier', async () => {
    expect((await here('POST', '/api/v1/visitors/export', { email: 'nobody@example.com' })).status).toBe(404);
    for (const path of ['export', 'erase']) {
      for (const body of [
        {},
        { email: 'a@example.com', user_id: 'a' },
        { user_id: '' },
        { phone: '1' },
        { email: 1 },
      ]) {
        const { status } = await here('POST', `/api/v1/visitors/${path}`, body);
        expect([path, body, status]).toEqual([path, body, 400]);
      }
    }
    const { key } = await made(here, '/api-keys', { name: 'Reader', scopes: ['conversations:read'] });
    const body = { email: 'nobody@example.com' };
    expect((await call(server, 'POST', '/api/v1/visitors/export', { key, body })).status).toBe(404);
    expect((await call(server, 'POST', '/api/v1/visitors/erase', { key, body })).status).toBe(403);
  });
});

describe('an erasure', () => {
  test('leaves nothing of a person, closes their streams, and keeps everyone else', async () => {
    const hook = { url: `${outside.url}/hook`, event_types: ['*'] };
    await made(here, '/webhooks', hook);
    const carolina = await leaveTraces('carolina');
    const dora = await leaveTraces('dora');
    const theirs = await visit(chatElsewhere, { identity: identify(chatElsewhere, 'user-carolina', carolina.email) });
    expect(await tablesWith('carolina')).toEqual(
      expect.arrayContaining(['webhook_deliveries', 'conversation_words', 'grouped_questions', 'content_chunks']),
    );
    const followed = await followFromNow(server, `/api/public${carolina.talk.path}/events`, {
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
    await sql`DELETE FROM chat_visitors WHERE user_id = 'user-carolina' AND workspace_id = ${owner.workspace ?? ''}`;
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
    expect((await publicCall('GET', theirs.path, { headers: theirs.headers })).status).toBe(401);
    // Repeated, there is nothing left.
    const again = await erase({ email: carolina.email });
    expect([again.status, again.body.data.erased.visitors]).toEqual([200, 0]);
    expect(again.body.data.reference).toBe(answer.body.data.reference);
  });

  test('leaves no name in the audit log', async () => {
    const fields = [{ name: 'name', label: 'Name', type: 'text' }];
    const asking = { name: 'Asking', agent_id: agentId, pre_chat: { enabled: true, fields } };
    const desk: Chat = await made(here, '/chat-interfaces', asking);
    const piet = await visit(desk, { preChat: { name: 'Piet Mondriaan' } });
    await leaveEmail(piet, 'mondriaan@example.com');
    model.reply({ text: 'Hello.' });
    await piet.say('Hello?');
    const id = piet.threadId.replace('thr_', 'cnv_');
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
    const gone: Chat = await made(here, '/chat-interfaces', { name: 'Gone', agent_id: agentId });
    const kim = await visit(gone, { identity: identify(gone, 'user-kim', 'kim@example.com') });
    model.reply({ text: 'Hello.' });
    await kim.say('I am Kim.');
    const looking = await visit(gone);
    await leaveEmail(looking, 'only-looking@example.com');
    expect((await here('DELETE', `/api/v1/chat-interfaces/${gone.id}`)).status).toBe(200);

    expect((await kim.say('Still there?')).status).toBe(404);
    const id = kim.threadId.replace('thr_', 'cnv_');
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
    const old = await made(here, '/form-interfaces', { title: 'Old', ...target, fields: questions });
    const body = { message: 'When?', inputs: { contact: leonie.email } };
    const sent = (await publicCall('POST', `/form-interfaces/${old.slug}/submissions`, { body })).body.data;
    await eventually(async () => {
      const rows = await sql`SELECT 1 FROM form_submissions WHERE id = ${sent.id} AND status = 'completed'`;
      return rows[0];
    });
    // The visitor deletes the conversation, the owner the form.
    expect((await publicCall('DELETE', leonie.talk.path, { headers: leonie.talk.headers })).status).toBe(200);
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
    const workflow = await made(here, '/workflows', { name: 'Broken', definition: broken });
    const target = { target_type: 'workflow', workflow_id: workflow.id };
    const { slug } = await made(here, '/form-interfaces', { title: 'Broken', ...target, fields: questions });
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
      failed((await made(here, `/executions/${await failed(id)}/retry`, {})).execution_id);
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
    await made(here, '/webhooks', { url: `${outside.url}/asked`, event_types: ['execution.completed'] });
    const asking = { id: 'ask', type: 'agent', config: { agent_id: agentId, message: 'About {{ inputs.name }}' } };
    const definition = { nodes: [asking], edges: [], outputs: { output: '{{ inputs.name }}' } };
    const workflow = await made(here, '/workflows', { name: 'Ask', definition });
    const target = { target_type: 'workflow', workflow_id: workflow.id, input_mapping: { name: '{{ contact }}' } };
    const { slug } = await made(here, '/form-interfaces', { title: 'Ask', ...target, fields: questions });
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
    await made(here, '/webhooks', { url: `${outside.url}/before`, event_types: ['message.created'] });
    const ole = await visit(chat, { identity: identify(chat, 'user-ole', 'ole@example.com') });
    model.reply({ text: 'Hello.' });
    await ole.say('Here is Ole.');
    expect((await publicCall('DELETE', ole.path, { headers: ole.headers })).status).toBe(200);
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
      resume: nils.headers['Authorization']?.slice('Bearer '.length),
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
    const { id: slow } = await made(here, '/workflows', { name: 'Wait', definition: waits });
    const target = { target_type: 'workflow', workflow_id: slow, fields: questions };
    const { slug } = await made(here, '/form-interfaces', { title: 'Wait', ...target });
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
    await made(here, '/webhooks', { url: `${outside.url}/failed`, event_types: ['form.failed'] });
    const { id: slow } = await made(here, '/workflows', { name: 'Wait', definition: waits });
    const target = { target_type: 'workflow', workflow_id: slow, fields: questions, allow_file_upload: true };
    const { slug } = await made(here, '/form-interfaces', { title: 'Wait', ...target });
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
    const files = new FormData();
    files.append('file', new Blob(['A note.']), 'note.txt');
    const { fileRef } = (await publicCall('POST', `/form-interfaces/${slug}/upload`, { form: files })).body.data;
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
    await made(here, '/webhooks', { url: `${outside.url}/closed`, event_types: ['*'] });
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
    const hook = await made(here, '/webhooks', { url: `${outside.url}/left`, event_types: ['conversation.closed'] });
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
      const opened = await publicCall('POST', `/chat-interfaces/${chat.slug}/sessions`, {
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
