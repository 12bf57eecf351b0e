import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
let workflowId = '';
beforeAll(async () => {
  server = await startServer();
  const { body } = await call(server, 'POST', '/api/v1/workflows', {
    body: { name: 'Nothing', definition: { nodes: [{ id: 'n', type: 'template', config: { text: 'x' } }], edges: [] } },
  });
  workflowId = body.data.id;
});
afterAll(async () => server.close());

const email = { name: 'email', label: 'E-mail address', type: 'text', format: 'email', required: true };

async function create(fields: object[]) {
  return call(server, 'POST', '/api/v1/form-interfaces', {
    body: { title: 'Contact', target_type: 'workflow', workflow_id: workflowId, fields },
  });
}

async function submit(slug: string, inputs: object) {
  return call(server, 'POST', `/api/public/form-interfaces/${slug}/submissions`, { body: { inputs }, key: null });
}

test('a text with the format `email` takes one e-mail address, and is kept in lower case', async () => {
  const note = { name: 'note', label: 'Note', type: 'text', show_if: 'inputs.email = "ada@example.com"' };
  const { body } = await create([email, note]);
  const form = body.data;
  expect(form.fields).toMatchObject([{ type: 'text', format: 'email' }, {}]);
  const shown = await call(server, 'GET', `/api/public/form-interfaces/${form.slug}`, { key: null });
  expect(shown.body.data.fields).toMatchObject([{ name: 'email', type: 'text', format: 'email' }, {}]);
  expect(shown.body.data.fields[1]).not.toHaveProperty('format');
  for (const wrong of ['ada', 'ada@', 'ada@example.com, grace@example.com', `${'a'.repeat(250)}@example.com`]) {
    const refused = await submit(form.slug, { email: wrong });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details.fields).toMatchObject([{ path: 'body.inputs.email', code: 'invalid_email' }]);
  }
  // Not text at all.
  expect((await submit(form.slug, { email: 7 })).body.error.details.fields[0].code).toBe('invalid_type');
  expect((await submit(form.slug, {})).body.error.details.fields[0].code).toBe('required');
  expect((await submit(form.slug, { email: ' Ada@Example.com ', note: 'Hi' })).status).toBe(202);
  const list = await call(server, 'GET', `/api/v1/form-interfaces/${form.id}/submissions`);
  expect(list.body.data).toMatchObject([{ inputs: { email: 'ada@example.com', note: 'Hi' } }]);
});

test.each(['r&d@example.com', 'ann/bob=c@example.com', 'info@xn--e1afmkfd.xn--p1ai'])(
  '%s is an address',
  async (address) => {
    const form = (await create([email])).body.data;
    expect((await submit(form.slug, { email: address })).status).toBe(202);
  },
);

test.each([
  ['Info@Bücher.de', 'info@xn--bcher-kva.de'],
  ['info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
  ['info@例え。jp', 'info@xn--r8jz45g.jp'],
])('%s, which some browsers send as it was typed, is kept as %s, which others send', async (typed, kept) => {
  const form = (await create([email])).body.data;
  expect((await submit(form.slug, { email: typed })).status).toBe(202);
  const list = await call(server, 'GET', `/api/v1/form-interfaces/${form.id}/submissions`);
  expect(list.body.data).toMatchObject([{ inputs: { email: kept } }]);
});

test.each([
  'jörg@example.com',
  // Lower-casing turns the Kelvin sign into a k.
  'mi\u{212A}e@example.com',
  'info@b-.example',
  `info@${'b'.repeat(64)}.example`,
  'info@xn--p1ai.xn--p1-',
  'info@bücher',
  'info@bücher.de/x',
  'info@bü:1.de',
  'ä@b@bücher.de',
  'info@bü cher.de',
])('%s is not an address', async (address) => {
  const form = (await create([email])).body.data;
  const refused = await submit(form.slug, { email: address });
  expect(refused.body.error.details.fields[0].code).toBe('invalid_email');
});

test('only a text can have a format', async () => {
  const { status, body } = await create([{ ...email, type: 'number' }]);
  expect(status).toBe(400);
  expect(body.error.details.fields).toMatchObject([{ path: 'body.fields[0].format' }]);
  expect((await create([{ ...email, format: 'phone' }])).status).toBe(400);
});
