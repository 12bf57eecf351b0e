import { call, eventually } from './client.ts';
import type { ServerUnderTest } from './start-server.ts';

/**
 * Creates an agent for each name, with a knowledge base of these texts by their documents' names, and waits until they
 * can be searched. Returns the agents' ids by name.
 */
export async function createInformedAgents(
  server: ServerUnderTest,
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<ReadonlyMap<string, string>> {
  const agents = new Map<string, string>();
  for (const [name, documents] of Object.entries(texts)) {
    const { body: base } = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name } });
    const path = `/api/v1/knowledge-bases/${base.data.id}/documents`;
    for (const [document, text] of Object.entries(documents)) {
      const { body } = await call(server, 'POST', path, { body: { name: document, text } });
      await eventually(async () => {
        const { data } = (await call(server, 'GET', `${path}/${body.data.id}`)).body;
        return data.status === 'ready' ? true : undefined;
      });
    }
    const body = { name, knowledge_base_ids: [base.data.id] };
    agents.set(name, (await call(server, 'POST', '/api/v1/agents', { body })).body.data.id);
  }
  return agents;
}
