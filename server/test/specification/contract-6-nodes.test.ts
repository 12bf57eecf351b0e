import { beforeAll, describe, expect, it } from 'vitest';
import { expectInvalid } from './fields.ts';
import { type Body, fileForm, useWorld, workflowOf } from './world.ts';

const world = useWorld();

describe('Contract 6 Workflows: node types', () => {
  /** Runs one node; returns its outputs, or the execution's error. */
  const run = async (type: string, config: object, extra: object = {}, inputs: object = {}): Promise<Body> => {
    const definition = { outputs: { all: '{{ nodes.node.outputs }}' } };
    const { id } = await world.make('/workflows', workflowOf([{ id: 'node', type, config, ...extra }], definition));
    const { execution_id: execution } = await world.make(`/workflows/${id}/execute`, { inputs });
    const done = await world.until(`/executions/${execution}`, 'completed', 'failed');
    return done.outputs?.all ?? done.error;
  };
  const saveNode = async (type: string, config: object) =>
    world.api('POST', '/workflows', { body: workflowOf([{ id: 'node', type, config }]) });
  const usage = {
    prompt_tokens: expect.any(Number),
    completion_tokens: expect.any(Number),
    total_tokens: expect.any(Number),
  };

  it('llm → text, usage', async () => {
    world.model.reply({ text: 'Tea.' });
    const outputs = await run('llm', { model: 'double', system_prompt: 'Short.', prompt: 'Drink?' });
    expect(outputs).toEqual({ text: 'Tea.', usage: expect.objectContaining(usage) });
  });
  it('llm with json_schema → json, too', async () => {
    world.model.reply({ text: '{"drink": "tea"}' });
    const json_schema = { type: 'object', properties: { drink: { type: 'string' } } };
    const outputs = await run('llm', { model: 'double', prompt: 'Drink?', json_schema });
    expect(outputs).toMatchObject({ text: '{"drink": "tea"}', json: { drink: 'tea' } });
  });
  it('llm passes on temperature and max_tokens', async () => {
    world.model.reply({ text: 'x' });
    await run('llm', { model: 'double', prompt: 'x', temperature: 0.5, max_tokens: 9 });
    expect(world.model.calls.at(-1)?.body).toMatchObject({ temperature: 0.5, max_tokens: 9 });
  });
  it('agent → text, thread_id, message_id, tool_calls, usage; thread_id continues with that thread', async () => {
    const { id: agent_id } = await world.agent();
    world.model.reply({ text: 'First.' }, { text: 'Second.' });
    const first = await run('agent', { agent_id, message: 'One' });
    expect(first).toEqual({
      text: 'First.',
      thread_id: expect.stringMatching(/^thr_/),
      message_id: expect.stringMatching(/^msg_/),
      tool_calls: [],
      usage: expect.objectContaining(usage),
    });
    const second = await run('agent', { agent_id, message: 'Two', thread_id: first.thread_id });
    expect(second).toMatchObject({ text: 'Second.', thread_id: first.thread_id });
    expect(await world.get(`/threads/${first.thread_id}/messages`)).toHaveLength(4);
  });

  describe('knowledge_query', () => {
    let base: Body;
    beforeAll(async () => {
      base = await world.make('/knowledge-bases', { name: 'Teas' });
      for (const name of ['green', 'black']) {
        const { id } = await world.make(`/knowledge-bases/${base.id}/documents`, {
          name,
          text: `${name} tea is good.`,
        });
        await world.until(`/knowledge-bases/${base.id}/documents/${id}`, 'ready');
      }
    });
    it.each(['semantic', 'hybrid'])('→ results, text; top_k; mode %s', async (mode) => {
      const outputs = await run('knowledge_query', { knowledge_base_id: base.id, query: 'green tea', top_k: 1, mode });
      expect(outputs).toEqual({
        results: [expect.objectContaining({ document_name: 'green', score: expect.any(Number) })],
        text: 'green tea is good.',
      });
    });
    it('top_k is 1 to 20, mode one of the two', async () => {
      const config = { knowledge_base_id: base.id, query: 'x', top_k: 21, mode: 'fuzzy' };
      const at = 'body.definition.nodes[0].config';
      expectInvalid(await saveNode('knowledge_query', config), `${at}.top_k`, `${at}.mode`);
    });
  });

  describe('http_request', () => {
    it('→ status, headers, body', async () => {
      const answer = { 'content-type': 'application/json', 'x-word': 'yes' };
      world.receiver.answer('/json', (response) => response.writeHead(201, answer).end('{"a": 1}'));
      const outputs = await run('http_request', { method: 'GET', url: `${world.receiver.url}/json` });
      expect(outputs).toMatchObject({ status: 201, headers: { 'x-word': 'yes' }, body: { a: 1 } });
    });
    it('headers, query and body are sent', async () => {
      await run('http_request', {
        method: 'PUT',
        url: `${world.receiver.url}/sent`,
        headers: { 'X-Word': 'yes' },
        query: { q: 'a b' },
        body: 'plain',
      });
      const [sent] = await world.receiver.waitFor('/sent?q=a+b', 1);
      expect([sent?.headers['x-word'], sent?.text]).toEqual(['yes', 'plain']);
    });
    it.each([
      [undefined, 200],
      [true, 200],
      [false, 302],
    ])('follow_redirects: %s', async (follow_redirects, status) => {
      world.receiver.answer('/from', (response) => response.writeHead(302, { location: '/to' }).end());
      const config = { method: 'GET', url: `${world.receiver.url}/from`, follow_redirects, allow_status: [302] };
      expect((await run('http_request', config)).status).toBe(status);
    });
    it.each([300, 404, 500])('not 2xx fails the node: %i', async (status) => {
      world.receiver.answer('/status', status);
      const config = { method: 'GET', url: `${world.receiver.url}/status` };
      expect(await run('http_request', config)).toMatchObject({ code: 'node_execution_failed', node_id: 'node' });
      expect((await run('http_request', { ...config, allow_status: true })).status).toBe(status);
      expect((await run('http_request', { ...config, allow_status: [status] })).status).toBe(status);
      expect((await run('http_request', { ...config, allow_status: [418] })).code).toBe('node_execution_failed');
    });
  });

  describe('extract → text, name, mime_type', () => {
    it.each([
      ['text', /^Title\s+Some bold words\.$/],
      ['markdown', /# Title[\s\S]*\*\*bold\*\*/],
      ['html', /<h1>Title<\/h1>[\s\S]*<(b|strong)>bold/],
    ])('mode %s of a url', async (mode, expected) => {
      const page = '<html><body><article><h1>Title</h1><p>Some <b>bold</b> words.</p></article></body></html>';
      world.receiver.answer('/page', (response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      });
      const outputs = await run('extract', { url: `${world.receiver.url}/page`, mode });
      expect(Object.keys(outputs).toSorted()).toEqual(['mime_type', 'name', 'text']);
      expect(outputs.text.trim()).toMatch(expected);
    });
    it('of a file_id', async () => {
      const { body } = await world.api('POST', '/files', { form: fileForm('note.txt', 'Words.') });
      const outputs = await run('extract', { file_id: body.data.id });
      expect(outputs).toEqual({ text: 'Words.', name: 'note.txt', mime_type: 'text/plain' });
    });
  });

  it.each([
    ['1', true],
    ['0', false],
    ['""', false],
    ['[]', false],
    ['{}', false],
    ['null', false],
    ['inputs.none', false],
    ['"x"', true],
  ])('condition: if %s → result %s', async (expression, result) => {
    expect(await run('condition', { if: expression })).toEqual({ result });
  });
  it.each([
    [1, 'one'],
    ['1', 'default'],
    [[1], 'list'],
  ])('switch: %j → name %s', async (value, name) => {
    const cases = [
      { name: 'one', equals: 1 },
      { name: 'list', equals: [1] },
    ];
    expect(await run('switch', { value: '{{ inputs.value }}', cases }, {}, { value })).toEqual({ name });
  });
  it('template → text', async () => {
    expect(await run('template', { text: 'n is {{ inputs.n }}' }, {}, { n: 3 })).toEqual({ text: 'n is 3' });
  });
  it('transform → value', async () => {
    expect(await run('transform', { expression: '$sum(inputs.list)' }, {}, { list: [1, 2] })).toEqual({ value: 3 });
  });

  describe('code', () => {
    it('→ value, logs', async () => {
      const source = 'export default (i) => { console.log("got", i); return i.n + 1 }';
      const outputs = await run('code', { source, inputs: { n: '{{ inputs.n }}' } }, {}, { n: 1 });
      expect(outputs).toEqual({ value: 2, logs: ['got {"n":1}'] });
    });
    it.concurrent('5 s unless timeout_ms is less', async () => {
      const source = 'export default () => { for (;;) {} }';
      const short = await run('code', { source }, { timeout_ms: 300 });
      expect(short).toMatchObject({ code: 'node_timeout', message: expect.stringContaining('300 ms') });
      const long = await run('code', { source }, { timeout_ms: 60_000 });
      expect(long).toMatchObject({ code: 'node_timeout', message: expect.stringContaining('5000 ms') });
    });
    it.concurrent.each([
      ['64 MB', 'export default () => { const all = []; for (;;) all.push(new Array(10000).fill(1.5)) }'],
      ['no network', 'export default () => fetch("http://example.com")'],
      ['no files', 'export default async () => import("node:fs")'],
    ])('%s', async (_bound, source) => {
      expect((await run('code', { source })).code).toMatch(/^node_(execution_failed|timeout)$/);
    });
  });

  describe('loop → results, errors', () => {
    const body = { nodes: [], outputs: { twice: '{{ item * 2 }}' } };
    it('over a body', async () => {
      const outputs = await run('loop', { items: [1, 2], body });
      expect(outputs).toEqual({ results: [{ twice: 2 }, { twice: 4 }], errors: [] });
    });
    it('over a workflow_id', async () => {
      const { id } = await world.make('/workflows', workflowOf([], { outputs: { is: '{{ inputs.item }}' } }));
      expect((await run('loop', { items: [1, 2], workflow_id: id })).results).toEqual([{ is: 1 }, { is: 2 }]);
    });
    it.each([0, 21])('concurrency is 1..20: %i is refused', async (concurrency) => {
      const answer = await saveNode('loop', { items: [1], body, concurrency });
      expectInvalid(answer, 'body.definition.nodes[0].config.concurrency');
    });
    it('on_item_error: fail ends it, `continue` continues', async () => {
      const items = [1, 'x', 3];
      expect(await run('loop', { items, body })).toMatchObject({ code: 'template_error', node_id: 'node' });
      const going = await run('loop', { items, body, on_item_error: 'continue' });
      expect(going).toEqual({
        results: [{ twice: 2 }, null, { twice: 6 }],
        errors: [{ index: 1, error: { code: 'template_error', message: expect.any(String) } }],
      });
    });
  });

  it('delay: either seconds or until → no outputs', async () => {
    expect(await run('delay', { seconds: 0.2 })).toEqual({});
    expect(
      await run('delay', { until: '{{ inputs.at }}' }, {}, { at: new Date(Date.now() + 500).toISOString() }),
    ).toEqual({});
    expectInvalid(await saveNode('delay', { seconds: 1, until: '2030-01-01' }), 'body.definition.nodes[0].config');
  });

  describe('workflow', () => {
    it('→ the called workflow’s outputs', async () => {
      const { id } = await world.make('/workflows', workflowOf([], { outputs: { a: '{{ inputs.a }}', b: 'x' } }));
      expect(await run('workflow', { workflow_id: id, inputs: { a: 1 } })).toEqual({ a: 1, b: 'x' });
    });
    it('depth ≤ 8: eight are fine, nine are not', async () => {
      let { id } = await world.make('/workflows', workflowOf([], { outputs: { deep: 'yes' } }));
      for (let depth = 1; depth < 8; depth += 1) {
        const call = { id: 'call', type: 'workflow', config: { workflow_id: id } };
        ({ id } = await world.make(
          '/workflows',
          workflowOf([call], { outputs: { deep: '{{ nodes.call.outputs.deep }}' } }),
        ));
      }
      expect(await run('workflow', { workflow_id: id })).toEqual({ deep: 'yes' });
      const call = { id: 'call', type: 'workflow', config: { workflow_id: id } };
      const { id: ninth } = await world.make('/workflows', workflowOf([call]));
      const error = await run('workflow', { workflow_id: ninth });
      expect(error).toMatchObject({ code: 'node_execution_failed', message: expect.stringContaining('8 deep') });
    });
    it('one that calls itself ends, too', async () => {
      const { id } = await world.make('/workflows', workflowOf([]));
      const nodes = [{ id: 'call', type: 'workflow', config: { workflow_id: id } }];
      await world.api('PATCH', `/workflows/${id}`, { body: { definition: { nodes, edges: [] } } });
      expect((await run('workflow', { workflow_id: id })).message).toContain('8 deep');
    });
  });

  it('fail ends the execution as failed, with its code and message', async () => {
    const error = await run('fail', { code: 'no_tea', message: 'Out of {{ inputs.what }}' }, {}, { what: 'tea' });
    expect(error).toEqual({ code: 'no_tea', message: 'Out of tea', node_id: 'node' });
  });
});
