import type { Deleted } from '@portico/shared-types';
import { z } from 'zod';
import type { Transaction } from '../../../platform/database.ts';
import { batchRows, removalMs } from '../../../platform/delete-in-batches.ts';
import { ignoreMissing } from '../../../platform/errors.ts';
import { defineJob } from '../../../platform/queue.ts';
import { removeFilesOf } from '../../files/index.ts';
import type { ThreadsPlatform } from '../thread-ports.ts';
import { shrinkThread } from './shrink-thread.ts';
import { deleteThread, requireThread } from './threads.service.ts';
import { needsSteps } from './threads.sql.ts';

interface Conditions {
  /**
   * Whether the thread may be deleted. Called before its files are deleted, and again in the transaction that deletes
   * the thread, which keeps what it locks.
   */
  readonly mayDelete?: (tx: Transaction) => Promise<boolean>;
  /** Deletes what leads to the thread, in the same transaction. */
  readonly deleteLinks?: (tx: Transaction) => Promise<void>;
}

/**
 * Deletes a thread with its messages, events and files in short transactions, and the thread last, so that what was
 * interrupted can be repeated. One that doesn't exist is deleted already. False if it may not be deleted.
 */
export async function eraseThread(
  platform: ThreadsPlatform,
  workspaceId: string,
  id: string,
  { mayDelete, deleteLinks }: Conditions = {},
): Promise<boolean> {
  const { database } = platform;
  if (mayDelete !== undefined && !(await database.transaction(mayDelete))) return false;
  await removeFilesOf(platform, workspaceId, id);
  await shrinkThread(platform, workspaceId, id);
  const isDeleted = await database.transaction(async (tx) => {
    if (mayDelete !== undefined && !(await mayDelete(tx))) return false;
    await deleteThread(platform, workspaceId, id, tx).catch(ignoreMissing);
    await deleteLinks?.(tx);
    return true;
  });
  // An upload that ended before the thread was deleted; one that ends later removes its file itself.
  if (isDeleted) await removeFilesOf(platform, workspaceId, id);
  return isDeleted;
}

const Removal = z.object({ workspace_id: z.string(), thread_id: z.string() });
type Removal = z.infer<typeof Removal>;

/** Finishes the deletion of a thread that has begun. */
export const removeThreadJob = defineJob('threads.remove', Removal, 1);

/**
 * The same for a thread that exists. Throws 404. If it is interrupted, a job finishes it. A thread that only the last
 * transaction deletes needs none, as most of those that a caller deletes by the thousand.
 */
export async function removeThread(platform: ThreadsPlatform, workspaceId: string, id: string): Promise<Deleted> {
  await requireThread(platform, workspaceId, id);
  const removal = { workspace_id: workspaceId, thread_id: id };
  if (await needsSteps(platform.database.sql, workspaceId, id, batchRows)) {
    await platform.database.transaction(async (tx) =>
      platform.queue.enqueue(tx, removeThreadJob, removal, { delayMs: removalMs.check }),
    );
  }
  await eraseThread(platform, workspaceId, id);
  return { id, deleted: true };
}

/** Finishes a deletion, unless its request has done so. */
export async function finishThreadRemoval(platform: ThreadsPlatform, removal: Removal): Promise<void> {
  await eraseThread(platform, removal.workspace_id, removal.thread_id);
}
