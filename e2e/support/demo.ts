import { expect } from '@playwright/test';
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
  const areRead = async () => {
    const found = await callApi<{ status: string }[]>(portico, 'GET', documents);
    return found.length > 0 && found.every(({ status }) => status === 'ready');
  };
  await expect.poll(areRead, { timeout: 150_000 }).toBe(true);
}
