import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from './client.ts';
import { creatorOn } from './create-resource.ts';
import { makePersona, startTask } from './persona-tasks.ts';
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

const create = creatorOn(() => server);

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
  {
    path: '/api/personas/instances',
    found: [{ name: 'Zebra guide' }],
    rest: () => ({}),
    create: async (body) => {
      const { id } = await makePersona(server, {});
      return (await startTask(server, id, { taskTitle: (body as { name: string }).name })).id;
    },
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

test.each(lists.filter(({ path }) => /agents|workflows|documents|triggers/.test(path)))(
  'GET $path begins a search with what is named exactly like it',
  async ({ path, rest }) => {
    const address = path.replace('{id}', baseId);
    const exact = await create(address, { ...rest(), name: 'Quay 1' });
    for (const name of ['Quay 10', 'Quay 11', 'Old quay 1']) await create(address, { ...rest(), name });
    const search = async (more: string) => {
      const { body } = await call(server, 'GET', `${address}?search=quay%201${more}`);
      return body.data.map(({ id }: { id: string }) => id);
    };
    const [first, ...others] = await search('');
    expect(first).toBe(exact);
    expect(others).toEqual(others.toSorted().toReversed());
    expect(await search('&per_page=1')).toEqual([exact]);
    // A chosen order applies to all.
    if (!path.includes('triggers')) expect((await search('&sort=-created_at')).at(-1)).toBe(exact);
  },
);

/** The lists that can be sorted: the field of the name, those of the times, and the other fields of an item. */
const sortedLists: readonly {
  path: string;
  field: string;
  times?: readonly [created: string, updated: string];
  rest: () => object;
  isPatched?: false;
  create?: (body: object) => Promise<string>;
}[] = [
  { path: '/api/v1/agents', field: 'name', rest: () => ({}) },
  { path: '/api/v1/workflows', field: 'name', rest: () => ({ definition }) },
  { path: '/api/v1/chat-interfaces', field: 'name', rest: () => ({ agent_id: agentId }) },
  { path: '/api/v1/form-interfaces', field: 'name', rest: () => ({ ...form(), title: 'Same' }) },
  { path: '/api/v1/form-interfaces', field: 'title', rest: () => ({ ...form(), name: 'Same' }) },
  { path: '/api/v1/knowledge-bases', field: 'name', rest: () => ({}) },
  {
    path: '/api/v1/knowledge-bases/{id}/documents',
    field: 'name',
    rest: () => ({ text: `Text ${randomUUID()}` }),
    isPatched: false,
  },
  {
    path: '/api/v1/knowledge-bases/{id}/documents',
    field: 'title',
    rest: () => ({ name: 'Same', text: `Text ${randomUUID()}` }),
    isPatched: false,
  },
  {
    path: '/api/personas',
    field: 'name',
    times: ['createdAt', 'updatedAt'],
    rest: () => ({}),
    create: async (body) => (await makePersona(server, { ...body })).id,
  },
];

test.each(sortedLists)('GET $path is sorted by $field and by time', async ({ path, field, rest, ...item }) => {
  const address = path.replace('{id}', baseId);
  const [created, updated] = item.times ?? ['created_at', 'updated_at'];
  const add = item.create ?? (async (body: object) => create(address, body));
  const names = new Map<string, string>();
  for (const word of ['zoo', 'Ärzte', 'azure', 'Bonn', 'bonn', '10']) {
    const name = `${word} by ${field}`;
    names.set(await add({ ...rest(), [field]: name }), name);
  }
  const list = async (query: string) => call(server, 'GET', `${address}?per_page=100&${query}`);
  const sorted = async (sort: string): Promise<(string | undefined)[]> => {
    const { status, body } = await list(`sort=${sort}`);
    expect(status, JSON.stringify(body.error)).toBe(200);
    return body.data.flatMap(({ id }: { id: string }) => names.get(id) ?? []);
  };
  const byName = ['10', 'azure', 'Ärzte', 'Bonn', 'bonn', 'zoo'].map((word) => `${word} by ${field}`);
  expect(await sorted(field)).toEqual(byName);
  expect(await sorted(`-${field}`)).toEqual(byName.toReversed());
  expect(await sorted(created)).toEqual([...names.values()]);
  expect(await sorted(`-${created}`)).toEqual([...names.values()].toReversed());
  if (item.isPatched !== false) {
    const [oldest = ''] = names.keys();
    const changed = await call(server, 'PATCH', `${address}/${oldest}`, { body: { [field]: names.get(oldest) } });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect((await sorted(updated)).at(-1)).toBe(names.get(oldest));
  }
  const times = (await list(`sort=-${updated}`)).body.data.map((one: Record<string, string>) => one[updated]);
  expect(times).toEqual(times.toSorted().toReversed());
  // With a search, and in pages.
  const pages: string[] = [];
  for (const page of [1, 2, 3]) {
    const { body } = await call(server, 'GET', `${address}?search=by%20${field}&sort=${field}&per_page=2&page=${page}`);
    pages.push(...body.data.map((one: Record<string, string>) => one[field]));
  }
  expect(pages).toEqual(byName);
  const unknown = await list('sort=slug');
  expect([unknown.status, unknown.body.error.details.fields[0].path]).toEqual([400, 'query.sort']);
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

test('a name with an accent is found however its letters are encoded', async () => {
  const [composed, decomposed] = ['M\u00fcnster', 'Mu\u0308nster'];
  const documents = `/api/v1/knowledge-bases/${baseId}/documents`;
  const ids = [
    await create(documents, { name: `${composed}.txt`, text: 'The first' }),
    await create(documents, { name: `${decomposed}.txt`, text: 'The second' }),
  ];
  for (const search of [composed, decomposed.toUpperCase()]) {
    const { data } = (await call(server, 'GET', `${documents}?search=${encodeURIComponent(search)}`)).body;
    expect(data.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.toSorted());
  }
  const exact = await create('/api/v1/agents', { name: decomposed });
  await create('/api/v1/agents', { name: `${composed} by night` });
  const { data } = (await call(server, 'GET', `/api/v1/agents?search=${encodeURIComponent(composed)}`)).body;
  expect(data.map(({ id }: { id: string }) => id)).toMatchObject([exact, expect.anything()]);
});
