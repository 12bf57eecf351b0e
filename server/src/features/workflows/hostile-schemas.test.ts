import { describe, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';

const { model, server } = await startWithDoubles({ DEFAULT_MODEL: 'm' });

const { save, execute, reached } = workflowRuns(() => server);
const send = async (path: string, body: unknown) => call(server, 'POST', path, { body });
const definition = { nodes: [text('a', 'one')] };
const ask = (json_schema: unknown) => ({ nodes: [{ id: 'ask', type: 'llm', config: { prompt: 'Hi', json_schema } }] });

/** Every operation that accepts a schema: the body that contains it, and the field that an error must name. */
const doors: [string, (schema: object) => { path: string; body: unknown }, string][] = [
  [
    'a workflow’s input_schema',
    (schema) => ({ path: '/api/v1/workflows', body: { name: 'W', definition, input_schema: schema } }),
    'body.input_schema',
  ],
  [
    'an llm node’s json_schema',
    (schema) => ({ path: '/api/v1/workflows', body: { name: 'W', definition: ask(schema) } }),
    'body.definition.nodes[0].config.json_schema',
  ],
  [
    'a node inside a loop',
    (schema) => ({
      path: '/api/v1/workflows',
      body: {
        name: 'W',
        definition: { nodes: [{ id: 'each', type: 'loop', config: { items: [1], body: ask(schema) } }] },
      },
    }),
    'body.definition.nodes[0].config.body.nodes[0].config.json_schema',
  ],
  [
    'the parameters of an agent’s tool',
    (schema) => ({ path: '/api/v1/agents', body: { name: 'A', tools: [tool(schema)] } }),
    'body.tools[0].parameters',
  ],
  [
    'the parameters of a page’s tool',
    (schema) => ({
      path: '/api/v1/agents',
      body: { name: 'A', tools: [{ type: 'client', name: 'look', description: '', parameters: schema }] },
    }),
    'body.tools[0].parameters',
  ],
  [
    'the parameters of a persona’s tool',
    (schema) => ({
      path: '/api/personas',
      body: { name: 'P', category: 'Research', sopSteps: ['Look'], tools: [tool(schema)] },
    }),
    'body.tools[0].parameters',
  ],
];

function tool(parameters: object) {
  return { type: 'http', name: 'look', description: '', parameters, request: { url: 'https://example.com' } };
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `option ${index}`);
let deep: object = { type: 'string' };
for (let level = 0; level < 20; level += 1) deep = { type: 'object', properties: { a: deep } };

const refused: [string, object, string, RegExp][] = [
  ['$async', { $async: true, type: 'object' }, '.$async', /not supported/],
  [
    '$async inside',
    { type: 'object', properties: { a: { items: { $async: true } } } },
    '.properties.a.items.$async',
    /not supported/,
  ],
  ['an unknown $schema', { $schema: 'https://example.com/dialect' }, '.$schema', /must be one of http/],
  ['a $schema that is not text', { $schema: 7 }, '.$schema', /must be one of http/],
  [
    'too many options',
    { type: 'object', properties: { a: { enum: [...Array(100_000).keys()] } } },
    '.properties.a.enum',
    /more than 1,000 entries/,
  ],
  [
    'too many properties',
    { type: 'object', properties: Object.fromEntries(names(20_000).map((name) => [name, {}])) },
    '',
    /more than 5,000 values/,
  ],
  ['too many levels', deep, '', /more than 32 levels/],
  ['too much text', { type: 'object', description: 'x'.repeat(300_000) }, '', /longer than 262,144 characters/],
  ['what no compiler takes', { type: 'object', properties: { a: { type: 'strin' } } }, '', /type/],
  [
    'a reference to a missing definition',
    { type: 'object', properties: { a: { $ref: '#/nowhere' } } },
    '',
    /reference/,
  ],
];

describe.each(doors)('%s', (_, open, field) => {
  it.each(refused)('is refused with %s', async (_name, schema, place, message) => {
    const { path, body } = open(schema);
    const answer = await send(path, body);
    expect(answer.status).toBe(400);
    const { fields } = answer.body.error?.details ?? answer.body.details ?? {};
    expect(fields).toContainEqual(
      expect.objectContaining({ path: `${field}${place}`, message: expect.stringMatching(message) }),
    );
  });

  it.each([
    ['draft-07', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: {} }],
    ['2020-12', { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', properties: {} }],
    [
      'no dialect, with anchors of 2020-12',
      { type: 'object', $defs: { a: { $anchor: 'a' } }, allOf: [{ $ref: '#a' }] },
    ],
    ['a property of the name $async', { type: 'object', properties: { $async: { type: 'string' } } }],
  ])('is accepted with %s', async (_name, schema) => {
    const { path, body } = open(schema);
    expect((await send(path, body)).status).toBe(201);
  });
});

describe('a schema that was saved before there were limits', () => {
  it('ends the run that uses it, and the server continues', async () => {
    const bad = { $async: true, type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    const id = await save(definition);
    const { sql } = server.platform.database;
    await sql`UPDATE workflows SET input_schema = ${sql.json(bad)} WHERE id = ${id}`;
    const answer = await send(`/api/v1/workflows/${id}/execute`, { inputs: {} });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.fields[0]).toMatchObject({
      path: 'body.inputs',
      message: expect.stringMatching(/\$async is not supported/),
    });
    const asking = await save(ask({ type: 'object' }));
    await sql`UPDATE workflow_versions SET definition = ${JSON.stringify(ask(bad))}::text::jsonb WHERE workflow_id = ${asking}`;
    model.reply({ text: '{}' });
    const ended = await reached(await execute(asking));
    expect(ended).toMatchObject({
      status: 'failed',
      error: { message: expect.stringMatching(/\$async is not supported/) },
    });
  });
});

describe('the options of visitors', () => {
  const field = { name: 'size', label: 'Size', type: 'select' };
  it.each([
    ['a form', '/api/v1/form-interfaces', { title: 'F', target_type: 'agent', agent_id: 'agt_x' }, 'fields', 500],
    ['a persona', '/api/personas', { name: 'P', category: 'Research', sopSteps: ['Look'] }, 'inputFields', 200],
  ])('have limits: %s', async (_, path, body, list, options) => {
    const many = await send(path, { ...body, [list]: [{ ...field, options: names(options + 1) }] });
    expect(many.status).toBe(400);
    expect(many.body.error.details.fields).toMatchObject([{ path: `body.${list}[0].options`, code: 'too_many' }]);
    const wide = Array.from({ length: 101 }, (_entry, at) => ({ name: `f${at}`, label: 'F' }));
    const answer = await send(path, { ...body, [list]: wide });
    expect(answer.body.error.details.fields).toMatchObject([{ path: `body.${list}`, code: 'too_many' }]);
  });
});

describe('an input whose name every object inherits', () => {
  it('is missing if it is not given', async () => {
    const properties = { constructor: { type: 'string' }, toString: { type: 'string' } };
    const id = await save(definition, { input_schema: { properties, required: ['constructor'] } });
    const faultsOf = async (inputs: object) =>
      (await send(`/api/v1/workflows/${id}/execute`, { inputs })).body.error?.details.fields;
    expect(await faultsOf({})).toMatchObject([{ path: 'body.inputs.constructor', code: 'required' }]);
    expect(await faultsOf({ constructor: 1 })).toMatchObject([{ path: 'body.inputs.constructor' }]);
    expect(await faultsOf({ constructor: 'Ada' })).toBeUndefined();
    expect(await faultsOf(JSON.parse('{"constructor": "Ada", "__proto__": {}}'))).toMatchObject([
      { path: 'body.inputs.__proto__', code: 'not_allowed' },
    ]);
  });
});

describe('a value that takes long to check', () => {
  it('is refused in time, and does not delay anybody else', async () => {
    const slow = { type: 'object', properties: { a: { type: 'string', pattern: '^(x+)+$' } } };
    const id = await save(definition, { input_schema: slow });
    const answer = await send(`/api/v1/workflows/${id}/execute`, { inputs: { a: `${'x'.repeat(50)}!` } });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.fields[0].message).toMatch(/in time/);
  });

  it('does not grow without limit because of defaults', async () => {
    const schema = { properties: { a: { items: { properties: { b: { default: 'x'.repeat(1_000) } } } } } };
    const id = await save(definition, { input_schema: schema });
    const inputs = { a: Array.from({ length: 3_000 }, () => ({})) };
    const answer = await send(`/api/v1/workflows/${id}/execute`, { inputs });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.fields[0].message).toMatch(/defaults of the schema make the value too large/);
  });
});
