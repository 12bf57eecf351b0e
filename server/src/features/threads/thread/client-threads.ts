import { notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findThread, findThreadByKey, type ThreadRow } from './threads.sql.ts';
import { createThread } from './threads.service.ts';

/** A separate namespace from the keys that the server itself gives threads. */
const toKey = (clientId: string): string => `client:${clientId}`;

/** The thread with this id, or with an id that the client chose when it created the thread. */
export async function findClientThread(
  platform: Platform,
  workspaceId: string,
  clientId: string,
): Promise<ThreadRow | undefined> {
  const { sql } = platform.database;
  return (await findThread(sql, workspaceId, clientId)) ?? findThreadByKey(sql, workspaceId, toKey(clientId));
}

/** The same, but an unknown id creates a thread with that id, for a message. Throws 404 for a thread of another agent. */
export async function openClientThread(
  platform: Platform,
  { workspaceId, agentId, clientId }: { workspaceId: string; agentId: string; clientId: string },
): Promise<ThreadRow> {
  const known = await findClientThread(platform, workspaceId, clientId);
  // Of two concurrent requests, the second gets the thread of the first.
  const thread =
    known ?? (await createThread(platform, { workspaceId, agentId, key: toKey(clientId), needsReply: true }));
  if (thread.agent_id !== agentId) throw notFound('thread', clientId);
  return thread;
}
