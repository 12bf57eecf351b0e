import { describe, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { startWithReceiver } from '../../../test/start-with-receiver.ts';

const { server, receiver } = await startWithReceiver();

const post = async (path: string, body: object = {}) =>
  (await call(server, 'POST', `/api/v1${path}`, { body })).body.data;
const get = async (path: string) => (await call(server, 'GET', `/api/v1${path}`)).body.data;
const subscribe = async (path: string, ...types: string[]) =>
  post('/webhooks', { url: receiver.url + path, event_types: types });
const bodiesOf = async (path: string, count: number) =>
  (await receiver.waitFor(path, count)).map(({ text }) => JSON.parse(text));

describe('webhooks are notified', () => {
  it('of questions when they arrive and of replies when they have ended', async () => {
    await subscribe('/messages', 'message.created');
    const { id: agentId } = await post('/agents', { name: 'Guide' });
    const { id: threadId } = await post(`/agents/${agentId}/threads`);
    await post(`/threads/${threadId}/messages`, { role: 'system', content: 'Be kind.' });
    const reply = await post(`/threads/${threadId}/messages`, { content: 'Who are you?' });
    const events = await bodiesOf('/messages', 3);
    expect(events.map(({ type }) => type)).toEqual(Array(3).fill('message.created'));
    const messages = await get(`/threads/${threadId}/messages`);
    const sent = events.map(({ data }) => data).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(sent).toEqual(messages);
    expect(sent.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
    expect(sent[2]).toMatchObject({ id: reply.id, status: 'complete', content: reply.content });
  });

  it('of contents of exactly 20,000 bytes, and not of longer ones', async () => {
    await subscribe('/contents', 'message.created');
    const { id: agentId } = await post('/agents', { name: 'Guide' });
    const { id: threadId } = await post(`/agents/${agentId}/threads`);
    const fitting = ['x'.repeat(20_000), 'é'.repeat(10_000)];
    for (const content of [...fitting, `${'é'.repeat(10_000)}x`]) {
      await post(`/threads/${threadId}/messages`, { role: 'system', content });
    }
    const sent = (await bodiesOf('/contents', 3)).map(({ data }) => data).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(sent.map(({ content }) => content)).toEqual([...fitting, null]);
    expect(sent.map(({ omitted }) => omitted)).toEqual([undefined, undefined, ['content']]);
  });

  it('of documents that are ready or failed', async () => {
    await subscribe('/documents', 'document.ready', 'document.failed');
    const { id: baseId } = await post('/knowledge-bases', { name: 'House' });
    const documents = `/knowledge-bases/${baseId}/documents`;
    const { id: readable } = await post(documents, { name: 'rules.txt', text: 'The bridge is closed in May.' });
    const { id: refused } = await post(documents, { url: 'http://127.0.0.1:1/private' });
    const events = await bodiesOf('/documents', 2);
    const sent = new Map(events.map(({ type, data }) => [data.id, [type, data]]));
    expect(sent.get(readable)).toEqual(['document.ready', await get(`${documents}/${readable}`)]);
    expect(sent.get(refused)).toEqual(['document.failed', await get(`${documents}/${refused}`)]);
  });
});
