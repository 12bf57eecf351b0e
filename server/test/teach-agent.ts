import { call, eventually } from './client.ts';
import type { ServerUnderTest } from './start-server.ts';

/** An agent of a test, whose documents have the names `0.md`, `1.md` … */
export interface TaughtAgent {
  /** Asks in a new thread, and returns the reply. */
  ask(question: string): Promise<{ content: string; citations: readonly unknown[] }>;
  /** Deletes the document with this index. */
  forget(index: number): Promise<void>;
}

/** Creates an agent that has only these texts, and waits until they are read. */
export async function teachAgent(server: ServerUnderTest, ...texts: string[]): Promise<TaughtAgent> {
  const post = async (path: string, body: unknown) =>
    (await call(server, 'POST', `/api/v1${path}`, { body })).body.data;
  const { id: base } = await post('/knowledge-bases', { name: 'Docs' });
  const path = `/knowledge-bases/${base}/documents`;
  const ids: string[] = [];
  for (const [index, text] of texts.entries()) ids.push((await post(path, { name: `${index}.md`, text })).id);
  await eventually(async () => {
    const { data } = (await call(server, 'GET', `/api/v1${path}?status=ready`)).body;
    return data.length === texts.length || undefined;
  });
  const agent = await post('/agents', { name: 'Guide', knowledge_base_ids: [base] });
  return {
    async ask(question) {
      const thread = await post(`/agents/${agent.id}/threads`, {});
      return post(`/threads/${thread.id}/messages`, { content: question });
    },
    async forget(index) {
      await call(server, 'DELETE', `/api/v1${path}/${ids[index]}`);
    },
  };
}
