import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { type ModelServer, startModelServer } from '../../../../test/model-server/start-model-server.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';

let builtIn: ServerUnderTest;
let model: ModelServer;
let remote: ServerUnderTest;
beforeAll(async () => {
  builtIn = await startServer();
  model = await startModelServer();
  remote = await startServer({ OPENAI_BASE_URL: model.url, DEFAULT_MODEL: 'test-model' });
});
afterAll(async () => {
  await builtIn.close();
  await remote.close();
  await model.close();
});

const post = async (server: ServerUnderTest, path: string, body: unknown) =>
  (await call(server, 'POST', `/api/v1${path}`, { body })).body.data;
const read = async (server: ServerUnderTest, path: string) => (await call(server, 'GET', `/api/v1${path}`)).body.data;

/** A thread with an agent that knows the opening hours and fees of a library. */
async function openThread(server: ServerUnderTest, agent: Record<string, unknown> = {}): Promise<string> {
  const { id } = await post(server, '/knowledge-bases', { name: 'Library' });
  const texts = [
    ['opening-hours.md', 'The library opens at nine in the morning and closes at eight in the evening.'],
    ['cards.md', 'A reader card costs five euros a year. Children pay nothing.'],
    ['room.md', 'The reading room seats forty people. Renting it for an evening costs ninety euros.'],
  ];
  for (const [name, text] of texts) await post(server, `/knowledge-bases/${id}/documents`, { name, text });
  await eventually(async () =>
    (await read(server, `/knowledge-bases/${id}`)).chunk_count === texts.length ? true : undefined,
  );
  const made = await post(server, '/agents', { name: 'Guide', knowledge_base_ids: [id], ...agent });
  return (await post(server, `/agents/${made.id}/threads`, {})).id;
}
const send = async (server: ServerUnderTest, thread: string, content: string) =>
  post(server, `/threads/${thread}/messages`, { content });
const traceOf = async (server: ServerUnderTest, reply: { thread_id: string; id: string }) =>
  read(server, `/threads/${reply.thread_id}/messages/${reply.id}/trace`);

describe('the outcome of a reply', () => {
  it('is answered, or unanswered if nothing relevant was found, and lists of threads show the last one', async () => {
    const thread = await openThread(builtIn);
    expect(await read(builtIn, `/threads/${thread}`)).toMatchObject({ outcome: null });
    const reply = await send(builtIn, thread, 'When does the library open?');
    expect(reply).toMatchObject({
      outcome: 'answered',
      citations: [{ title: 'opening-hours.md', url: null, heading: null }],
    });
    const lost = await send(builtIn, thread, 'Who composed the opera about a magic flute in Vienna?');
    expect(lost).toMatchObject({ outcome: 'unanswered', citations: [] });
    expect(await read(builtIn, `/threads/${thread}`)).toMatchObject({ outcome: 'unanswered' });
    const ids = async (outcome: string) =>
      (await read(builtIn, `/threads?outcome=${outcome}`)).map(({ id }: { id: string }) => id);
    expect(await ids('unanswered')).toContain(thread);
    expect(await ids('answered')).not.toContain(thread);
    const messages = await read(builtIn, `/threads/${thread}/messages`);
    expect(messages.map(({ outcome }: { outcome: string | null }) => outcome)).toEqual([
      null,
      'answered',
      null,
      'unanswered',
    ]);
  });

  it('is answered for two questions in one message if a part of it is found', async () => {
    const asked =
      'Could you kindly inform me what a reader card costs and whether bicycles fit into your cellar wardrobes?';
    const reply = await send(builtIn, await openThread(builtIn), asked);
    expect(reply).toMatchObject({ outcome: 'answered', citations: [{ title: 'cards.md' }] });
  });

  it('is answered for a greeting and for an agent without knowledge', async () => {
    expect(await send(builtIn, await openThread(builtIn), 'Hello!')).toMatchObject({ outcome: 'answered' });
    const thread = await openThread(builtIn, { knowledge_base_ids: [] });
    expect(await send(builtIn, thread, 'Who composed the Magic Flute?')).toMatchObject({ outcome: 'answered' });
  });

  it('is unsure while the reply is rated down', async () => {
    const thread = await openThread(builtIn);
    const { id } = await send(builtIn, thread, 'When does the library open?');
    const rate = async (rating: string) => post(builtIn, `/threads/${thread}/messages/${id}/feedback`, { rating });
    expect(await rate('down')).toMatchObject({ outcome: 'unsure' });
    expect(await read(builtIn, `/threads/${thread}`)).toMatchObject({ outcome: 'unsure' });
    expect(await rate('up')).toMatchObject({ outcome: 'answered' });
    expect(await read(builtIn, `/threads/${thread}`)).toMatchObject({ outcome: 'answered' });
  });

  it('is unanswered if the model calls no_answer', async () => {
    const thread = await openThread(remote);
    model.reply(
      { toolCalls: [{ name: 'no_answer', arguments: { reason: 'no fee for dogs' } }] },
      { text: 'Sorry, I do not know.' },
    );
    const reply = await send(remote, thread, 'What does a reader card cost for dogs?');
    expect(reply).toMatchObject({ outcome: 'unanswered', content: 'Sorry, I do not know.' });
    const offered = model.calls.at(-1)?.body['tools'] as { function: { name: string } }[];
    expect(offered.map((tool) => tool.function.name)).toEqual(['no_answer']);
  });
});

describe('retrieval', () => {
  it('has defaults, can be changed partly, and leaves out less relevant passages', async () => {
    const made = await post(builtIn, '/agents', { name: 'Guide', retrieval: { top_k: 3 } });
    expect(made.retrieval).toEqual({ mode: 'hybrid', top_k: 3, min_score: 0.15, rewrite: true });
    const path = `/api/v1/agents/${made.id}`;
    const { body } = await call(builtIn, 'PATCH', path, { body: { retrieval: { min_score: 0.4 } } });
    expect(body.data.retrieval).toEqual({ mode: 'hybrid', top_k: 3, min_score: 0.4, rewrite: true });
    const strict = await openThread(builtIn, { retrieval: { min_score: 1 } });
    expect(await send(builtIn, strict, 'When does the library open?')).toMatchObject({ outcome: 'unanswered' });
  });

  it('completes a follow-up question from the previous one by a rule', async () => {
    const thread = await openThread(builtIn);
    await send(builtIn, thread, 'How many people does the reading room seat?');
    const reply = await send(builtIn, thread, 'And what does it cost?');
    expect(reply.citations[0]).toMatchObject({ document_name: 'room.md' });
    expect((await traceOf(builtIn, reply)).rewritten_query).toContain('reading room');
    const plain = await openThread(builtIn, { retrieval: { rewrite: false } });
    await send(builtIn, plain, 'How many people does the reading room seat?');
    const alone = await send(builtIn, plain, 'And what does it cost?');
    expect((await traceOf(builtIn, alone)).rewritten_query).toBeNull();
  });

  it('lets a model complete a follow-up question', async () => {
    const thread = await openThread(remote);
    model.reply({ text: 'Forty [1].' });
    await send(remote, thread, 'How many people does the reading room seat?');
    model.reply({ text: 'What does renting the reading room cost?' }, { text: 'Ninety euros [1].' });
    const reply = await send(remote, thread, 'And what does it cost?');
    expect(reply.citations).toMatchObject([{ document_name: 'room.md' }]);
    const trace = await traceOf(remote, reply);
    expect(trace).toMatchObject({ rewritten_query: 'What does renting the reading room cost?', model: 'test-model' });
    expect(trace.steps.map(({ type }: { type: string }) => type)).toEqual(['model', 'retrieval', 'model']);
    expect(trace.usage.total_tokens).toBe(reply.usage.total_tokens);
  });

  it('searches for the question itself if the model’s completion finds nothing', async () => {
    const thread = await openThread(remote);
    model.reply({ text: 'Forty [1].' });
    await send(remote, thread, 'How many people does the reading room seat?');
    model.reply({ text: 'Certainly, with pleasure!' }, { text: 'Five euros [1].' });
    const reply = await send(remote, thread, 'What does a reader card cost for a year?');
    expect(reply).toMatchObject({ outcome: 'answered', citations: [{ document_name: 'cards.md' }] });
    const trace = await traceOf(remote, reply);
    expect(trace.rewritten_query).toBeNull();
    expect(trace.steps.map(({ type }: { type: string }) => type)).toEqual(['model', 'retrieval', 'retrieval', 'model']);
  });
});

describe('the trace of a reply', () => {
  it('shows the query, the results, the used passages and each step', async () => {
    const thread = await openThread(builtIn);
    const reply = await send(builtIn, thread, 'When does the library open?');
    const trace = await traceOf(builtIn, reply);
    expect(trace).toMatchObject({
      query: 'When does the library open?',
      rewritten_query: null,
      model: 'portico-extractive',
      outcome: 'answered',
      usage: reply.usage,
      steps: [
        { type: 'retrieval', name: 'hybrid' },
        { type: 'model', name: 'portico-extractive' },
      ],
    });
    expect(trace.passages[0]).toMatchObject({ document_title: 'opening-hours.md', used: true });
    expect(trace.passages.slice(1).every(({ used }: { used: boolean }) => !used)).toBe(true);
    expect(trace.credits).toBeGreaterThan(0);
  });

  it('of a cancelled or failed reply shows what was done until then', async () => {
    const thread = await openThread(remote);
    model.reply({ text: ['Nine', ' in the'], hangAfter: 3 });
    const before = model.calls.length;
    const sent = send(remote, thread, 'When does the library open?');
    await eventually(async () => (model.calls.length > before ? true : undefined));
    await call(remote, 'POST', `/api/v1/threads/${thread}/cancel`);
    const reply = await sent;
    expect(reply).toMatchObject({ status: 'cancelled', usage: { estimated: true } });
    const steps = [
      { type: 'retrieval', name: 'hybrid' },
      { type: 'model', name: 'test-model' },
    ];
    const trace = await eventually(async () => {
      const found = await traceOf(remote, reply);
      return found.model === null ? undefined : found;
    });
    expect(trace).toMatchObject({ query: 'When does the library open?', model: 'test-model', outcome: null, steps });
    expect(trace).toMatchObject({ usage: reply.usage, passages: [{ document_title: 'opening-hours.md' }, {}, {}] });
    expect(trace.credits).toBeCloseTo(reply.usage.total_tokens / 1_000);
    model.reply({ status: 400, error: { message: 'No.' } }, { status: 400, error: { message: 'No.' } });
    await call(remote, 'POST', `/api/v1/threads/${thread}/messages`, {
      body: { content: 'What does a card cost for readers?' },
    });
    const failed = (await read(remote, `/threads/${thread}/messages`)).at(-1);
    expect(failed.status).toBe('failed');
    expect((await traceOf(remote, failed)).steps.at(-1)).toMatchObject({ type: 'model', name: 'test-model' });
  });

  it('is a 404 for a message that is not a reply of the thread', async () => {
    const thread = await openThread(builtIn);
    await send(builtIn, thread, 'When does the library open?');
    const [question] = await read(builtIn, `/threads/${thread}/messages`);
    for (const id of [question.id, 'msg_unknown']) {
      const { status } = await call(builtIn, 'GET', `/api/v1/threads/${thread}/messages/${id}/trace`);
      expect(status).toBe(404);
    }
  });
});
