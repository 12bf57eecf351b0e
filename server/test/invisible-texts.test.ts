import { expect, test } from 'vitest';
import { call } from './client.ts';
import { openChat } from './open-chat.ts';
import { startWithDoubles } from './start-with-doubles.ts';

const { server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });

const create = async (path: string, body: object): Promise<string> =>
  (await call(server, 'POST', path, { body })).body.data.id;

test('a text in which nothing is visible is refused as blank wherever one is needed', async () => {
  const chat = await openChat(server);
  expect((await chat.send('POST', '/messages', { content: 'Hello' })).status).toBe(200);
  const conversation = `/api/v1/conversations/${chat.threadId.replace('thr_', 'cnv_')}`;
  const agent = await create('/api/v1/agents', { name: 'Guide' });
  const thread = await create(`/api/v1/agents/${agent}/threads`, {});
  const base = await create('/api/v1/knowledge-bases', { name: 'Help' });
  const content = '\u200b\u2060 \ufeff';
  const asked: [path: string, body: object][] = [
    [`/api/v1/threads/${thread}/messages`, { content }],
    [`${conversation}/notes`, { content }],
    [`${conversation}/messages`, { content }],
    [`/api/v1/knowledge-bases/${base}/query`, { query: content }],
    [`/api/v1/knowledge-bases/${base}/documents`, { name: 'Empty', text: content }],
    ['/openai/v1/chat/completions', { model: agent, messages: [{ role: 'user', content }] }],
  ];
  const answers = await Promise.all(
    asked.map(async ([path, body]) => [path, (await call(server, 'POST', path, { body })).status]),
  );
  expect(answers).toEqual(asked.map(([path]) => [path, 400]));
  expect((await chat.send('POST', '/messages', { content })).status).toBe(400);
});
