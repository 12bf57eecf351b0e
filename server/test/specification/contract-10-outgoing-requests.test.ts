import { beforeAll, describe, expect, it } from 'vitest';
import { expectInvalid } from './fields.ts';
import { useWorld, workflowOf } from './world.ts';

// Only the receiver's host and port are allowed.
const world = useWorld(({ receiver }) => ({ OUTBOUND_ALLOW: receiver.host }));

const hostile = [
  'http://127.0.0.1:1/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://0.0.0.0/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[64:ff9b::a00:1]/',
  'http://[fd00::1]/',
];

describe('Contract 10 Outgoing requests', () => {
  const runNode = async (config: object) => {
    const node = { id: 'ask', type: 'http_request', config: { method: 'GET', ...config } };
    const { id } = await world.make(
      '/workflows',
      workflowOf([node], { outputs: { body: '{{ nodes.ask.outputs.body }}' } }),
    );
    const { execution_id: run } = await world.make(`/workflows/${id}/execute`);
    return world.until(`/executions/${run}`, 'completed', 'failed');
  };

  describe('the parsed host and every address it resolves to must be public', () => {
    it.each(hostile)('webhooks: %s is refused when it is saved', async (url) => {
      expectInvalid(await world.api('POST', '/webhooks', { body: { url } }), 'body.url');
    });
    it('webhooks: a name is refused when it is requested', async () => {
      const { id } = await world.make('/webhooks', { url: 'http://localhost:1/' });
      const result = await world.make(`/webhooks/${id}/test`);
      expect(result).toMatchObject({ success: false, status_code: null });
      expect(result.error_message).toContain('not on the public Internet');
    });
    it.each(hostile)('http_request: %s', async (url) => {
      const { status, error } = await runNode({ url });
      expect([status, error.code]).toEqual(['failed', 'node_execution_failed']);
      expect(error.message).toContain('public Internet');
    });
    it('http_request: a name that resolves to a private address', async () => {
      expect((await runNode({ url: 'http://localhost:1/' })).error.message).toContain('public Internet');
    });
    it('http tools', async () => {
      const tools = [{ type: 'http', name: 'ask', request: { url: 'http://10.0.0.1/' } }];
      const { id } = await world.thread({ tools });
      world.model.reply({ toolCalls: [{ name: 'ask', arguments: {} }] }, { text: 'No.' });
      await world.make(`/threads/${id}/messages`, { content: 'Go' });
      expect(JSON.stringify(world.model.calls.at(-1)?.body['messages'])).toContain('not on the public Internet');
    });
    it('MCP', async () => {
      const { id } = await world.thread({ tools: [{ type: 'mcp', url: 'http://10.0.0.1/mcp' }] });
      expect((await world.make(`/threads/${id}/messages`, { content: 'Go' })).status).toBe('complete');
      expect(world.model.calls.at(-1)?.body).not.toHaveProperty('tools');
    });
    it('fetched URLs', async () => {
      const { id } = await world.make('/knowledge-bases', { name: 'K' });
      const documents = `/knowledge-bases/${id}/documents`;
      const document = await world.make(documents, { url: 'http://10.0.0.1/' });
      expect((await world.until(`${documents}/${document.id}`, 'failed')).error.message).toContain('public Internet');
    });
    it('fetch_url', async () => {
      const { id } = await world.thread({ tools: [{ type: 'builtin', name: 'fetch_url' }] });
      world.model.reply(
        { toolCalls: [{ name: 'fetch_url', arguments: { url: 'http://10.0.0.1/' } }] },
        { text: 'No.' },
      );
      await world.make(`/threads/${id}/messages`, { content: 'Go' });
      expect(JSON.stringify(world.model.calls.at(-1)?.body['messages'])).toContain('public Internet');
    });
  });

  describe('http and https only', () => {
    it.each(['ftp://example.com/', 'file:///etc/passwd', 'javascript:alert(1)', 'gopher://example.com/'])(
      '%s',
      async (url) => {
        expectInvalid(await world.api('POST', '/webhooks', { body: { url } }), 'body.url');
        expect((await runNode({ url })).status).toBe('failed');
      },
    );
    it('without a name and password in it', async () => {
      const url = 'https://user:word@example.com/';
      expectInvalid(await world.api('POST', '/webhooks', { body: { url } }), 'body.url');
      expect((await runNode({ url })).status).toBe('failed');
      const { id } = await world.make('/knowledge-bases', { name: 'K' });
      expectInvalid(await world.api('POST', `/knowledge-bases/${id}/documents`, { body: { url } }), 'body.url');
    });
  });

  describe('every redirect is checked again (5 at most)', () => {
    beforeAll(() => {
      const redirect = (path: string, to: string) =>
        world.receiver.answer(path, (response) => response.writeHead(302, { Location: to }).end());
      for (let hop = 0; hop < 7; hop += 1) redirect(`/hop-${hop}`, `${world.receiver.url}/hop-${hop + 1}`);
      world.receiver.answer('/hop-7', (response) => response.end('arrived'));
      redirect('/to-private', 'http://10.0.0.1/');
      redirect('/to-file', 'file:///etc/passwd');
    });
    it('five are followed', async () => {
      expect(await runNode({ url: `${world.receiver.url}/hop-2` })).toMatchObject({ outputs: { body: 'arrived' } });
    });
    it('six are not', async () => {
      expect((await runNode({ url: `${world.receiver.url}/hop-1` })).status).toBe('failed');
    });
    it.each(['/to-private', '/to-file'])('one %s is refused', async (path) => {
      expect((await runNode({ url: world.receiver.url + path })).status).toBe('failed');
    });
  });

  it('responses are limited (10 MiB)', async () => {
    world.receiver.answer('/large', (response) => response.end(Buffer.alloc(10 * 1_048_576 + 1, 'x')));
    expect((await runNode({ url: `${world.receiver.url}/large` })).status).toBe('failed');
  });

  it('OUTBOUND_ALLOW permits the named hosts only', async () => {
    world.receiver.answer('/hello', (response) => response.end('Hello'));
    expect((await runNode({ url: `${world.receiver.url}/hello` })).outputs).toEqual({ body: 'Hello' });
    const { port } = new URL(world.model.url);
    expect((await runNode({ url: `http://127.0.0.1:${port}/v1/models` })).status).toBe('failed');
  });
});
