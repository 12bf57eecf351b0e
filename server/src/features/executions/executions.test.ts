import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually, readEvents } from '../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { eventNames, text, workflowRuns } from '../../../test/workflow-runs.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const { save, execute, get, nodes, reached, run } = workflowRuns(() => server);
const post = async (path: string, body?: unknown) =>
  call(server, 'POST', `/api/v1${path}`, body === undefined ? {} : { body });

const spin = { id: 'spin', type: 'code', config: { source: 'export default () => { for (;;) {} }' } };
const chain = { nodes: [text('a', 'x'), text('b', 'y')], edges: [{ from: 'a', to: 'b' }] };

describe('starting an execution', () => {
  it('returns 202 pending with the inputs and their defaults, and completes with outputs', async () => {
    const id = await save(
      { nodes: [text('greet', 'Hello {{ inputs.name }}')], outputs: { greeting: '{{ nodes.greet.outputs.text }}' } },
      {
        input_schema: {
          properties: { name: { type: 'string' }, mood: { type: 'string', default: 'fine' } },
          required: ['name'],
        },
      },
    );
    const { status, body } = await post(`/workflows/${id}/execute`, { inputs: { name: 'Ada' } });
    expect(status).toBe(202);
    expect(body.data).toEqual({
      execution_id: expect.stringMatching(/^exe_/),
      workflow_id: id,
      status: 'pending',
      inputs: { name: 'Ada', mood: 'fine' },
    });
    expect(await reached(body.data.execution_id)).toMatchObject({
      workflow_name: 'Test',
      workflow_version: 1,
      status: 'completed',
      outputs: { greeting: 'Hello Ada' },
      error: null,
      duration_ms: expect.any(Number),
    });
  });

  it('lists the inputs that there are if it gets another one', async () => {
    const properties = { city: {}, street: { type: 'object', additionalProperties: false } };
    const id = await save(chain, { input_schema: { additionalProperties: false, properties } });
    const { body } = await post(`/workflows/${id}/execute`, { inputs: { town: 'Rome', street: { nr: 1 } } });
    const messages = body.error.details.fields.map((field: { path: string; message: string }) => Object.values(field));
    expect(messages.toSorted()).toEqual([
      ['body.inputs.street.nr', 'is not a known field; known here: none', 'unknown_field'],
      ['body.inputs.town', 'is not a known field; known here: city, street', 'unknown_field'],
    ]);
  });

  it('works without a body', async () => {
    expect((await post(`/workflows/${await save(chain)}/execute`)).status).toBe(202);
  });

  it('refuses inputs that do not match the schema, and names each', async () => {
    const id = await save(chain, {
      input_schema: {
        properties: { n: { type: 'number' }, list: { type: 'array', items: { type: 'string', pattern: '^a' } } },
        required: ['n', 'm'],
      },
    });
    const { status, body } = await post(`/workflows/${id}/execute`, { inputs: { n: '3', list: ['a', 'b'] } });
    expect(status).toBe(400);
    expect(body.error.code).toBe('validation_error');
    expect(body.error.details.fields.map((field: { path: string }) => field.path).sort()).toEqual([
      'body.inputs.list[1]',
      'body.inputs.m',
      'body.inputs.n',
    ]);
  });

  it('says with a code what is wrong with each input', async () => {
    const id = await save(chain, {
      input_schema: {
        additionalProperties: false,
        required: ['missing', 'nested'],
        properties: {
          missing: {},
          type: { type: 'number' },
          option: { enum: ['a', 'b'] },
          short: { type: 'string', minLength: 3 },
          empty: { type: 'string', minLength: 1 },
          long: { type: 'string', maxLength: 2 },
          email: { type: 'string', format: 'email' },
          day: { type: 'string', format: 'date' },
          code: { type: 'string', pattern: '^[a-z]+$' },
          small: { type: 'integer', minimum: 1 },
          large: { type: 'integer', exclusiveMaximum: 5 },
          few: { type: 'array', minItems: 2 },
          many: { type: 'array', maxItems: 1 },
          nested: { type: 'object', required: ['inner'] },
          other: { not: {} },
        },
      },
    });
    const inputs = {
      type: '3',
      option: 'c',
      short: 'ab',
      empty: '',
      long: 'abc',
      email: 'ada',
      day: 'Monday',
      code: 'A1',
      small: 0,
      large: 5,
      few: [1],
      many: [1, 2],
      nested: {},
      other: 1,
      unknown: 1,
    };
    const { body } = await post(`/workflows/${id}/execute`, { inputs });
    const fields: { path: string; code: string }[] = body.error.details.fields;
    expect(Object.fromEntries(fields.map(({ path, code }) => [path.slice('body.inputs.'.length), code]))).toEqual({
      missing: 'required',
      unknown: 'unknown_field',
      type: 'invalid_type',
      option: 'invalid_option',
      short: 'too_short',
      empty: 'required',
      long: 'too_long',
      email: 'invalid_email',
      day: 'invalid_date',
      code: 'invalid_format',
      small: 'too_small',
      large: 'too_large',
      few: 'too_few',
      many: 'too_many',
      'nested.inner': 'required',
      other: 'invalid',
    });
  });

  it('refuses an unknown and an inactive workflow, unknown fields, and inputs that are not an object', async () => {
    const id = await save(chain, { status: 'inactive' });
    expect((await post('/workflows/wf_nope/execute', {})).status).toBe(404);
    expect((await post(`/workflows/${id}/execute`, {})).body.error.details.fields).toMatchObject([
      { path: 'params.id', message: 'the workflow is inactive; activate it first' },
    ]);
    expect((await post(`/workflows/${id}/execute`, { input: {} })).body.error.details.fields[0].path).toBe(
      'body.input',
    );
    expect((await post(`/workflows/${id}/execute`, { inputs: [] })).body.error.details.fields[0].path).toBe(
      'body.inputs',
    );
  });

  it('survives a pattern that never ends', async () => {
    const id = await save(chain, { input_schema: { properties: { s: { type: 'string', pattern: '^(a+)+$' } } } });
    const { status } = await post(`/workflows/${id}/execute`, { inputs: { s: `${'a'.repeat(60)}!` } });
    expect(status).toBe(400);
  });
});

describe('reading executions', () => {
  it('lists newest first, by workflow and status', async () => {
    const id = await save(chain);
    const first = await execute(id);
    const second = await execute(id);
    await reached(first);
    await reached(second);
    const list = async (query: string) => (await call(server, 'GET', `/api/v1/executions?${query}`)).body;
    const body = await list(`workflow_id=${id}&status=completed`);
    expect(body.data.map((execution: { id: string }) => execution.id)).toEqual([second, first]);
    expect(body.pagination).toMatchObject({ total_count: 2, has_next: false });
    expect((await list(`workflow_id=${id}&status=failed`)).data).toEqual([]);
    expect((await list('status=odd')).error.code).toBe('validation_error');
  });

  it('shows every run of their nodes', async () => {
    const execution = await run(chain);
    expect(await nodes(execution.id)).toMatchObject([
      {
        node_id: 'a',
        node_type: 'template',
        status: 'completed',
        attempt: 1,
        inputs: { text: 'x' },
        outputs: { text: 'x' },
        error: null,
      },
      { node_id: 'b', status: 'completed' },
    ]);
  });

  it('returns 404 for another workspace and for an unknown id', async () => {
    for (const path of ['', '/nodes', '/events']) {
      expect((await call(server, 'GET', `/api/v1/executions/exe_nope${path}`)).status).toBe(404);
    }
  });
});

describe('the event stream', () => {
  it('contains every event, numbered from 1 without gaps, and ends', async () => {
    const id = await execute(await save(chain));
    const events = await readEvents(server, `/api/v1/executions/${id}/events`);
    expect(eventNames(events)).toEqual([
      'connected',
      'execution:started',
      'node:started',
      'node:completed',
      'execution:progress',
      'node:started',
      'node:completed',
      'execution:progress',
      'execution:completed',
    ]);
    expect(events.map((event) => event.id)).toEqual([undefined, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(events[4]?.data).toMatchObject({ progress: 50, current_node: 'b', timestamp: expect.any(String) });
    expect(events.at(-1)?.data).toMatchObject({ execution_id: id, status: 'completed', outputs: {} });
  });

  it('resumes after every event with the same remaining events', async () => {
    const id = await execute(await save(chain));
    const whole = await readEvents(server, `/api/v1/executions/${id}/events`);
    for (let last = 1; last < whole.length; last += 1) {
      const rest = await readEvents(server, `/api/v1/executions/${id}/events`, {
        headers: { 'Last-Event-ID': String(last) },
      });
      expect(rest.slice(1)).toEqual(whole.slice(last + 1));
    }
  });

  it('takes an id beyond the newest event for that event’s', async () => {
    const id = await execute(await save({ nodes: [{ id: 'ask', type: 'approval', config: { title: 'Go?' } }] }));
    await eventually(async () => ((await get(id)).status === 'waiting' ? true : undefined));
    const events = await readEvents(server, `/api/v1/executions/${id}/events`, {
      headers: { 'Last-Event-ID': '1000' },
      until: ({ event }) => {
        if (event === 'connected') void post(`/executions/${id}/approvals/ask`, { decision: 'approve' });
        return event === 'execution:completed';
      },
    });
    expect(eventNames(events)).toEqual(['connected', 'node:completed', 'execution:progress', 'execution:completed']);
  });

  it('refuses an Accept header that excludes it, and accepts any other', async () => {
    const { id } = await run(chain);
    const status = async (accept: string) =>
      (await call(server, 'GET', `/api/v1/executions/${id}/events`, { headers: { Accept: accept } })).status;
    expect(await status('application/json')).toBe(400);
    expect(await status('text/event-stream;q=0')).toBe(400);
    expect(await status('*/*')).toBe(200);
    expect(await status('text/*')).toBe(200);
  });
});

describe('cancelling', () => {
  it('ends running nodes, immediately and permanently', async () => {
    const id = await execute(await save({ nodes: [spin, text('after', 'x')], edges: [{ from: 'spin', to: 'after' }] }));
    await eventually(async () => ((await nodes(id))[0]?.status === 'running' ? true : undefined));
    const { status, body } = await post(`/executions/${id}/cancel`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id, status: 'cancelled', cancelled_at: expect.any(String) });
    const events = await readEvents(server, `/api/v1/executions/${id}/events`);
    expect(events.at(-1)).toMatchObject({
      event: 'execution:cancelled',
      data: { execution_id: id, status: 'cancelled' },
    });
    expect(await get(id)).toMatchObject({ status: 'cancelled', outputs: null, error: null });
    const [spinning, ...others] = await nodes(id);
    expect([spinning.status, others]).toEqual(['cancelled', []]);
    const lasted = Date.parse(spinning.completed_at) - Date.parse(spinning.started_at);
    expect(Math.abs(spinning.duration_ms - lasted)).toBeLessThanOrEqual(1);
  });

  it('is refused once the execution has ended', async () => {
    const { id } = await run(chain);
    const { status, body } = await post(`/executions/${id}/cancel`);
    expect([status, body.error.code]).toEqual([400, 'validation_error']);
    expect((await post('/executions/exe_nope/cancel')).status).toBe(404);
    expect((await get(id)).status).toBe('completed');
  });
});

describe('failing', () => {
  const broken = {
    id: 'broken',
    type: 'fail',
    config: { code: 'no_stock', message: 'None left of {{ inputs.item }}' },
  };

  it('names the code, the message and the node', async () => {
    const execution = await run(
      { nodes: [text('a', 'x'), broken], edges: [{ from: 'a', to: 'broken' }] },
      { item: 'tea' },
    );
    expect(execution).toMatchObject({
      status: 'failed',
      outputs: null,
      error: { code: 'no_stock', message: 'None left of tea', node_id: 'broken' },
    });
    const events = await readEvents(server, `/api/v1/executions/${execution.id}/events`);
    expect(events.slice(-2)).toMatchObject([
      { event: 'node:failed', data: { node_id: 'broken', node_type: 'fail', attempt: 1, will_retry: false } },
      { event: 'execution:failed', data: { status: 'failed', error: { code: 'no_stock', node_id: 'broken' } } },
    ]);
  });

  it('ends at max_duration_s', async () => {
    const wait = { id: 'wait', type: 'delay', config: { seconds: 60 } };
    expect(await run({ nodes: [wait] }, {}, { max_duration_s: 1 })).toMatchObject({
      status: 'failed',
      error: { code: 'execution_timeout', node_id: null },
    });
  });

  it('names the output that can’t be evaluated', async () => {
    expect(await run({ nodes: [], outputs: { x: '{{ 1 + "a" }}' } })).toMatchObject({
      status: 'failed',
      error: { code: 'template_error', node_id: null },
    });
  });
});

describe('retrying', () => {
  it('continues after the completed nodes, as a new execution', async () => {
    const flaky = {
      nodes: [
        text('first', '{{ $millis() }}'),
        {
          id: 'gate',
          type: 'code',
          config: {
            source: 'export default (i) => { if (i.blocked) throw new Error("no"); return 1 }',
            inputs: { blocked: '{{ $not($exists(execution.retry_of)) or execution.retry_of = null }}' },
          },
        },
      ],
      edges: [{ from: 'first', to: 'gate' }],
      outputs: { first: '{{ nodes.first.outputs.text }}' },
    };
    const failed = await run(flaky);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'node_execution_failed', node_id: 'gate' } });
    const { status, body } = await post(`/executions/${failed.id}/retry`);
    expect([status, body.data.retry_of]).toEqual([202, failed.id]);
    const retried = await reached(body.data.execution_id);
    expect(retried).toMatchObject({ status: 'completed', retry_of: failed.id });
    const [before] = await nodes(failed.id);
    expect(retried.outputs.first).toBe(before.outputs.text);
    const refused = await post(`/executions/${retried.id}/retry`);
    expect([refused.status, refused.body.error.details.fields[0].code]).toEqual([400, 'not_in_this_state']);
  });
});
