import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type TestAnswer } from '../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const create = async (path: string, body: object) => (await call(server, 'POST', path, { body })).body.data;

/** The addresses that accept a file, and the caller's headers. */
const routes = {
  'of a form': async () => {
    const agent_id = (await create('/api/v1/agents', { name: 'Guide' })).id;
    const settings = { title: 'Ask us', target_type: 'agent', agent_id, allow_file_upload: true };
    const { slug } = await create('/api/v1/form-interfaces', settings);
    return { path: `/api/public/form-interfaces/${slug}/upload`, access: { key: null } };
  },
  'of a chat': async () => {
    const agent_id = (await create('/api/v1/agents', { name: 'Guide' })).id;
    const { slug } = await create('/api/v1/chat-interfaces', { name: 'Desk', agent_id });
    const sessions = `/api/public/chat-interfaces/${slug}/sessions`;
    const { id, token } = await create(sessions, {});
    const access = { key: null, headers: { Authorization: `Bearer ${token}` } };
    return { path: `${sessions}/${id}/upload`, access };
  },
  'of a workspace': async () => ({ path: '/api/v1/files', access: {} }),
  'of a knowledge base': async () => {
    const { id } = await create('/api/v1/knowledge-bases', { name: 'Manuals' });
    return { path: `/api/v1/knowledge-bases/${id}/documents`, access: {} };
  },
};
type RouteName = keyof typeof routes;

const send = async (route: RouteName, fields: Iterable<readonly [string, string]>): Promise<TestAnswer> => {
  const { path, access } = await routes[route]();
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append('file', new Blob(['Descale the machine once a month.']), 'coffee.txt');
  return call(server, 'POST', path, { ...access, form });
};
const numbered = (count: number, value: string) => Array.from({ length: count }, (_, at) => [`f${at}`, value] as const);

describe.each([
  ['of a form', 4096],
  ['of a chat', 4096],
  ['of a workspace', 4096],
  ['of a knowledge base', 65_536],
] as const)('an upload %s', (route, maxBytes) => {
  test('may have text fields of a limited size', async () => {
    // Counted in bytes: each character has three.
    const { status, body } = await send(route, [['note', `${'€'.repeat(Math.floor(maxBytes / 3))}ab`]]);
    expect([status, body.error.code, body.error.details]).toEqual([
      400,
      'validation_error',
      expect.objectContaining({
        fields: [
          {
            path: 'body.note',
            message: `is longer than ${maxBytes} bytes; shorten it`,
            code: 'too_long',
          },
        ],
        limit_bytes: maxBytes,
      }),
    ]);
  });

  test('may have a limited number of text fields', async () => {
    const { status, body } = await send(route, numbered(11, ''));
    expect([status, body.error.code, body.error.details]).toEqual([
      400,
      'validation_error',
      expect.objectContaining({
        fields: [{ path: 'body', message: 'has more than 10 text fields; send fewer', code: 'too_many' }],
        limit: 10,
      }),
    ]);
  });

  test('may have text fields with short names', async () => {
    const { status, body } = await send(route, [['n'.repeat(101), '']]);
    expect([status, body.error.code, body.error.details.fields]).toEqual([
      400,
      'validation_error',
      [
        {
          path: 'body',
          message: 'has a field name of more than 100 characters; shorten it',
          code: 'too_long',
        },
      ],
    ]);
  });
});

describe('as many and as long text fields as an upload may have', () => {
  const most = numbered(10, 'x'.repeat(4096));

  test.each(['of a form', 'of a chat'] as const)('are ignored in an upload %s', async (route) => {
    expect((await send(route, most)).status).toBe(201);
  });

  test('are named in an upload of a workspace, which has none', async () => {
    const { status, body } = await send('of a workspace', most);
    expect([status, body.error.details.fields]).toEqual([
      400,
      most.map(([name]) => expect.objectContaining({ path: `body.${name}`, code: 'unknown_field' })),
    ]);
  });
});

test('a document may have the longest metadata, title and address', async () => {
  const metadata = { note: '€'.repeat(16_000 - '{"note":""}'.length) };
  const { status, body } = await send('of a knowledge base', [
    ['metadata', JSON.stringify(metadata)],
    ['title', '€'.repeat(500)],
    ['url', `https://example.com/${'a'.repeat(1980)}`],
  ]);
  expect([status, body.data.metadata]).toEqual([201, metadata]);
});

test.each([
  ['of a workspace', 'file', { code: 'invalid_type', message: 'must be a file, not text (curl: -F file=@name)' }],
  ['of a knowledge base', 'file', { code: 'invalid_type', message: 'must be a file, not text (curl: -F file=@name)' }],
  ['of a form', 'file', { code: 'invalid_type', message: 'must be a file, not text (curl: -F file=@name)' }],
] as const)('text instead of a file is named in an upload %s', async (route, name, fault) => {
  const { path, access } = await routes[route]();
  const form = new FormData();
  form.append(name, 'notes.txt');
  const { status, body } = await call(server, 'POST', path, { ...access, form });
  expect([status, body.error.details.fields]).toEqual([400, [{ path: `body.${name}`, ...fault }]]);
});

test('a file in another field is an unknown field', async () => {
  const { path, access } = await routes['of a workspace']();
  const form = new FormData();
  form.append('document', new Blob(['one']), 'one.txt');
  const { status, body } = await call(server, 'POST', path, { ...access, form });
  expect([status, body.error.details.fields]).toEqual([
    400,
    [{ path: 'body.document', message: 'one file in the field "file" is expected', code: 'unknown_field' }],
  ]);
});

test('a second file is refused with the name of its field', async () => {
  const { path, access } = await routes['of a workspace']();
  const form = new FormData();
  for (const name of ['one', 'two']) form.append('file', new Blob([name]), `${name}.txt`);
  const { status, body } = await call(server, 'POST', path, { ...access, form });
  expect([status, body.error.details.fields]).toEqual([
    400,
    [{ path: 'body.file', message: 'one file in the field "file" is expected', code: 'too_many_files' }],
  ]);
});
