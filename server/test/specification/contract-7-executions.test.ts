import { describe, expect, it } from 'vitest';
import { eventually } from '../client.ts';
import { expectError, expectInvalid, expectUnknown } from './fields.ts';
import { approval, type Body, failure, useWorld, workflowOf } from './world.ts';

const world = useWorld();
const text = (id: string, value = 'x') => ({ id, type: 'template', config: { text: value } });
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('Contract 7 Executions', () => {
  const start = async (
    nodes: object[],
    rest: object = {},
    fields: object = {},
    inputs: object = {},
  ): Promise<string> => {
    const { id } = await world.make('/workflows', { ...workflowOf(nodes, rest), ...fields });
    return (await world.make(`/workflows/${id}/execute`, { inputs })).execution_id;
  };
  const ended = async (id: string): Promise<Body> =>
    world.until(`/executions/${id}`, 'completed', 'failed', 'cancelled');
  const run = async (...given: Parameters<typeof start>): Promise<Body> => ended(await start(...given));
  const nodesOf = async (id: string): Promise<Body[]> => world.get(`/executions/${id}/nodes?per_page=100`);

  describe('input_schema defaults are applied before the echo', () => {
    const echo = async (input_schema: object, inputs: object): Promise<Body> => {
      const { id } = await world.make('/workflows', { ...workflowOf([]), input_schema });
      const started = await world.make(`/workflows/${id}/execute`, { inputs });
      expect((await world.get(`/executions/${started.execution_id}`)).inputs).toEqual(started.inputs);
      return started.inputs;
    };
    const address = { type: 'object', properties: { city: { default: 'Paris' }, zip: { type: 'string' } } };

    it('of its properties', async () => {
      expect(await echo({ properties: { a: { default: 1 }, b: { default: [] } } }, { a: 2 })).toEqual({ a: 2, b: [] });
    });
    it('of nested objects that are present', async () => {
      expect(await echo({ properties: { address } }, { address: { zip: '1' } })).toEqual({
        address: { city: 'Paris', zip: '1' },
      });
    });
    it('of nested objects that are defaults themselves', async () => {
      const properties = { address: { ...address, default: {} } };
      expect(await echo({ properties }, {})).toEqual({ address: { city: 'Paris' } });
    });
    it('not of nested objects that are missing and have no default', async () => {
      expect(await echo({ properties: { address } }, {})).toEqual({});
    });
    it('of the items of arrays', async () => {
      const properties = { list: { type: 'array', items: address } };
      expect(await echo({ properties }, { list: [{}, { city: 'Rome' }] })).toEqual({
        list: [{ city: 'Paris' }, { city: 'Rome' }],
      });
    });
    it('behind a $ref, and beside a pattern', async () => {
      const properties = { address: { $ref: '#/$defs/address' }, code: { type: 'string', pattern: '^[a-z]+$' } };
      expect(await echo({ properties, $defs: { address } }, { address: {}, code: 'a' })).toEqual({
        address: { city: 'Paris' },
        code: 'a',
      });
    });
    it('which satisfy required, and are checked like given values', async () => {
      expect(await echo({ properties: { a: { type: 'string', default: 'x' } }, required: ['a'] }, {})).toEqual({
        a: 'x',
      });
      const input_schema = { properties: { a: { type: 'string', default: 3 } } };
      const { id } = await world.make('/workflows', { ...workflowOf([]), input_schema });
      expectInvalid(await world.api('POST', `/workflows/${id}/execute`, { body: {} }), 'body.inputs.a');
    });
    it('again for each execution', async () => {
      const { id } = await world.make('/workflows', {
        ...workflowOf([]),
        input_schema: { properties: { a: { type: 'object', default: {}, properties: { b: { default: [] } } } } },
      });
      for (let round = 0; round < 2; round += 1) {
        expect((await world.make(`/workflows/${id}/execute`)).inputs).toEqual({ a: { b: [] } });
      }
    });
  });

  it('running ⇄ waiting: for an approval, then for a delay, and in between not', async () => {
    world.receiver.answer('/slow', () => {});
    const call = { id: 'call', type: 'http_request', config: { method: 'GET', url: `${world.receiver.url}/slow` } };
    const id = await start([approval, call], { edges: [{ from: 'ask', to: 'call' }] });
    await world.until(`/executions/${id}`, 'waiting');
    await world.make(`/executions/${id}/approvals/ask`, { decision: 'approve' });
    await world.until(`/executions/${id}`, 'running');
    await world.make(`/executions/${id}/cancel`);
    const delayed = await start([{ id: 'wait', type: 'delay', config: { seconds: 60 } }]);
    expect(await world.until(`/executions/${delayed}`, 'waiting')).toMatchObject({ completed_at: null });
  });

  it('GET /executions lists by workflow_id and status', async () => {
    const done = await run([text('a')]);
    const list = async (query: string): Promise<string[]> =>
      (await world.get(`/executions?${query}`)).map(({ id }: Body) => id);
    expect(await list(`workflow_id=${done.workflow_id}`)).toEqual([done.id]);
    expect(await list(`workflow_id=${done.workflow_id}&status=completed`)).toEqual([done.id]);
    expect(await list(`workflow_id=${done.workflow_id}&status=failed`)).toEqual([]);
    expect(await list('workflow_id=wf_nope')).toEqual([]);
  });

  describe('GET /executions/:id/nodes shows each node’s runs', () => {
    it('status, attempt, inputs, outputs, error, started_at, duration_ms', async () => {
      const edges = [{ from: 'a', to: 'stop' }];
      const { id } = await run([text('a', '{{ inputs.n }}!'), failure], { edges }, {}, { n: 1 });
      const common = { attempt: 1, started_at: time, completed_at: time, duration_ms: expect.any(Number) };
      expect(await nodesOf(id)).toEqual([
        {
          ...common,
          node_id: 'a',
          node_type: 'template',
          status: 'completed',
          inputs: { text: '1!' },
          outputs: { text: '1!' },
          error: null,
        },
        {
          ...common,
          node_id: 'stop',
          node_type: 'fail',
          status: 'failed',
          inputs: failure.config,
          outputs: null,
          error: failure.config,
        },
      ]);
    });
    it('with the inputs of a running one', async () => {
      world.receiver.answer('/held', () => {});
      const config = { method: 'GET', url: `${world.receiver.url}/held` };
      const id = await start([{ id: 'call', type: 'http_request', config }]);
      await world.receiver.waitFor('/held', 1);
      const [node] = await eventually(async () => {
        const nodes = await nodesOf(id);
        return nodes.length > 0 ? nodes : undefined;
      });
      expect(node).toMatchObject({ status: 'running', inputs: config, outputs: null, duration_ms: null });
      await world.make(`/executions/${id}/cancel`);
    });
    it('every attempt, and skipped nodes', async () => {
      const bad = { ...failure, id: 'bad', type: 'code', config: { source: 'export default () => { throw 1 }' } };
      const edges = [{ from: 'bad', to: 'never' }];
      const retry = { max_attempts: 2, backoff_ms: 1 };
      const { id } = await run([{ ...bad, retry, on_error: 'branch' }, text('never')], { edges });
      const rows = (await nodesOf(id)).map(({ node_id, attempt, status }) => [node_id, attempt, status]);
      expect(rows).toEqual([
        ['bad', 1, 'failed'],
        ['bad', 2, 'failed'],
        ['never', 1, 'skipped'],
      ]);
    });
    it('404 for an unknown execution', async () => {
      expectUnknown(await world.api('GET', '/executions/exe_nope/nodes'), 'execution', 'exe_nope');
    });
  });

  describe('POST /executions/:id/approvals/:node_id', () => {
    it.each([
      ['approve', 'approved'],
      ['reject', 'rejected'],
    ])('decision: %s, comment?; deciding twice is 400', async (decision, made) => {
      const edges = [
        { from: 'ask', to: 'a', on: 'approved' },
        { from: 'ask', to: 'b', on: 'rejected' },
      ];
      const id = await start([approval, text('a'), text('b')], { edges, outputs: { ask: '{{ nodes.ask.outputs }}' } });
      await world.until(`/executions/${id}`, 'waiting');
      const path = `/executions/${id}/approvals/ask`;
      expectInvalid(await world.api('POST', path, { body: { decision: 'yes' } }), 'body.decision');
      await world.make(path, { decision, comment: 'So be it.' });
      expectInvalid(await world.api('POST', path, { body: { decision } }), 'params.node_id');
      const { outputs } = await ended(id);
      expect(outputs.ask).toEqual({ decision: made, decided_by: expect.stringMatching(/^key_/), comment: 'So be it.' });
      expectInvalid(await world.api('POST', path, { body: { decision } }), 'params.node_id');
    });
    it('404 if there is no such approval', async () => {
      const { id } = await run([text('a')]);
      const answer = await world.api('POST', `/executions/${id}/approvals/a`, { body: { decision: 'approve' } });
      expectUnknown(answer, 'approval', 'a');
    });
  });

  describe('POST /executions/:id/retry', () => {
    it('continues a failed one after its completed nodes, as a new execution with retry_of', async () => {
      world.receiver.answer('/later', 500);
      const call = { id: 'call', type: 'http_request', config: { method: 'GET', url: `${world.receiver.url}/later` } };
      const outputs = { first: '{{ nodes.first.outputs.text }}' };
      const failed = await run([text('first', '{{ $random() }}'), call], {
        edges: [{ from: 'first', to: 'call' }],
        outputs,
      });
      const [first] = await nodesOf(failed.id);
      world.receiver.answer('/later', 200);
      const { status, body } = await world.api('POST', `/executions/${failed.id}/retry`);
      expect([status, body.data.retry_of, body.data.status]).toEqual([202, failed.id, 'pending']);
      expect(body.data.execution_id).not.toBe(failed.id);
      const retried = await ended(body.data.execution_id);
      expect(retried).toMatchObject({
        status: 'completed',
        retry_of: failed.id,
        outputs: { first: first?.outputs.text },
      });
      expect(await world.get(`/executions/${failed.id}`)).toEqual(failed);
    });
    it('400 for any other', async () => {
      const { id } = await run([text('a')]);
      expectError(await world.api('POST', `/executions/${id}/retry`), 400, 'validation_error');
    });
  });

  it('execution.node_key is the Idempotency-Key of http_request, the same for every attempt', async () => {
    let calls = 0;
    world.receiver.answer('/key', (response) => {
      calls += 1;
      response.writeHead(calls === 1 ? 503 : 200).end();
    });
    const config = { method: 'POST', url: `${world.receiver.url}/key`, body: '{{ execution.node_key }}' };
    const retry = { max_attempts: 2, backoff_ms: 1 };
    const { id } = await run([{ id: 'call', type: 'http_request', config, retry }]);
    const sent = await world.receiver.waitFor('/key', 2);
    expect(sent.map(({ headers, text: body }) => [headers['idempotency-key'], body])).toEqual([
      [`${id}:call`, `${id}:call`],
      [`${id}:call`, `${id}:call`],
    ]);
  });

  describe('Codes of error.code', () => {
    it.each([
      ['node_execution_failed', { id: 'x', type: 'code', config: { source: 'export default 1' } }, {}],
      [
        'node_timeout',
        { id: 'x', type: 'code', timeout_ms: 100, config: { source: 'export default () => { for (;;); }' } },
        {},
      ],
      ['execution_timeout', { id: 'x', type: 'delay', config: { seconds: 60 } }, { max_duration_s: 1 }],
      ['template_error', text('x', '{{ 1 + "a" }}'), {}],
      ['approval_rejected', { ...approval, config: { ...approval.config, expires_in_s: 1 } }, {}],
      ['out_of_stock', failure, {}],
    ])('%s', async (code, node, fields) => {
      expect((await run([node], {}, fields)).error.code).toBe(code);
    });
  });
});
