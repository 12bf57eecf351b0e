import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { type Listening, serveOnLoopback } from '../../../test/loopback.ts';
import { startModelServer, type ModelServer } from '../../../test/model-server/start-model-server.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { workflowRuns } from '../../../test/workflow-runs.ts';

const guide = new URL('../../../../docs/workflows.md', import.meta.url);

let server: ServerUnderTest;
let models: ModelServer;
let site: Listening;
let origin: string;
let examples: Map<string, string>;

beforeAll(async () => {
  const text = await readFile(guide, 'utf8');
  examples = new Map(
    [...text.matchAll(/^```json (\w+)\n([\s\S]*?)^```$/gm)].map(([, name = '', json = '']) => [name, json]),
  );
  site = await serveOnLoopback((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    const answer =
      pathname === '/orders' ? orders(Number(searchParams.get('page'))) : company(searchParams.get('name'));
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  origin = site.url;
  models = await startModelServer();
  server = await startServer({
    OUTBOUND_ALLOW: site.host,
    OPENAI_BASE_URL: models.url,
    DEFAULT_MODEL: 'double',
  });
});
afterAll(async () => {
  await server.close();
  await models.close();
  await site.close();
});

const orders = (page: number) => ({ total_pages: 3, orders: [{ id: page * 10 }, { id: page * 10 + 1 }] });
const company = (name: string | null) => (name === 'Nowhere' ? undefined : { city: `${name}ville` });

const { execute, reached, nodes } = workflowRuns(() => server);

async function save(name: string, change = (json: string) => json): Promise<string> {
  const json = examples.get(name);
  if (json === undefined) throw new Error(`the guide has no example ${name}`);
  const { status, body } = await call(server, 'POST', '/api/v1/workflows', { body: JSON.parse(change(json)) });
  expect(body.error?.details ?? status).toBe(201);
  return body.data.id;
}

describe('the guide’s examples', () => {
  it('summarise a document', async () => {
    const form = new FormData();
    form.set('file', new Blob(['Tea is a drink. It is hot.']), 'tea.txt');
    const file = await call(server, 'POST', '/api/v1/files', { form });
    models.reply({ text: 'It is about tea.' });
    const execution = await reached(await execute(await save('summarise'), { file_id: file.body.data.id }));
    expect(execution.outputs).toEqual({ output: 'It is about tea.' });
    expect(JSON.stringify(models.calls.at(-1)?.body)).toContain('Tea is a drink.');
  });

  it('triage a form, with an approval', async () => {
    const id = await save('triage');
    models.reply({ text: '{"kind": "question", "summary": "hours"}' });
    expect((await reached(await execute(id, { message: 'When are you open?' }))).outputs).toEqual({
      output: 'Thank you, we will answer soon.',
    });
    models.reply({ text: '{"kind": "refund", "summary": "broken cup"}' });
    const refund = await execute(id, { message: 'The cup is broken.' });
    await reached(refund, 'waiting');
    expect((await nodes(refund)).at(-1).inputs.title).toBe('Refund? broken cup');
    await call(server, 'POST', `/api/v1/executions/${refund}/approvals/ask`, {
      body: { decision: 'reject', comment: 'Too old.' },
    });
    expect((await reached(refund)).outputs).toEqual({ output: 'We can’t refund this. Too old.' });
  });

  it('enrich a list in a loop', async () => {
    const execution = await reached(
      await execute(await save('enrich'), { names: ['Ada', 'Nowhere', 'Bob'], directory: origin }),
    );
    expect(execution.outputs).toEqual({
      companies: [
        { name: 'Ada', place: 1, city: 'Adaville' },
        { name: 'Bob', place: 3, city: 'Bobville' },
      ],
      missing: 1,
    });
  });

  it('answer with knowledge, and fall back', async () => {
    const base = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Teas' } });
    const kb = base.body.data.id;
    const document = { name: 'green.txt', text: 'Green tea is steeped at eighty degrees.' };
    const added = await call(server, 'POST', `/api/v1/knowledge-bases/${kb}/documents`, { body: document });
    await eventually(async () => {
      const { body } = await call(server, 'GET', `/api/v1/knowledge-bases/${kb}/documents/${added.body.data.id}`);
      return body.data.status === 'ready' ? true : undefined;
    });
    const id = await save('answer', (json) => json.replace('kb_…', kb));
    models.reply({ text: 'At eighty degrees.' });
    expect((await reached(await execute(id, { question: 'How is green tea steeped?' }))).outputs).toEqual({
      output: 'At eighty degrees.',
    });
    expect(JSON.stringify(models.calls.at(-1)?.body)).toContain('eighty degrees');
    expect((await reached(await execute(id, { question: 'qqq zzz' }))).outputs).toEqual({
      output: 'I know nothing about that. A colleague will write to you.',
    });
  });

  it('call a paged HTTP API', async () => {
    const execution = await reached(await execute(await save('paged'), { api: origin }));
    expect(execution.outputs.orders.map((order: { id: number }) => order.id)).toEqual([10, 11, 20, 21, 30, 31]);
  });

  it('are five', () => {
    expect([...examples.keys()]).toEqual(['summarise', 'triage', 'enrich', 'answer', 'paged']);
  });
});
