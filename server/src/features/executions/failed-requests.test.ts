import { expect, it } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { startWithReceiver } from '../../../test/start-with-receiver.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';

const { server, receiver: site } = await startWithReceiver();

const { nodes, run, reached } = workflowRuns(() => server);

function refuse(path: string, body: string | Buffer, type = 'application/json'): string {
  site.answer(path, (response) => response.writeHead(422, { 'content-type': type }).end(body));
  return site.url + path;
}

const request = (config: object, extra: object = {}) => ({ id: 'get', type: 'http_request', config, ...extra });

async function responseOf(config: object) {
  const execution = await run({ nodes: [request(config)] });
  expect(execution.error).toEqual({
    code: 'node_execution_failed',
    message: 'The server answered 422.',
    node_id: 'get',
  });
  const [failed] = await nodes(execution.id);
  return failed.error.response;
}

it('keeps what the server answered: JSON as such, and of a long text the beginning', async () => {
  const url = refuse('/json', '{"error":{"field":"city","reason":"is unknown"}}');
  expect(await responseOf({ url })).toEqual({ status: 422, body: { error: { field: 'city', reason: 'is unknown' } } });
  expect(await responseOf({ url: refuse('/text', 'no', 'text/plain') })).toEqual({ status: 422, body: 'no' });
  expect(await responseOf({ url: refuse('/empty', '') })).toEqual({ status: 422, body: '' });
  expect(await responseOf({ url: refuse('/torn', '{"a":') })).toEqual({ status: 422, body: '{"a":' });
  const long = await responseOf({ url: refuse('/long', JSON.stringify({ text: 'é'.repeat(5_000) })) });
  expect(long.body).toMatch(/^\{"text":"é{3990}é*…$/);
  expect(long.body).toHaveLength(4_000);
  const nested = '['.repeat(1_000) + ']'.repeat(1_000);
  expect(await responseOf({ url: refuse('/nested', nested) })).toEqual({ status: 422, body: nested });
  expect((await responseOf({ url: refuse('/bytes', Buffer.from([0, 0xff, 65])) })).body).toBe('\ufffdA');
  const picture = refuse('/picture', Buffer.from('\u0089PNG\r\n\u001a\n\0\0', 'latin1'), 'image/png');
  expect((await responseOf({ url: picture })).body).toBe('(image/png, which can’t be read as text)');
});

it('doesn’t keep secrets of the request that the server repeats', async () => {
  site.answer('/echo?api_key=parameter%2F1', (response, { headers, path }) =>
    response.writeHead(422).end(JSON.stringify({ headers, path, decoded: 'parameter/1' })),
  );
  const { body } = await responseOf({
    url: `${site.url}/echo`,
    query: { api_key: 'parameter/1' },
    headers: { authorization: 'Bearer "header-secret"', cookie: 'sid=cookie-secret', 'x-plain': 'in-the-open' },
  });
  expect(body).toMatch('in-the-open');
  expect(body).toMatch('Bearer');
  expect(body).not.toMatch(/header-secret|cookie-secret|parameter/);
});

it('doesn’t keep secrets of the body, of a password and of a session that the server repeats', async () => {
  const repeated = 'client-secret-1 refresh-secret-2 alice:password-3 session-4 signature-5 ordinary-name';
  const url = refuse('/token', repeated, 'text/plain');
  const headers = {
    authorization: `Basic ${Buffer.from('alice:password-3').toString('base64')}`,
    'x-session': 'session-4',
    'x-signature': 'sha256=signature-5',
  };
  const fields = {
    client_secret: 'client-secret-1',
    inner: [{ refresh_token: 'refresh-secret-2' }],
    name: 'ordinary-name',
  };
  const { body } = await responseOf({ url, method: 'POST', headers, body: fields });
  expect(body).toMatch('ordinary-name');
  expect(body).not.toMatch(/secret-|password-3|session-4|signature-5/);
  const form = 'client_secret=client-secret-1&refresh_token=refresh-secret-2&name=ordinary-name';
  expect((await responseOf({ url, method: 'POST', headers, body: form })).body).toBe(body);
});

it('names the header that can’t be sent', async () => {
  const messageOf = async (headers: object) =>
    (await run({ nodes: [request({ url: site.url, headers })] })).error.message;
  expect(await messageOf({ accept: 'text/plain', 'X-Name': 'Zoë ✓' })).toBe(
    'The header “x-name” has a value that can’t be sent: line breaks and characters beyond Latin-1 must be encoded.',
  );
  expect(await messageOf({ 'X-Token': '{{ "one\ntwo" }}' })).toMatch(/^The header “x-token” has a value/);
  expect(await messageOf({ 'Content Type': 'text/plain' })).toBe(
    'The header “content type” has a name that is not valid: a name has no spaces, colons or letters with accents.',
  );
});

it('is retried when the server asks for it', async () => {
  let attempts = 0;
  site.answer('/busy', (response) => {
    attempts += 1;
    response.writeHead(attempts === 1 ? 429 : 200, { 'retry-after': '2' }).end();
  });
  const retry = { max_attempts: 2, backoff_ms: 0 };
  const execution = await run({ nodes: [request({ url: `${site.url}/busy` }, { retry })] });
  expect(execution.status).toBe('completed');
  const [first, second] = await nodes(execution.id);
  expect(Date.parse(second.started_at) - Date.parse(first.completed_at)).toBeGreaterThanOrEqual(1_900);
});

it('is what the error branch reads, also after a retry of the execution', async () => {
  const url = refuse('/branch', '{"reason":"sold out"}');
  let isDown = true;
  site.answer('/later', (response) => response.writeHead(isDown ? 500 : 200).end());
  const definition = {
    nodes: [
      request({ url }, { on_error: 'branch' }),
      { id: 'later', type: 'http_request', config: { url: `${site.url}/later` } },
      text('answer', '{{ nodes.get.error.response.status }}: {{ nodes.get.error.response.body.reason }}'),
    ],
    edges: [
      { from: 'get', to: 'later', on: 'error' },
      { from: 'later', to: 'answer' },
    ],
    outputs: { text: '{{ nodes.answer.outputs.text }}' },
  };
  const failed = await run(definition);
  expect(failed.status).toBe('failed');
  isDown = false;
  const again = await call(server, 'POST', `/api/v1/executions/${failed.id}/retry`);
  const retried = await eventually(async () => reached(again.body.data.execution_id));
  expect(retried.outputs).toEqual({ text: '422: sold out' });
});
