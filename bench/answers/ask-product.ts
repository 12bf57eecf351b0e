import { call, eventually } from '../../server/test/client.ts';
import type { ServerUnderTest } from '../../server/test/start-server.ts';
import type { SetDocument } from './question-set.ts';

/** A knowledge base with its documents' positions by their ids, and an agent that answers from it. */
export interface AskedBase {
  readonly id: string;
  readonly agentId: string;
  readonly positions: ReadonlyMap<string, number>;
}

export interface Reply {
  readonly content: string;
  readonly citations: readonly { document_id: string; quote: string }[];
}

/** Adds the documents as a user does, and waits until all are searchable. */
export async function makeBase(
  server: ServerUnderTest,
  name: string,
  documents: readonly SetDocument[],
): Promise<AskedBase> {
  const { body: base } = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: name.slice(0, 200) } });
  const id: string = base.data.id;
  const positions = new Map<string, number>();
  const waiting = [...documents.entries()];
  const add = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [position, document] = next;
      const path = `/api/v1/knowledge-bases/${id}/documents`;
      const { body } = await call(server, 'POST', path, { body: { name: document.name, text: document.text } });
      positions.set(body.data.id, position);
    }
  };
  await Promise.all(Array.from({ length: 4 }, add));
  const { sql } = server.platform.database;
  await eventually(async () => {
    const [open] = await sql`SELECT 1 FROM documents WHERE knowledge_base_id = ${id} AND status <> 'ready' LIMIT 1`;
    return open === undefined ? true : undefined;
  }, 600_000);
  const { body: agent } = await call(server, 'POST', '/api/v1/agents', {
    body: { name: 'Bench', knowledge_base_ids: [id] },
  });
  return { id, agentId: agent.data.id, positions };
}

/** The documents of the ten best results, best first. */
export async function search(server: ServerUnderTest, base: AskedBase, query: string): Promise<string[]> {
  const path = `/api/v1/knowledge-bases/${base.id}/query`;
  const { body } = await call(server, 'POST', path, { body: { query, top_k: 10 } });
  return body.data.results.map(({ document_id: id }: { document_id: string }) => id);
}

/** The agent's reply to the last of these messages, which are sent one after the other in a separate thread. */
export async function ask(server: ServerUnderTest, base: AskedBase, ...messages: string[]): Promise<Reply> {
  const { body: thread } = await call(server, 'POST', `/api/v1/agents/${base.agentId}/threads`, { body: {} });
  let reply: Reply = { content: '', citations: [] };
  for (const content of messages) {
    const { body } = await call(server, 'POST', `/api/v1/threads/${thread.data.id}/messages`, { body: { content } });
    reply = body.data;
  }
  return reply;
}

/** 1 / rank of the document with the answer, 0 if it isn't among the first ten. */
export function reciprocalRank(found: readonly string[], wanted: string | undefined): number {
  const rank = [...new Set(found)].indexOf(wanted ?? '');
  return rank < 0 ? 0 : 1 / (rank + 1);
}
