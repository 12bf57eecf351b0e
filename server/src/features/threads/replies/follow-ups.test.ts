import { describe, expect, it } from 'vitest';
import { call, eventually, readEvents } from '../../../../test/client.ts';
import { type OpenChat, openChat } from '../../../../test/open-chat.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';

const { model, server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });
const post = async (path: string, body: unknown) => (await call(server, 'POST', `/api/v1${path}`, { body })).body.data;

async function visit(
  settings: object = { follow_ups: { enabled: true } },
  agent: object = {},
  begin: object = {},
): Promise<OpenChat> {
  const { id } = await post('/agents', { name: 'Guide', ...agent });
  return openChat(server, { agent_id: id, ...settings }, begin);
}

const configOf = async ({ slug }: OpenChat) =>
  (await call(server, 'GET', `/api/public/chat-interfaces/${slug}`, { key: null })).body.data;

const send = async ({ say }: OpenChat, content: string) => (await say(content)).body.data;

const stream = async ({ path, headers }: OpenChat, content: string) =>
  readEvents(server, `${path}/messages`, { method: 'POST', key: null, headers, body: { content } });

describe('follow-up questions of a model', () => {
  it('are sent before the end of the reply, and are part of the message everywhere', async () => {
    const visitor = await visit();
    expect(await configOf(visitor)).toMatchObject({ followUps: { enabled: true } });
    const asked = model.calls.length;
    model.reply(
      { text: 'Nine in the morning.' },
      { text: '1. When do you close?\n- “Are you open on Sunday?”\n\nWhen do you close?\nIs there a café?\nA fourth?' },
    );
    const events = await stream(visitor, 'When do you open?');
    const questions = ['When do you close?', 'Are you open on Sunday?', 'Is there a café?'];
    expect(events.slice(-2)).toMatchObject([
      { event: 'message:follow_ups', data: { questions } },
      { event: 'message:completed', data: { content: 'Nine in the morning.', follow_ups: questions } },
    ]);
    expect(events.at(-2)?.data['message_id']).toBe(events.at(-1)?.data['id']);
    const [, prompt] = model.calls.slice(asked);
    expect(JSON.stringify(prompt?.body['messages'])).toContain('Visitor: When do you open?');
    const { body } = await visitor.send('GET', '/messages');
    expect(body.data.map(({ followUps }: { followUps: string[] }) => followUps)).toEqual([[], questions]);
    const thread = await call(server, 'GET', `/api/v1/threads/${visitor.threadId}/messages`);
    expect(thread.body.data[1].follow_ups).toEqual(questions);
    const { id } = thread.body.data[1];
    const trace = await call(server, 'GET', `/api/v1/threads/${visitor.threadId}/messages/${id}/trace`);
    expect(trace.body.data.steps.at(-1)).toMatchObject({ type: 'model', name: 'test-model: follow-ups' });
    expect(trace.body.data.usage).toEqual(thread.body.data[1].usage);
  });

  it('are asked for with whole characters of a text that is cut', async () => {
    const visitor = await visit();
    const asked = model.calls.length;
    model.reply({ text: `Nine${'😀'.repeat(2_500)}` }, { text: 'When do you close?' });
    // The first character decides whether the cut is inside of a pair.
    expect(await send(visitor, `W${'😀'.repeat(2_500)}`)).toMatchObject({ followUps: ['When do you close?'] });
    const prompt = JSON.stringify(model.calls[asked + 1]?.body['messages']);
    expect(prompt).toContain('Visitor: W😀');
    expect(prompt).not.toMatch(/\\u[dD]|\ufffd/);
  });

  it.each([
    ['["When do you close?", "Is there a café?", "Third?", "Fourth?"]'],
    ['```json\n{\n  "questions": [\n    "When do you close?",\n    "Is there a café?",\n    "Third?"\n  ]\n}\n```'],
    ['```\nWhen do you close?\nIs there a café?\nThird?\n```'],
  ])('are read from a list that a model writes in spite of the instructions: %s', async (text) => {
    const visitor = await visit();
    model.reply({ text: 'Nine in the morning.' }, { text });
    const { followUps } = await send(visitor, 'When do you open?');
    expect(followUps).toEqual(['When do you close?', 'Is there a café?', 'Third?']);
  });

  it('are not requested if the interface has none, nor for other clients', async () => {
    const visitor = await visit({});
    expect(await configOf(visitor)).toMatchObject({ followUps: { enabled: false } });
    const asked = model.calls.length;
    model.reply({ text: 'Nine in the morning.' });
    expect(await send(visitor, 'When do you open?')).toMatchObject({ followUps: [] });
    const { id } = await post('/agents', { name: 'Guide' });
    const thread = await post(`/agents/${id}/threads`, {});
    model.reply({ text: 'At nine.' });
    const reply = await post(`/threads/${thread.id}/messages`, { content: 'When do you open?' });
    expect(reply).toMatchObject({ follow_ups: [] });
    expect(model.calls.length).toBe(asked + 2);
  });

  it('are left out if the model fails', async () => {
    const visitor = await visit();
    model.reply({ text: 'Nine in the morning.' }, { text: 'When', streamedError: { message: 'overloaded' } });
    const events = await stream(visitor, 'When do you open?');
    expect(events.map(({ event }) => event)).not.toContain('message:follow_ups');
    expect(events.at(-1)).toMatchObject({ event: 'message:completed', data: { follow_ups: [] } });
  });

  it('are not requested after a greeting, or after a handover request', async () => {
    const visitor = await visit({ follow_ups: { enabled: true }, handover: { enabled: true } });
    const asked = model.calls.length;
    model.reply({ text: 'Hello!' });
    expect(await send(visitor, 'Hello')).toMatchObject({ followUps: [] });
    model.reply(
      { toolCalls: [{ name: 'request_handover', arguments: { reason: 'wants a person', summary: 'Hours' } }] },
      { text: 'Somebody will join.' },
    );
    expect(await send(visitor, 'Let me talk to a person')).toMatchObject({ followUps: [] });
    expect(model.calls.length).toBe(asked + 3);
  });
});

describe('follow-up questions of the built-in model', () => {
  it('are about other passages that were found, in the language of the question', async () => {
    const base = await post('/knowledge-bases', { name: 'Library' });
    const text = `# Library card

## Price of the library card

The library card costs five euros a year. ${'You pay it at the desk of the library. '.repeat(20)}

## Can I lend my library card to somebody?

No, the library card is yours alone. ${'Everybody needs a library card of their own. '.repeat(20)}

## Losing the library card

A lost library card is replaced for two euros. ${'Tell the library about the lost card at once. '.repeat(20)}
`;
    await post(`/knowledge-bases/${base.id}/documents`, { name: 'card.md', text });
    await eventually(async () => {
      const { body } = await call(server, 'GET', `/api/v1/knowledge-bases/${base.id}`);
      return body.data.chunk_count >= 3 ? true : undefined;
    });
    const visitor = await visit(undefined, { model: 'portico-extractive', knowledge_base_ids: [base.id] });
    const reply = await send(visitor, 'What does the library card cost?');
    expect(reply.followUps).toHaveLength(2);
    expect(reply.followUps).toContain('Can I lend my library card to somebody?');
    expect(reply.followUps).toContain('What about “Losing the library card”?');
    const found = await send(visitor, 'What about “Losing the library card”?');
    expect(found.content).toContain('two euros');
    expect(found.followUps).not.toContain('What about “Losing the library card”?');
    const lost = await send(visitor, 'Who composed the opera about a magic flute in Vienna?');
    expect(lost.followUps).toEqual([]);
    // A visitor's language may be any text; it counts if that of the question is unknown.
    const agent = { model: 'portico-extractive', knowledge_base_ids: [base.id] };
    const odd = await visit(undefined, agent, { locale: 'constructor' });
    expect((await send(odd, 'Library card price')).followUps).not.toEqual([]);
  });
});
