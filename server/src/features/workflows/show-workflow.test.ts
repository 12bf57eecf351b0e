import { expect, test } from 'vitest';
import { call } from '../../../test/client.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';
import { workflowRuns } from '../../../test/workflow-runs.ts';

const { server, outside } = await startWithDoubles();
const { save, execute, reached } = workflowRuns(() => server);
const masked = '••••••••';

const readerWith = async (scopes: readonly string[]): Promise<string> =>
  (await call(server, 'POST', '/api/v1/api-keys', { body: { name: 'Reader', scopes } })).body.data.key;

const request = {
  method: 'POST',
  url: `${outside.url}/orders?page=2&api_key=secret-1`,
  headers: { authorization: 'Bearer secret-2', 'x-tenant': '{{ "secret-3" }}' },
  query: { token: 'secret-4', sort: 'asc' },
  body: { note: 'kept', login: { client_secret: 'secret-5' } },
};
const shown = {
  ...request,
  url: `${outside.url}/orders?page=2&api_key=${masked}`,
  headers: { authorization: masked, 'x-tenant': masked },
  query: { token: masked, sort: 'asc' },
  body: { note: 'kept', login: { client_secret: masked } },
};
const send = { id: 'send', type: 'http_request', config: request };
const sign = {
  id: 'sign',
  type: 'http_request',
  config: {
    method: 'POST',
    url: `{{ "${outside.url}" }}/in?token={{ "x" & "secret-6" }}`,
    body: 'grant=x&client_secret=secret-7',
  },
};
/** Without a scheme it can't be requested, but it is shown. */
const typo = {
  id: 'typo',
  type: 'http_request',
  on_error: 'continue',
  config: { url: 'api.example.com/{{ 1 }}?token=secret-8' },
};
const each = {
  id: 'each',
  type: 'loop',
  config: { items: '{{ [1] }}', body: { nodes: [send], edges: [], outputs: {} } },
};

test('secrets of requests are shown to those who may change the workflow, and masked for others', async () => {
  const id = await save({ nodes: [send, each, sign, typo] });
  const execution = await execute(id);
  await reached(execution, 'completed');
  const reader = await readerWith(['workflows:read', 'executions:read']);
  const read = async (path: string, key?: string) => (await call(server, 'GET', path, key ? { key } : {})).body.data;

  const workflow = await read(`/api/v1/workflows/${id}`, reader);
  const [version] = await read(`/api/v1/workflows/${id}/versions`, reader);
  for (const { definition } of [workflow, version.workflow]) {
    expect(definition.nodes[0].config).toEqual(shown);
    expect(definition.nodes[1].config.body.nodes[0].config).toEqual(shown);
    expect(JSON.stringify(definition)).not.toContain('secret-');
  }
  const runs = await read(`/api/v1/executions/${execution}/nodes`, reader);
  expect(JSON.stringify(runs)).not.toContain('secret-');
  const ofSend = (run: { node_id: string }) => run.node_id === 'send';
  expect(runs.find(ofSend).inputs).toMatchObject(shown);

  const body = { definition: workflow.definition };
  const refused = await call(server, 'PATCH', `/api/v1/workflows/${id}`, { body });
  const inLoop = 'body.definition.nodes[1].config.body.nodes[0].config.headers';
  expect(refused.status).toBe(400);
  expect(refused.body.error.details.fields).toContainEqual(expect.objectContaining({ path: inLoop }));

  expect((await read(`/api/v1/workflows/${id}`)).definition.nodes[0].config).toMatchObject(request);
  const own = await read(`/api/v1/executions/${execution}/nodes`);
  expect(own.find(ofSend).inputs.headers).toEqual({ authorization: 'Bearer secret-2', 'x-tenant': 'secret-3' });
});
