import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpOwner, type TestBrowser } from './browser.ts';
import { call, eventually, type TestAnswer, type TestRequest } from './client.ts';
import { makePersona } from './persona-tasks.ts';
import { type ServerUnderTest, startServer } from './start-server.ts';

/* Of two PATCHes of different fields at the same moment, neither is lost. */

let server: ServerUnderTest;
let owner: TestBrowser;
let agentId: string;
let workflowId: string;
let baseId: string;

beforeAll(async () => {
  server = await startServer();
  owner = await signUpOwner(server);
  agentId = await create('/api/v1/agents', { name: 'Desk' });
  workflowId = await create('/api/v1/workflows', { name: 'Desk', definition });
  baseId = await create('/api/v1/knowledge-bases', { name: 'Desk' });
});
afterAll(async () => server.close());

async function create(path: string, body: object): Promise<string> {
  const answer = await call(server, 'POST', path, { body });
  expect([200, 201, 202], JSON.stringify(answer.body)).toContain(answer.status);
  return answer.body.data.id;
}

const node = { id: 'end', type: 'template', config: { text: 'Done' } };
const definition = { nodes: [node], edges: [], outputs: { text: '{{ nodes.end.outputs.text }}' } };
const webhook = { name: 'Receiver', url: 'https://example.com/hook', event_types: ['execution.completed'] };

type Send = (method: string, path: string, request?: TestRequest) => Promise<TestAnswer>;

interface Changed {
  /** The address of a resource that was made for the test; the document's if not given. */
  readonly path?: () => Promise<string>;
  /** The table and the id of the row that a test holds, by the address. */
  readonly row: (path: string) => readonly [table: string, id: string] | Promise<readonly [table: string, id: string]>;
  readonly patches: readonly [object, object];
  /** The changed fields afterwards; the data of a GET if not given. */
  readonly read?: (path: string) => Promise<unknown>;
  /** Sends as the owner in a browser, or as a visitor, instead of with the key. */
  readonly send?: () => Send;
}

const lastOf = (path: string): string => path.split('/').at(-1) ?? '';
/** A resource of a collection, made with this body. */
const made = (collection: string, table: string, body: () => object): Pick<Changed, 'path' | 'row'> => ({
  path: async () => `${collection}/${await create(collection, body())}`,
  row: (path) => [table, lastOf(path)],
});
const asOwner = () => async (method: string, path: string, request?: TestRequest) => owner.send(method, path, request);

let visit: { readonly token: string };

const changes: Readonly<Record<string, Changed>> = {
  '/api/v1/agents/{id}': {
    ...made('/api/v1/agents', 'agents', () => ({ name: 'Guide' })),
    patches: [{ name: 'New' }, { description: 'Other' }],
  },
  '/api/v1/chat-interfaces/{id}': {
    ...made('/api/v1/chat-interfaces', 'chat_interfaces', () => ({ name: 'Desk', agent_id: agentId })),
    patches: [{ name: 'New' }, { status: 'paused' }],
  },
  '/api/public/chat-interfaces/{slug}/sessions/{id}': {
    path: async () => {
      const chat = await call(server, 'POST', '/api/v1/chat-interfaces', {
        body: { name: 'Visit', agent_id: agentId },
      });
      const path = `/api/public/chat-interfaces/${chat.body.data.slug}/sessions`;
      const { data } = (await call(server, 'POST', path, { key: null, body: {} })).body;
      visit = data;
      return `${path}/${data.id}`;
    },
    row: (path) => ['chat_sessions', lastOf(path)],
    patches: [{ metadata: { plan: 'pro' } }, { metadata: { seats: 3 } }],
    // The metadata are not for the visitor.
    read: async (path) => {
      const { sql } = server.platform.database;
      return (await sql`SELECT metadata FROM chat_sessions WHERE id = ${lastOf(path)}`)[0];
    },
    send: () => async (method, path, request) =>
      call(server, method, path, { key: null, ...request, headers: { Authorization: `Bearer ${visit.token}` } }),
  },
  '/api/v1/conversations/{id}': {
    path: async () => {
      const chat = await call(server, 'POST', '/api/v1/chat-interfaces', {
        body: { name: 'Talk', agent_id: agentId, handover: { enabled: true } },
      });
      const path = `/api/public/chat-interfaces/${chat.body.data.slug}/sessions`;
      const { data } = (await call(server, 'POST', path, { key: null, body: {} })).body;
      const headers = { Authorization: `Bearer ${data.token}` };
      const asked = await call(server, 'POST', `${path}/${data.id}/handover`, { key: null, headers, body: {} });
      expect(asked.status, JSON.stringify(asked.body)).toBe(200);
      return `/api/v1/conversations/${String(data.threadId).replace('thr_', 'cnv_')}`;
    },
    row: (path) => ['conversations', lastOf(path)],
    patches: [{ subject: 'New' }, { tags: ['other'] }],
  },
  '/api/v1/saved-replies/{id}': {
    ...made('/api/v1/saved-replies', 'saved_replies', () => ({ name: 'Hours', shortcut: 'hours', content: 'Nine' })),
    patches: [{ name: 'New' }, { content: 'Other' }],
  },
  '/api/v1/form-interfaces/{id}': {
    ...made('/api/v1/form-interfaces', 'form_interfaces', () => ({
      title: 'Form',
      target_type: 'agent',
      agent_id: agentId,
    })),
    patches: [{ title: 'New' }, { status: 'paused' }],
  },
  '/api/v1/knowledge-bases/{id}': {
    ...made('/api/v1/knowledge-bases', 'knowledge_bases', () => ({ name: 'Base' })),
    patches: [{ name: 'New' }, { description: 'Other' }],
  },
  '/api/v1/me': {
    row: async () => ['users', (await owner.send('GET', '/api/v1/me')).body.data.user.id],
    patches: [{ name: 'New' }, { avatar_url: 'https://example.com/other.png' }],
    read: async () => (await owner.send('GET', '/api/v1/me')).body.data.user,
    send: asOwner,
  },
  '/api/v1/workspace': {
    row: () => ['workspaces', owner.workspace ?? ''],
    patches: [{ name: 'New' }, { timezone: 'Europe/Berlin' }],
    send: asOwner,
  },
  '/api/personas/{id}': {
    path: async () => `/api/personas/${(await makePersona(server)).id}`,
    row: (path) => ['personas', lastOf(path)],
    patches: [{ name: 'New' }, { description: 'Other' }],
  },
  '/api/v1/knowledge-bases/{id}/sources/{source_id}': {
    path: async () => {
      const sources = `/api/v1/knowledge-bases/${baseId}/sources`;
      return `${sources}/${await create(sources, { type: 'website', url: 'https://site.invalid/' })}`;
    },
    row: (path) => ['sources', lastOf(path)],
    patches: [{ max_pages: 7 }, { max_depth: 2 }],
  },
  '/api/v1/threads/{id}': {
    path: async () => `/api/v1/threads/${await create(`/api/v1/agents/${agentId}/threads`, {})}`,
    row: (path) => ['threads', lastOf(path)],
    patches: [{ title: 'New' }, { metadata: { other: true } }],
  },
  '/api/v1/triggers/{id}': {
    ...made('/api/v1/triggers', 'triggers', () => ({ name: 'Hook', type: 'webhook', workflow_id: workflowId })),
    patches: [{ name: 'New' }, { enabled: false }],
  },
  '/api/v1/webhooks/{id}': {
    ...made('/api/v1/webhooks', 'webhooks', () => webhook),
    patches: [{ name: 'New' }, { url: 'https://example.com/other' }],
  },
  '/api/v1/workflows/{id}': {
    ...made('/api/v1/workflows', 'workflows', () => ({ name: 'Flow', definition })),
    patches: [{ name: 'New' }, { description: 'Other' }],
  },
};

/** Those with one field. */
const single = ['/api/v1/members/{id}'];

test('covers every PATCH', () => {
  const { paths } = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, object>;
  };
  const patched = Object.keys(paths).filter((path) => 'patch' in (paths[path] ?? {}));
  expect([...Object.keys(changes), ...single].toSorted()).toEqual(patched.toSorted());
});

/** Starts both requests while `table`'s row is held, until both wait for it. */
async function sendTogether(row: readonly [table: string, id: string], send: () => Promise<unknown>): Promise<void> {
  const { database } = server.platform;
  if (database.embedded) {
    await send();
    return;
  }
  const [table, id] = row;
  const { sent } = await database.transaction(async (tx) => {
    expect(await tx`SELECT 1 FROM ${tx(table)} WHERE id = ${id} FOR UPDATE`).toHaveLength(1);
    const sent = send();
    await eventually(async () => {
      const waiting = await tx`
        SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE NOT granted AND datname = current_database()`;
      return waiting.length >= 2 || undefined;
    });
    return { sent };
  });
  await sent;
}

test.each(Object.entries(changes))('PATCH %s keeps both changes', async (template, { patches, ...change }) => {
  const path = (await change.path?.()) ?? template;
  const send = change.send?.() ?? (async (method, at, request) => call(server, method, at, request));
  const together = async () => {
    const answers = await Promise.all(patches.map(async (body) => send('PATCH', path, { body })));
    for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBe(200);
  };
  await sendTogether(await change.row(path), together);
  const changed = change.read === undefined ? (await send('GET', path)).body.data : await change.read(path);
  expect(changed).toMatchObject({ ...patches[0], ...mergeMetadata(patches) });
});

function mergeMetadata(patches: readonly [object, object]): object {
  const [first, second] = patches as readonly { metadata?: object }[];
  const metadata = { ...first?.metadata, ...second?.metadata };
  return { ...patches[1], ...(Object.keys(metadata).length === 0 ? {} : { metadata }) };
}
