import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { type ModelServer, startModelServer } from '../../../../test/model-server/start-model-server.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';

let model: ModelServer;
let server: ServerUnderTest;
beforeAll(async () => {
  model = await startModelServer();
  server = await startServer({
    OPENAI_BASE_URL: model.url,
    DEFAULT_MODEL: 'portico-extractive',
    EMBEDDING_MODEL: 'nomic-embed-text',
  });
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const post = async (path: string, body: unknown) => call(server, 'POST', `/api/v1${path}`, { body });

/**
 * An agent with a knowledge base of these documents, read while the embedding model works. The server remembers an
 * outage of a model for a while, so each test has its own.
 */
async function createGuide(documents: Record<string, string>, settings: object = {}) {
  model.always({});
  const { body: base } = await post('/knowledge-bases', { name: 'Guide', ...settings });
  const path = `/knowledge-bases/${base.data.id}/documents`;
  for (const [name, text] of Object.entries(documents)) {
    const { body: document } = await post(path, { name, text });
    await eventually(async () => {
      const { body } = await call(server, 'GET', `/api/v1${path}/${document.data.id}`);
      return body.data.status === 'ready' ? true : undefined;
    });
  }
  const { body: agent } = await post('/agents', { name: 'Guide', knowledge_base_ids: [base.data.id] });
  const ask = async (content: string) => {
    const { body: thread } = await post(`/agents/${agent.data.id}/threads`, {});
    return post(`/threads/${thread.data.id}/messages`, { content });
  };
  return { baseId: base.data.id as string, ask };
}

it('replies from a search by words if the embedding model fails, and says so in the trace', async () => {
  const { baseId, ask } = await createGuide({ 'hours.md': 'The library opens at nine.' });
  model.always({ status: 404, error: { message: 'model "nomic-embed-text" not found, try pulling it first' } });
  const { status, body: reply } = await ask('When does the library open?');
  expect(status).toBe(200);
  expect(reply.data.content).toContain('> The library opens at nine.');
  const { body: trace } = await call(
    server,
    'GET',
    `/api/v1/threads/${reply.data.thread_id}/messages/${reply.data.id}/trace`,
  );
  expect(trace.data.steps[0]).toMatchObject({
    type: 'retrieval',
    result: expect.stringMatching(/only by words.*nomic-embed-text.*EMBEDDING_MODEL/su),
  });
  expect((await ask('What does parking cost?')).body.data.content).toContain("I couldn't find anything");

  // The owner's own search still shows the fault.
  const { status: refused, body } = await post(`/knowledge-bases/${baseId}/query`, { query: 'library' });
  expect(refused).toBe(500);
  expect(body.error).toMatchObject({
    code: 'execution_failed',
    message: expect.stringContaining('EMBEDDING_MODEL'),
  });
});

it('calls a model server that is out of order for the first of several questions', async () => {
  const { ask } = await createGuide({ 'fees.md': 'Parking costs four euros.' }, { embedding_model: 'fees' });
  model.always({ status: 500, error: { message: 'out of memory' } });
  const countCalls = async () => {
    const before = model.calls.length;
    const { body: reply } = await ask('What does parking cost?');
    expect(reply.data.content).toContain('> Parking costs four euros.');
    return model.calls.length - before;
  };
  expect(await countCalls()).toBeGreaterThan(0);
  expect(await countCalls()).toBe(0);
});

it('doesn’t list a question as unanswered that may have an answer, because the embedding model was away', async () => {
  const { ask } = await createGuide({ 'rooms.md': 'The cellar is warm and dry.' }, { embedding_model: 'rooms' });
  // A model that doesn't exist: the question wouldn't be listed until its name is corrected.
  model.always({ status: 404, error: { message: 'model "rooms" not found' } });
  await ask('Is there a garden?');
  model.always({ status: 500, error: { message: 'out of memory' } });
  const declined = (await ask('Who plays the trumpet upstairs?')).body.data;
  expect(declined).toMatchObject({ outcome: 'unanswered' });
  const doubted = (await ask('Is the cellar warm?')).body.data;
  await post(`/threads/${doubted.thread_id}/messages/${doubted.id}/feedback`, { rating: 'down' });
  // A list that grows between its count and its page ends early.
  const questions = await eventually(async () => {
    const { body } = await call(server, 'GET', '/api/v1/insights/questions');
    const listed = new Set<string>(body.data.map(({ question }: { question: string }) => question));
    return listed.has('Is the cellar warm?') && listed.has('Is there a garden?') ? listed : undefined;
  });
  expect(questions).not.toContain('Who plays the trumpet upstairs?');
});

it('answers a short question from its words if the embedding model fails', async () => {
  const rooms = Array.from(
    { length: 100 },
    (_, at) =>
      `## Room ${at}\n\nRoom ${at} shows paintings from the year ${1500 + at}, with a bench in the middle and a window to the garden. The light is dimmed in the afternoon, and a guide explains the frames, the colours and the painters.`,
  );
  const parking =
    'The museum has six spaces behind the building and a lift to all floors. Parking is free for an hour; after that it is £2.50 an hour. There is a rack for bicycles at the door, and the bus stops in front of it.';
  const { ask } = await createGuide(
    { 'rooms.md': rooms.join('\n\n'), 'parking.md': parking },
    { embedding_model: 'museum', chunk_size: 64, chunk_overlap: 0 },
  );
  model.always({ status: 404, error: { message: 'model "nomic-embed-text" not found' } });
  expect((await ask('How much is parking?')).body.data.content).toContain('£2.50');
  expect((await ask('How much is a helicopter?')).body.data.citations).toEqual([]);
});
