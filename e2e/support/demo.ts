import { setTimeout as sleep } from 'node:timers/promises';
import { callApi } from './chat-interfaces.ts';
import { openClient } from './open-client.ts';
import type { RunningServer } from './server.ts';

/** The agent behind the demo: it knows the guides, and the built-in model answers for it. */
export async function findDemoAgent(portico: RunningServer): Promise<string> {
  for await (const chat of openClient(portico).chatInterfaces.listAll()) {
    if (chat.slug === 'demo') return chat.agent_id;
  }
  throw new Error('the server has no demo');
}

/**
 * Waits until the demo's guides are read: the server starts before that, and on a busy machine the first test would
 * otherwise compete with it.
 */
export async function waitForGuides(portico: RunningServer): Promise<void> {
  const [guides] = await callApi<{ id: string }[]>(portico, 'GET', '/knowledge-bases');
  const documents = `/knowledge-bases/${guides?.id}/documents?per_page=100`;
  const deadline = Date.now() + 150_000;
  for (;;) {
    const found = await callApi<{ status: string }[]>(portico, 'GET', documents);
    if (found.length > 0 && found.every(({ status }) => status === 'ready')) return;
    if (Date.now() > deadline) throw new Error('the guides of the demo were not read');
    await sleep(100);
  }
}
