import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually, readEvents } from '../../../test/client.ts';
import { type Listening, serveOnLoopback } from '../../../test/loopback.ts';
import { startModelServer, type ModelServer } from '../../../test/model-server/start-model-server.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { workflowRuns } from '../../../test/workflow-runs.ts';

interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

let server: ServerUnderTest;
let models: ModelServer;
let site: Listening;
let origin: string;
let received: Received[] = [];
let gone = 0;

beforeAll(async () => {
  site = await serveOnLoopback((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    request.on('end', () => {
      received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      const path = new URL(request.url ?? '/', 'http://x').pathname;
      if (path === '/hang') {
        response.on('close', () => (gone += 1));
        return;
      }
      if (path === '/flaky' && received.filter((call) => call.url === '/flaky').length < 3) {
        response.writeHead(503).end('busy');
      } else if (path === '/missing') {
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"none"}');
      } else if (path === '/text') {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Title</h1><p>Words of the page.</p>');
      } else if (path === '/marked') {
        response.writeHead(200, { 'content-type': 'application/json' }).end('\ufeff{"city":"Köln"}');
      } else if (path === '/latin') {
        response
          .writeHead(200, { 'content-type': 'text/plain; charset=ISO-8859-1' })
          .end(Buffer.from('Köln', 'latin1'));
      } else {
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ got: body || null, nul: '\u0000' }));
      }
    });
  });
  origin = site.url;
  models = await startModelServer();
  server = await startServer({
    OUTBOUND_ALLOW: site.host,
    OPENAI_BASE_URL: models.url,
    DEFAULT_MODEL: 'test-model',
  });
});
afterAll(async () => {
  await server.close();
  await models.close();
  await site.close();
});

const { save, execute, nodes, reached, run } = workflowRuns(() => server);
const request = (config: object, extra: object = {}) => ({
  nodes: [{ id: 'get', type: 'http_request', config, ...extra }],
  outputs: { status: '{{ nodes.get.outputs.status }}', body: '{{ nodes.get.outputs.body }}' },
});

describe('http_request', () => {
  it('sends the evaluated request, with the node’s key', async () => {
    received = [];
    const execution = await run(
      request({
        method: 'POST',
        url: `${origin}/echo`,
        query: { q: '{{ inputs.q }}', none: '{{ inputs.none }}', many: ['a', 'b'] },
        headers: { 'X-Word': '{{ inputs.q }}' },
        body: { n: '{{ inputs.n }}' },
      }),
      { q: 'a b', n: 3 },
    );
    // The NUL is removed: none of our stores accepts one.
    expect(execution.outputs).toEqual({ status: 200, body: { got: '{"n":3}', nul: '' } });
    expect(received).toMatchObject([
      {
        method: 'POST',
        url: '/echo?q=a+b&many=a&many=b',
        headers: { 'x-word': 'a b', 'content-type': 'application/json', 'idempotency-key': `${execution.id}:get` },
      },
    ]);
  });

  it('fails on a status other than 2xx unless that is allowed, and retries with the same key', async () => {
    expect(await run(request({ url: `${origin}/missing` }))).toMatchObject({
      status: 'failed',
      error: { code: 'node_execution_failed', message: 'The server answered 404.', node_id: 'get' },
    });
    expect((await run(request({ url: `${origin}/missing`, allow_status: [404] }))).outputs).toEqual({
      status: 404,
      body: { error: 'none' },
    });
    received = [];
    const flaky = await run(request({ url: `${origin}/flaky` }, { retry: { max_attempts: 3, backoff_ms: 5 } }));
    expect(flaky.outputs.status).toBe(200);
    expect(new Set(received.map((call) => call.headers['idempotency-key'])).size).toBe(1);
  });

  it('reads a body in its charset, and JSON after a byte order mark', async () => {
    expect((await run(request({ url: `${origin}/marked` }))).outputs.body).toEqual({ city: 'Köln' });
    expect((await run(request({ url: `${origin}/latin` }))).outputs.body).toBe('Köln');
  });

  it('sends fields as a form if its content type says so, and a text as it is', async () => {
    const post = async (body: unknown) =>
      run(
        request({
          method: 'POST',
          url: `${origin}/echo`,
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body,
        }),
        { scope: 'read & write' },
      );
    const fields = { grant_type: 'client_credentials', scope: '{{ inputs.scope }}', id: [1, null, 2], none: null };
    expect((await post(fields)).outputs.body.got).toBe('grant_type=client_credentials&scope=read+%26+write&id=1&id=2');
    expect((await post('a=1')).outputs.body.got).toBe('a=1');
    expect((await post({ card: { number: 1 } })).error).toMatchObject({
      code: 'node_execution_failed',
      message:
        'A form can’t have the field “card”: its value must be a text, a number, true, false or a list of these.',
    });
  });

  it('can’t reach private addresses', async () => {
    const execution = await run(request({ url: 'http://127.0.0.1:1/' }));
    expect(execution.error).toMatchObject({ code: 'node_execution_failed', node_id: 'get' });
  });

  it('is aborted by a cancel, in called workflows and loops too', async () => {
    gone = 0;
    received = [];
    const hanging = await save(request({ url: `${origin}/hang` }));
    const calling = await save({
      nodes: [
        {
          id: 'each',
          type: 'loop',
          config: {
            items: [1, 2],
            concurrency: 2,
            body: { nodes: [{ id: 'call', type: 'workflow', config: { workflow_id: hanging } }] },
          },
        },
      ],
    });
    const id = await execute(calling);
    await eventually(async () => (received.length === 2 ? true : undefined));
    // A node that was never recorded as running leaves nothing to be cancelled.
    await eventually(async () => ((await nodes(id)).length === 5 ? true : undefined));
    await call(server, 'POST', `/api/v1/executions/${id}/cancel`);
    await eventually(async () => (gone === 2 ? true : undefined));
    expect((await reached(id)).status).toBe('cancelled');
    expect(
      (await nodes(id)).map((node: { node_id: string; status: string }) => `${node.node_id} ${node.status}`).toSorted(),
    ).toEqual([
      'each cancelled',
      'each[0].call cancelled',
      'each[0].call.get cancelled',
      'each[1].call cancelled',
      'each[1].call.get cancelled',
    ]);
  });
});

describe('llm', () => {
  const ask = (config: object, extra: object = {}) => ({
    nodes: [{ id: 'ask', type: 'llm', config: { prompt: 'Say {{ inputs.word }}', ...config }, ...extra }],
    outputs: {
      text: '{{ nodes.ask.outputs.text }}',
      json: '{{ nodes.ask.outputs.json }}',
      tokens: '{{ nodes.ask.outputs.usage.total_tokens }}',
    },
  });

  it('returns text and usage, and streams the text', async () => {
    models.reply({ text: ['One ', 'two ', 'three'], tokenDelayMs: 80 });
    const id = await execute(await save(ask({ system_prompt: 'Be brief', temperature: 0.2, max_tokens: 50 })), {
      word: 'numbers',
    });
    const events = await readEvents(server, `/api/v1/executions/${id}/events`);
    const deltas = events.filter(({ event }) => event === 'node:delta');
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.map(({ data }) => data.content).join('')).toBe('One two three');
    expect((await reached(id)).outputs).toEqual({ text: 'One two three', json: null, tokens: expect.any(Number) });
    expect(models.calls.at(-1)?.body).toMatchObject({
      model: 'test-model',
      temperature: 0.2,
      max_tokens: 50,
      messages: [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: 'Say numbers' },
      ],
    });
  });

  it('returns JSON that matches its schema, or fails', async () => {
    const json_schema = { type: 'object', properties: { mood: { enum: ['good', 'bad'] } }, required: ['mood'] };
    models.reply({ text: '```json\n{"mood": "good"}\n```' });
    expect((await run(ask({ json_schema }))).outputs.json).toEqual({ mood: 'good' });
    models.reply({ text: '{"mood": "odd"}' }, { text: 'no json' }, { text: '{"mood": "bad"}' });
    const third = await run(ask({ json_schema }, { retry: { max_attempts: 3, backoff_ms: 5 } }));
    expect(third.outputs.json).toEqual({ mood: 'bad' });
    models.reply({ text: '{"mood": "good", "why": "sun"}' });
    const strict = { ...json_schema, additionalProperties: false };
    expect((await run(ask({ json_schema: strict }))).error.message).toBe(
      'The model’s answer doesn’t follow json_schema: why is not a known field; known here: mood.',
    );
    models.reply({ text: 'no json' });
    expect((await run(ask({ json_schema }))).error).toMatchObject({ code: 'node_execution_failed', node_id: 'ask' });
  });

  it('fails if max_tokens is reached before there is any text or complete JSON, and says so', async () => {
    const cut = { finishReason: 'length' };
    const json_schema = { type: 'object' };
    // The model is asked again after the first, with extra tokens for its reasoning.
    models.reply({ text: '', ...cut }, { text: '', ...cut });
    models.reply({ text: '{"mood": "go', ...cut }, { text: '{"mood": "good"}', ...cut });
    for (const config of [{}, { json_schema }]) {
      const { error } = await run(ask({ model: 'test-model-without-text', ...config }));
      expect(error).toMatchObject({ code: 'node_execution_failed', message: expect.stringContaining('max_tokens') });
    }
    expect((await run(ask({ json_schema }))).outputs.json).toEqual({ mood: 'good' });
    models.reply({ text: 'Half a sen', ...cut });
    expect((await run(ask({}))).outputs.text).toBe('Half a sen');
  });

  it('fails without revealing the model server’s message, and is stopped by a cancel', async () => {
    models.reply({ status: 400, error: { message: 'secret words of the server' } });
    const failed = await run(ask({}));
    expect(failed.error.code).toBe('node_execution_failed');
    expect(JSON.stringify(failed)).not.toContain('secret words');
    models.reply({ text: ['a ', 'b '], hangAfter: 1 });
    const calls = models.calls.length;
    const id = await execute(await save(ask({})));
    await eventually(async () => (models.calls.length > calls ? true : undefined));
    await call(server, 'POST', `/api/v1/executions/${id}/cancel`);
    await eventually(async () => (models.calls.at(-1)?.aborted === true ? true : undefined));
    expect((await reached(id)).status).toBe('cancelled');
  });
});

describe('extract', () => {
  it('reads a file and a web page', async () => {
    const form = new FormData();
    form.set('file', new Blob(['Words of the file.']), 'note.txt');
    const file = await call(server, 'POST', '/api/v1/files', { form });
    const definition = {
      nodes: [{ id: 'read', type: 'extract', config: { file_id: '{{ inputs.file }}', url: '{{ inputs.url }}' } }],
      outputs: {
        text: '{{ nodes.read.outputs.text }}',
        mime: '{{ nodes.read.outputs.mime_type }}',
        name: '{{ nodes.read.outputs.name }}',
      },
    };
    expect((await run(definition, { file: file.body.data.id })).outputs).toEqual({
      text: 'Words of the file.',
      mime: 'text/plain',
      name: 'note.txt',
    });
    const page = await run(definition, { url: `${origin}/text` });
    expect(page.outputs.text).toContain('Words of the page.');
    expect((await run(definition, { file: 'fil_nope' })).error).toMatchObject({
      code: 'node_execution_failed',
      node_id: 'read',
    });
    expect((await run(definition)).error).toMatchObject({ code: 'node_execution_failed' });
  });
});

describe('agent and knowledge_query', () => {
  it('reply with an agent, in a separate thread', async () => {
    const agent = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } });
    models.reply({ text: 'Certainly.' });
    const execution = await run(
      {
        nodes: [
          {
            id: 'ask',
            type: 'agent',
            config: { agent_id: agent.body.data.id, message: 'Help with {{ inputs.what }}' },
          },
        ],
        outputs: { reply: '{{ nodes.ask.outputs }}' },
      },
      { what: 'tea' },
    );
    expect(execution.error).toBeNull();
    const { reply } = execution.outputs;
    expect(reply).toMatchObject({ text: 'Certainly.', message_id: expect.stringMatching(/^msg_/), tool_calls: [] });
    const { body } = await call(server, 'GET', `/api/v1/threads/${reply.thread_id}/messages`);
    expect(body.data.map((message: { content: string }) => message.content)).toEqual(['Help with tea', 'Certainly.']);
  });

  it('reply in a given thread, if it is one of the agent', async () => {
    const agents = await Promise.all(
      ['Guide', 'Other'].map(
        async (name) => (await call(server, 'POST', '/api/v1/agents', { body: { name } })).body.data,
      ),
    );
    const thread = (await call(server, 'POST', `/api/v1/agents/${agents[0].id}/threads`)).body.data;
    const ask = async (agent_id: string) =>
      run({
        nodes: [{ id: 'ask', type: 'agent', config: { agent_id, message: 'Hi', thread_id: thread.id } }],
        outputs: { thread: '{{ nodes.ask.outputs.thread_id }}' },
      });
    expect((await ask(agents[0].id)).outputs).toEqual({ thread: thread.id });
    expect((await ask(agents[1].id)).error).toMatchObject({
      code: 'node_execution_failed',
      message: expect.stringMatching(/thread/i),
      node_id: 'ask',
    });
    await server.platform.database.sql`UPDATE threads SET answered_by = 'person' WHERE id = ${thread.id}`;
    expect((await ask(agents[0].id)).error).toMatchObject({
      message: 'config.thread_id: is a conversation that a person answers',
    });
    const { body } = await call(server, 'GET', `/api/v1/threads/${thread.id}/messages`);
    expect(body.data).toHaveLength(2);
  });

  it('search a knowledge base', async () => {
    const base = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Teas' } });
    const { id } = base.body.data;
    const added = await call(server, 'POST', `/api/v1/knowledge-bases/${id}/documents`, {
      body: { name: 'green.txt', text: 'Green tea is steeped at eighty degrees.' },
    });
    await eventually(async () => {
      const document = await call(server, 'GET', `/api/v1/knowledge-bases/${id}/documents/${added.body.data.id}`);
      return document.body.data.status === 'ready' ? true : undefined;
    });
    const execution = await run(
      {
        nodes: [
          { id: 'find', type: 'knowledge_query', config: { knowledge_base_id: id, query: '{{ inputs.q }}', top_k: 1 } },
        ],
        outputs: {
          text: '{{ nodes.find.outputs.text }}',
          name: '{{ nodes.find.outputs.results[0].document_name }}',
          results: '{{ nodes.find.outputs.results }}',
        },
      },
      { q: 'How hot for green tea?' },
    );
    expect(execution.outputs).toMatchObject({ text: 'Green tea is steeped at eighty degrees.', name: 'green.txt' });
    // Without a mode it searches like a query without one.
    const ask = async (mode?: string) =>
      (
        await call(server, 'POST', `/api/v1/knowledge-bases/${id}/query`, {
          body: { query: 'How hot for green tea?', top_k: 1, mode },
        })
      ).body.data.results;
    expect(execution.outputs.results).toEqual(await ask());
    expect(execution.outputs.results).toEqual(await ask('hybrid'));
    expect(execution.outputs.results).not.toEqual(await ask('semantic'));
    const unknown = await call(server, 'POST', '/api/v1/workflows', {
      body: {
        name: 'x',
        definition: {
          nodes: [
            { id: 'a', type: 'knowledge_query', config: { knowledge_base_id: 'kb_nope', query: 'x' } },
            { id: 'b', type: 'agent', config: { agent_id: 'agt_nope', message: 'x' } },
          ],
        },
      },
    });
    expect(unknown.body.error.details.fields.map((field: { path: string }) => field.path)).toEqual([
      'body.definition.nodes[0].config.knowledge_base_id',
      'body.definition.nodes[1].config.agent_id',
    ]);
  });
});
