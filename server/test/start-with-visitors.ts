import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { groupQuestions } from '../src/features/insights/questions/group-questions.ts';
import { call, eventually } from './client.ts';
import { findTablesWith } from './find-tables-with.ts';
import { createChat, type TestChat, type TestVisit, visitChat } from './open-chat.ts';
import { signWholeIdentity } from './sign-identity.ts';
import type { ServerUnderTest } from './start-server.ts';
import { startWithDoubles } from './start-with-doubles.ts';
import { create, openTwoWorkspaces } from './two-workspaces.ts';

const greets = {
  nodes: [{ id: 'greet', type: 'template', config: { text: 'Hello {{ inputs.name }}' } }],
  edges: [],
  outputs: { output: '{{ nodes.greet.outputs.text }}' },
};

/** Fields of a form, of which `contact` leads to a person. */
export const questions = [
  { name: 'message', label: 'Question', type: 'textarea' },
  { name: 'contact', label: 'E-mail', type: 'text' },
];

/**
 * A server for tests of what it keeps of visitors: a chat and a form that run a workflow, and a chat of another
 * workspace.
 */
export async function startWithVisitors() {
  const { server, model, outside } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });
  const { sql } = server.platform.database;
  const { here, elsewhere, otherId } = await openTwoWorkspaces(server);
  const workflowId: string = (await create(here, '/workflows', { name: 'Greet', definition: greets })).id;
  const tools = [{ type: 'workflow', name: 'greet', workflow_id: workflowId }];
  const base = await create(here, '/knowledge-bases', { name: 'Help' });
  const agent = { name: 'Guide', tools, knowledge_base_ids: [base.id] };
  const agentId: string = (await create(here, '/agents', agent)).id;
  const chat = await createChat(server, { agent_id: agentId, limits: { sessions_per_minute: 100 } });
  const other = await create(elsewhere, '/agents', { name: 'Guide' });
  const { slug, identity_secret: secret } = await create(elsewhere, '/chat-interfaces', {
    name: 'Desk',
    agent_id: other.id,
  });
  const target = { target_type: 'workflow', workflow_id: workflowId, input_mapping: { name: '{{ contact }}' } };
  const asking = { title: 'Ask', ...target, fields: questions, allow_file_upload: true };
  const formPath = `/form-interfaces/${(await create(here, '/form-interfaces', asking)).slug}`;
  const publicCall = async (method: string, path: string, request: object = {}) =>
    call(server, method, `/api/public${path}`, { key: null, ...request });

  async function visit({ sessions }: Pick<TestChat, 'sessions'>, begin: object = {}): Promise<TestVisit> {
    return visitChat(server, { sessions }, begin);
  }

  async function submit(contact: string, content: string): Promise<{ id: string; executionId: string }> {
    const { fileRef } = (await publicCall('POST', `${formPath}/upload`, { form: fileForm(content) })).body.data;
    const body = { message: 'When?', inputs: { contact }, files: [fileRef] };
    const sent = await publicCall('POST', `${formPath}/submissions`, { body });
    expect(sent.body.error ?? sent.status).toBeOneOf([200, 201, 202]);
    const { id } = sent.body.data;
    return eventually(async () => {
      const [row] = await sql<{ execution_id: string }[]>`
        SELECT execution_id FROM form_submissions
        WHERE id = ${id} AND status = 'completed' AND index_due_at IS NULL`;
      return row && { id, executionId: row.execution_id };
    });
  }

  const findKeys = async (owners: string[]) => {
    const rows = await sql<{ storage_key: string }[]>`
      SELECT storage_key FROM files WHERE owner = ANY(${owners})
        OR id IN (SELECT unnest(file_ids) FROM form_submissions WHERE id = ANY(${owners}))`;
    return rows.map(({ storage_key: key }) => key);
  };

  /** A person with a conversation, a file, a workflow that an agent called, feedback, a note and a submission. */
  async function leaveTraces(name: string) {
    const email = `${name}@example.com`;
    const talk = await visit(chat, { identity: identify(chat, `user-${name}`, email.toUpperCase()), locale: 'de' });
    const letter = fileForm(`The letter of ${name}.`, 'my ../letter.txt');
    const file = await call(server, 'POST', `${talk.path}/upload`, { key: null, headers: talk.headers, form: letter });
    model.reply({ toolCalls: [{ name: 'greet', arguments: { name: `${name} Smith` } }] }, { text: `Hello ${name}.` });
    const reply = await talk.say(`I am ${name} Smith.`, [file.body.data.fileId]);
    expect(reply.body.error ?? reply.status).toBe(200);
    await talk.send('POST', `/messages/${reply.body.data.id}/feedback`, { rating: 'down' });
    await groupQuestions(server.platform);
    const id = talk.conversationId;
    await create(here, `/conversations/${id}/notes`, { content: `Remember ${name}.` });
    const submission = await submit(` ${email} `, `The note of ${name}.`);
    return { email, talk, id, submission, keys: await findKeys([talk.threadId, submission.id]) };
  }

  return {
    server,
    model,
    outside,
    sql,
    here,
    elsewhere,
    otherId,
    agentId,
    workflowId,
    chat,
    chatElsewhere: { secret, sessions: `/api/public/chat-interfaces/${slug}/sessions` },
    publicCall,
    visit,
    submit,
    leaveTraces,
    exportOf: async (subject: object) => exportVisitor(server, subject),
    erase: async (subject: object, send = here) => send('POST', '/api/v1/visitors/erase', subject),
    /** The last entry of an action in the audit log. */
    audited: async (action: string) =>
      (await here('GET', `/api/v1/audit-log?action=${action}&per_page=1`)).body.data[0],
    /** The tables with this text; who paid stays, and that a conversation was deleted, without any content. */
    tablesWith: async (part: string) =>
      (await findTablesWith(sql, part, 'conversation:deleted')).filter(
        (name) => !['credit_payers', 'idempotent_requests'].includes(name),
      ),
  };
}

/** An identity whose signature covers the address. */
export function identify({ secret }: Pick<TestChat, 'secret'>, userId: string, email: string) {
  return signWholeIdentity(secret, { userId, email });
}

/** A visitor enters an address in a chat. */
export async function leaveEmail({ send }: TestVisit, email: string): Promise<void> {
  expect((await send('POST', '/email', { email })).status).toBe(200);
}

/** An upload of one file. */
export function fileForm(content: string, name = 'note.txt'): FormData {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return form;
}

/** Exports what is kept of a person; returns the entries of the archive. */
async function exportVisitor(server: ServerUnderTest, subject: object) {
  const response = await fetch(`${server.url}/api/v1/visitors/export`, {
    method: 'POST',
    headers: { 'X-API-Key': server.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(subject),
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="dsr_[0-9a-z]{26}\.zip"$/);
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()));
  const entries = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  }
  const rows = async (name: string) => {
    const found: Record<string, unknown>[] = [];
    for (const line of (entries.get(`${name}.jsonl`) ?? '').split('\n')) if (line !== '') found.push(JSON.parse(line));
    return found;
  };
  return { entries, rows, manifest: JSON.parse(entries.get('manifest.json') ?? '') };
}
