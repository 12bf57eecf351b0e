import { expect, it } from 'vitest';
import { startWithReceiver } from '../../../test/start-with-receiver.ts';
import { workflowRuns } from '../../../test/workflow-runs.ts';

const { server, receiver: site } = await startWithReceiver();

const { run } = workflowRuns(() => server);

const picture = Buffer.from('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR', 'latin1');

/** The outputs of a request to which the server responds with this content; `data` has its body within a text. */
async function read(type: string, content: Buffer | string) {
  site.answer('/content', (response) => response.writeHead(200, { 'content-type': type }).end(content));
  const nodes = [{ id: 'get', type: 'http_request', config: { url: `${site.url}/content` } }];
  const outputs = { all: '{{ nodes.get.outputs }}', data: 'data:image/png;base64,{{ nodes.get.outputs.body }}' };
  return (await run({ nodes, outputs })).outputs;
}

it.each(['image/png', 'application/octet-stream', 'image/png;charset=UTF-8', ''])(
  'returns bytes of the type “%s” as base64, which another request can send',
  async (type) => {
    const { all, data } = await read(type, picture);
    expect(all).toMatchObject({ status: 200, body_encoding: 'base64' });
    expect(data).toBe(`data:image/png;base64,${picture.toString('base64')}`);
  },
);

it.each([
  ['application/octet-stream', 'Köln\r\n', 'Köln\r\n'],
  ['', 'Köln', 'Köln'],
  ['image/svg+xml', '<text>Köln</text>', '<text>Köln</text>'],
  ['application/x-ndjson', '{"a":1}\n{"a":2}', '{"a":1}\n{"a":2}'],
  ['application/octet-stream', Buffer.from('\ufeffKöln', 'utf16le'), 'Köln'],
  ['text/csv', Buffer.from('K\u00f6ln', 'latin1'), 'K\ufffdln'],
  ['application/csv', Buffer.from('K\u00f6ln', 'latin1'), 'K\ufffdln'],
  ['application/csv; charset=iso-8859-1', Buffer.from('K\u00f6ln', 'latin1'), 'Köln'],
  ['application/json; charset=iso-8859-1', Buffer.from('"K\u00f6ln"', 'latin1'), 'Köln'],
  ['application/x-ndjson', Buffer.from('{"a":"K\u00f6ln"}', 'latin1'), '{"a":"K\ufffdln"}'],
  ['image/png', '', ''],
])('returns a text of the type “%s” as it is', async (type, content, body) => {
  const { all } = await read(type, content);
  expect(all).toEqual({ status: 200, headers: all.headers, body });
});
