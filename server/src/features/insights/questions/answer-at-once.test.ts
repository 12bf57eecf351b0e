import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, type TestAnswer } from '../../../../test/client.ts';
import { interceptQueries } from '../../../../test/intercept-queries.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';
import { groupQuestions } from './group-questions.ts';

const { server } = await startWithDoubles({ DEFAULT_MODEL: 'portico-extractive' });
const post = async (path: string, body?: unknown): Promise<TestAnswer> =>
  call(server, 'POST', `/api/v1${path}`, body === undefined ? {} : { body });

let baseId: string;
let group: string;
let agentId: string;

/** An empty knowledge base, and a question that its agent could not answer. */
beforeEach(async () => {
  baseId = (await post('/knowledge-bases', { name: 'Help' })).body.data.id;
  agentId = (await post('/agents', { name: 'Guide', knowledge_base_ids: [baseId] })).body.data.id;
  const thread = (await post(`/agents/${agentId}/threads`, {})).body.data.id;
  await post(`/threads/${thread}/messages`, { content: 'Do you repair telescopes?' });
  await groupQuestions(server.platform);
  // Groups of earlier tests are no longer open.
  group = (await call(server, 'GET', '/api/v1/insights/questions')).body.data[0].id;
  return dismiss;
});

afterEach(() => vi.restoreAllMocks());

const answer = async (content: string) =>
  post(`/insights/questions/${group}/answer`, { knowledge_base_id: baseId, content });
const dismiss = async () => post(`/insights/questions/${group}/dismiss`);
const stateNow = async () => (await call(server, 'GET', `/api/v1/insights/questions/${group}`)).body.data.state;
const documents = async () =>
  (await call(server, 'GET', `/api/v1/knowledge-bases/${baseId}/documents`)).body.data as { id: string }[];

describe('a question that several people answer at once', () => {
  it.each([
    ['different answers', (at: number) => `We do so on day ${at}.`],
    ['the same answer', () => 'We do so every day.'],
  ])('gets one document, whether they give %s', async (_, write) => {
    const kept = vi.spyOn(server.platform.storage, 'keepBytes');
    const removed = vi.spyOn(server.platform.storage, 'remove');
    const answers = await Promise.all([1, 2, 3].map(async (at) => answer(write(at))));
    const taken = answers.filter(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    expect((await documents()).map(({ id }) => id)).toEqual(taken.map(({ body }) => body.data.document.id));
    expect(await stateNow()).toBe('answered');
    const left = new Set(await Promise.all(kept.mock.results.map(async ({ value }) => value)));
    for (const [key] of removed.mock.calls) left.delete(key);
    expect(left.size).toBe(1);
  });

  it('has a document, or is dismissed, if somebody else dismisses it', async () => {
    const [answered, dismissed] = await Promise.all([answer('We do so on Fridays.'), dismiss()]);
    expect([answered.status, dismissed.status].toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(await stateNow()).toBe(answered.status === 200 ? 'answered' : 'dismissed');
    expect(await documents()).toHaveLength(answered.status === 200 ? 1 : 0);
  });

  it('stays dismissed without a document if it is dismissed after the answer was checked', async () => {
    const restore = interceptQueries(server.platform.database, (text, run) =>
      text.includes('AND identity =')
        ? (async () => {
            restore();
            expect((await dismiss()).status).toBe(200);
            return run();
          })()
        : run(),
    );
    const { status, body } = await answer('We do so on Fridays.');
    expect([status, body.error.details.fields[0].path]).toEqual([400, 'params.id']);
    expect(await documents()).toEqual([]);
    expect(await stateNow()).toBe('dismissed');
  });

  it('is not closed by another answer or dismissed while an answer is indexed', async () => {
    let others: Promise<TestAnswer[]> | undefined;
    const restore = interceptQueries(server.platform.database, (text, run) => {
      const isPoll = text.includes('FROM documents') && text.includes('AND id =');
      if (!isPoll || others !== undefined) return run();
      others = Promise.all([dismiss(), answer('We do not.')]);
      return (async () => {
        await others;
        return run();
      })();
    });
    const { status, body } = await answer('We do so on Fridays.').finally(() => restore());
    expect(status).toBe(200);
    expect((await others)?.map((other) => other.status)).toEqual([400, 400]);
    expect((await documents()).map(({ id }) => id)).toEqual([body.data.document.id]);
    expect(await stateNow()).toBe('answered');
  });
});

describe('an answer that can’t be indexed', () => {
  it('leaves the question open, and can be given again', async () => {
    const restore = interceptQueries(server.platform.database, (text, run) =>
      text.includes('FROM documents') && text.includes('AND id =')
        ? Promise.resolve([{ status: 'failed', error: { message: 'No embeddings.' } }])
        : run(),
    );
    const failed = await answer('We do so on Fridays.').finally(() => restore());
    expect([failed.status, failed.body.error.message]).toEqual([500, expect.stringContaining('No embeddings.')]);
    expect(await stateNow()).toBe('unanswered');
    expect(await documents()).toHaveLength(1);
    const again = await answer('We do so on Fridays.');
    expect([again.status, again.body.data.question.state]).toEqual([200, 'answered']);
    expect((await documents()).map(({ id }) => id)).toEqual([again.body.data.document.id]);
  });
});

describe('an answer for a knowledge base that does not exist', () => {
  it('is refused with the path of the field, and the question stays open', async () => {
    const body = { knowledge_base_id: 'kb_unknown', content: 'We do so on Fridays.' };
    const refused = await post(`/insights/questions/${group}/answer`, body);
    expect([refused.status, refused.body.error.details.fields?.[0]?.path]).toEqual([400, 'body.knowledge_base_id']);
    expect(await stateNow()).toBe('unanswered');
  });

  it('is refused in the same way if it is deleted after the answer was checked', async () => {
    const restore = interceptQueries(server.platform.database, (text, run) => {
      if (!text.includes('SELECT id FROM knowledge_bases')) return run();
      return (async () => {
        restore();
        const found = await run();
        expect((await call(server, 'DELETE', `/api/v1/agents/${agentId}`)).status).toBe(200);
        expect((await call(server, 'DELETE', `/api/v1/knowledge-bases/${baseId}`)).status).toBe(200);
        return found;
      })();
    });
    const { status, body } = await answer('We do so on Fridays.');
    expect([status, body.error.details.fields?.[0]?.path]).toEqual([400, 'body.knowledge_base_id']);
  });
});
