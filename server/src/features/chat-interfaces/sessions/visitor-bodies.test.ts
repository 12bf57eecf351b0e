import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../../test/client.ts';
import { type OpenChat, openChat } from '../../../../test/open-chat.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
let chat: OpenChat;
beforeAll(async () => {
  server = await startServer();
  chat = await openChat(server);
});
afterAll(async () => server.close());

/** As many small values as there can be in a body of the size. */
const values = (bytes: number) => Object.fromEntries(Array.from({ length: bytes / 16 }, (_, at) => [`k${at}`, 'x']));

describe('bodies of visitors', () => {
  it('are limited to what the request can need, before they are parsed', async () => {
    const tooLong = { code: 'validation_error', details: { limit_bytes: 131_072 } };
    const metadata = values(900_000);
    for (const { status, body } of [
      await chat.send('PATCH', '', { metadata }),
      await chat.send('POST', '/search', { query: 'pier', metadata }),
      await call(server, 'POST', chat.sessions, { key: null, body: { metadata } }),
    ]) {
      expect(status).toBe(400);
      expect(body.error).toMatchObject(tooLong);
    }
    expect((await chat.send('PATCH', '', { metadata: { plan: 'x'.repeat(15_000) } })).status).toBe(200);
  });

  it('with a message may be longer, for scripts that are escaped', async () => {
    const content = 'ж'.repeat(32_000);
    const escaped = { content, padding: '\\u0436'.repeat(25_000), wait: false };
    expect((await chat.send('POST', '/messages', escaped)).status).toBe(200);
  });
});
