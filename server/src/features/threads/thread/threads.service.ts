import {
  type Deleted,
  type Thread,
  ThreadFields,
  type ThreadListQuery,
  type ThreadPatch,
  type ThreadSummary,
} from '@portico/shared-types';
import { applyMergePatch } from '../../../platform/apply-merge-patch.ts';
import type { Sql, Transaction } from '../../../platform/database.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { parsePart } from '../../../platform/http/parse.ts';
import type { Page } from '../../../platform/http/route.ts';
import { createId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ThreadsPlatform } from '../thread-ports.ts';
import { requireAgent } from '../../agents/index.ts';
import {
  deleteThreadRow,
  findCountedThread,
  findThread,
  findThreadByKey,
  insertThread,
  listThreads,
  lockThread,
  type ThreadRow,
  updateThread,
} from './threads.sql.ts';

export interface NewThread {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly title?: string | null | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
  /** A second call with the same key in the workspace returns the first thread. */
  readonly key?: string | undefined;
  /** True if it is opened for a message that needs a reply: 400, and no thread, if the agent is archived. */
  readonly needsReply?: boolean;
}

/** Creates a thread, in the caller's transaction if one is given. Throws 404 or 400 for the agent. */
export async function createThread(platform: Platform, thread: NewThread, tx?: Sql): Promise<ThreadRow> {
  const sql = tx ?? platform.database.sql;
  const { workspaceId, agentId, key, needsReply = false } = thread;
  const { status } = await requireAgent(platform, workspaceId, agentId, sql);
  if (needsReply && status === 'archived') {
    const known = key === undefined ? undefined : await findThreadByKey(sql, workspaceId, key);
    if (known !== undefined) return known;
    throw invalid({ path: 'params.id', message: 'is an archived agent', code: 'agent_unavailable' });
  }
  return insertThread(sql, {
    id: createId('thr'),
    workspaceId,
    agentId,
    title: thread.title ?? null,
    metadata: thread.metadata ?? {},
    key: key ?? null,
  });
}

/** The thread of this workspace. Throws 404. */
export async function requireThread(
  platform: Platform,
  workspaceId: string,
  threadId: string,
  sql?: Sql,
): Promise<ThreadRow> {
  const thread = await findThread(sql ?? platform.database.sql, workspaceId, threadId);
  if (thread === undefined) throw notFound('thread', threadId);
  return thread;
}

/** The thread with its number of messages. Throws 404. */
export async function getThread(platform: Platform, workspaceId: string, id: string): Promise<Thread> {
  const row = await findCountedThread(platform.database.sql, workspaceId, id);
  if (row === undefined) throw notFound('thread', id);
  const { message_count, last_message_at } = row;
  return { ...presentThread(row), message_count, last_message_at };
}

export async function pageThreads(
  platform: Platform,
  workspaceId: string,
  query: ThreadListQuery,
): Promise<Page<ThreadSummary>> {
  const { items, total } = await listThreads(platform.database.sql, workspaceId, query);
  return { items: items.map(presentThread), total };
}

/** Updates the fields in the merge patch. Throws 404. */
export async function changeThread(
  platform: Platform,
  workspaceId: string,
  id: string,
  patch: ThreadPatch,
): Promise<Thread> {
  await platform.database.transaction(async (tx) => {
    const before = await lockThread(tx, workspaceId, id);
    if (before === undefined) throw notFound('thread', id);
    const { title, metadata, status } = before;
    const current = { metadata, status, ...(title === null ? {} : { title }) };
    await updateThread(tx, workspaceId, id, parsePart('body', ThreadFields, applyMergePatch(current, patch)));
  });
  return getThread(platform, workspaceId, id);
}

/**
 * Removes a thread with its messages and events, in the caller's transaction if one is given. A reply in progress
 * stops, and the thread's streams end. Throws 404.
 */
export async function deleteThread(
  platform: ThreadsPlatform,
  workspaceId: string,
  id: string,
  transaction?: Transaction,
): Promise<Deleted> {
  const remove = async (tx: Transaction): Promise<Deleted> => {
    const finish = await platform.threads.ports.onDeleting(platform, tx, { workspaceId, threadId: id });
    if (!(await deleteThreadRow(tx, workspaceId, id))) throw notFound('thread', id);
    await platform.events.remove(tx, id);
    await finish();
    return { id, deleted: true };
  };
  return transaction === undefined ? platform.database.transaction(remove) : remove(transaction);
}

/** A thread as returned by lists and by its creation. */
export function presentThread(row: ThreadRow): ThreadSummary {
  const { id, agent_id, status, title, metadata, outcome, created_at } = row;
  return { id, agent_id, status, title, metadata, outcome, created_at };
}
