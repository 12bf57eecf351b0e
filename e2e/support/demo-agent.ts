import { openClient } from './open-client.ts';
import type { RunningServer } from './server.ts';

/** The agent behind the demo: it knows the guides, and the built-in model answers for it. */
export async function findDemoAgent(portico: RunningServer): Promise<string> {
  for await (const chat of openClient(portico).chatInterfaces.listAll()) {
    if (chat.slug === 'demo') return chat.agent_id;
  }
  throw new Error('the server has no demo');
}
