import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from './client.ts';
import { makePersona } from './persona-tasks.ts';
import { type ServerUnderTest, startServer } from './start-server.ts';

let server: ServerUnderTest;
let agentId: string;
let workflowId: string;
let baseId: string;

beforeAll(async () => {
  server = await startServer();
  agentId = await create('/api/v1/agents', { name: 'Desk', slug: 'desk' });
  workflowId = await create('/api/v1/workflows', { name: 'Desk', definition });
  baseId = await create('/api/v1/knowledge-bases', { name: 'Desk' });
});
afterAll(async () => server.close());

async function create(path: string, body: object): Promise<string> {
  const answer = await call(server, 'POST', path, { body });
  expect([201, 202], JSON.stringify(answer.body)).toContain(answer.status);
  return answer.body.data.id;
}

const node = { id: 'end', type: 'template', config: { text: 'Done' } };
const definition = { nodes: [node], edges: [], outputs: { text: '{{ nodes.end.outputs.text }}' } };
const form = () => ({ target_type: 'agent', agent_id: agentId });

/** Each list: items that contain “zebra” in one text each, oldest first, and the other fields that an item needs. */
const lists: readonly {
  path: string;
  found: readonly object[];
  rest: () => object;
  create?: (body: object) => Promise<string>;
}[] = [
  {
    path: '/api/v1/agents',
    found: [{ name: 'Zebra guide' }, { name: 'A', description: 'No zebra' }, { name: 'B', slug: 'the-zebra-1' }],
    rest: () => ({}),
  },
  {
    path: '/api/v1/workflows',
    found: [{ name: 'Zebra guide' }, { name: 'A', description: 'No zebra' }, { name: 'B', slug: 'the-zebra-2' }],
    rest: () => ({ definition }),
  },
  {
    path: '/api/v1/chat-interfaces',
    found: [
      { name: 'Zebra guide', slug: 'plain-1' },
      { name: 'A', slug: 'the-zebra-3' },
    ],
    rest: () => ({ agent_id: agentId }),
  },
  {
    path: '/api/v1/form-interfaces',
    found: [
      { name: 'Zebra guide', title: 'A', slug: 'plain-2' },
      { name: 'A', title: 'Zebra guide', slug: 'plain-3' },
      { name: 'A', description: 'No zebra', slug: 'plain-4' },
      { name: 'B', slug: 'the-zebra-4' },
    ],
    rest: form,
  },
  {
    path: '/api/v1/knowledge-bases',
    found: [{ name: 'Zebra guide' }, { name: 'A', description: 'No zebra' }],
    rest: () => ({}),
  },
  {
    path: '/api/personas',
    found: [{ name: 'Zebra guide' }, { name: 'A', description: 'No zebra' }],
    rest: () => ({}),
    create: async (body) => (await makePersona(server, { ...body })).id,
  },
  { path: '/api/v1/api-keys', found: [{ name: 'Zebra guide' }], rest: () => ({ scopes: ['agents:read'] }) },
  {
    path: '/api/v1/webhooks',
    found: [{ name: 'Zebra guide' }, { name: 'A', url: 'https://zebra.invalid/hook' }],
    rest: () => ({ url: 'https://plain.invalid/hook' }),
  },
  {
    path: '/api/v1/triggers',
    found: [{ name: 'Zebra guide' }],
    rest: () => ({ type: 'webhook', workflow_id: workflowId }),
  },
  {
    path: '/api/v1/saved-replies',
    found: [
      { name: 'Zebra guide', shortcut: 'plain-1' },
      { name: 'A', shortcut: 'the-zebra' },
      { name: 'B', shortcut: 'plain-2', content: 'No zebra' },
    ],
    rest: () => ({ shortcut: 'plain-3', content: 'Hello' }),
  },
  {
    path: '/api/v1/knowledge-bases/{id}/documents',
    found: [
      { name: 'Zebra guide' },
      { name: 'A', title: 'No zebra' },
      { name: 'B', url: 'https://zebra.invalid/page' },
    ],
    rest: () => ({ text: `Text ${randomUUID()}` }),
  },
];

test.each(lists)('GET $path finds a part of what names its items', async ({ path, found, rest, ...item }) => {
  const address = path.replace('{id}', baseId);
  const add = item.create ?? (async (body: object) => create(address, body));
  const ids: string[] = [];
  for (const body of found) ids.unshift(await add({ ...rest(), ...body }));
  const other = await add({ name: '50% of all_horses', ...rest() });
  const search = async (text: string, more = '') =>
    call(server, 'GET', `${address}?search=${encodeURIComponent(text)}${more}`);
  const idsOf = ({ body }: Awaited<ReturnType<typeof search>>) => body.data.map(({ id }: { id: string }) => id);

  expect(idsOf(await search(' ZEBRA '))).toEqual(ids);
  expect(idsOf(await search('50%'))).toEqual([other]);
  expect(idsOf(await search('all_'))).toEqual([other]);
  expect(idsOf(await search('%zebra'))).toEqual([]);
  expect(idsOf(await search('system_prompt'))).toEqual([]);
  // Without a text, it is the whole list.
  expect(idsOf(await search('', '&per_page=100'))).toEqual(idsOf(await call(server, 'GET', `${address}?per_page=100`)));
  const second = await search('zebra', '&per_page=1&page=2');
  expect(idsOf(second)).toEqual(ids.slice(1, 2));
  expect(second.body.pagination).toMatchObject({ total_count: ids.length, has_prev: true });
  const long = await search('z'.repeat(201));
  expect([long.status, long.body.error.details.fields[0].path]).toEqual([400, 'query.search']);
  expect((await search('zebra\0')).status).toBeLessThan(500);
});

test('GET …/sources finds a part of an address', async () => {
  const path = `/api/v1/knowledge-bases/${baseId}/sources`;
  const site = await create(path, { type: 'website', url: 'https://zebra.invalid/guide' });
  const list = await create(path, {
    type: 'urls',
    urls: ['https://plain.invalid/a', 'https://plain.invalid/the-zebra'],
  });
  await create(path, { type: 'website', url: 'https://plain.invalid/horses' });
  const { body } = await call(server, 'GET', `${path}?search=ZEBRA`);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([list, site]);
  expect(body.pagination).toMatchObject({ total_count: 2 });
});
