import { setTimeout as wait } from 'node:timers/promises';
import { deleteOldEntries } from '../audit-log/index.ts';
import { deleteOldConversations } from '../chat-interfaces/index.ts';
import { deleteOldExecutions } from '../executions/index.ts';
import { deleteOldSubmissions } from '../form-interfaces/index.ts';
import type { ThreadsPlatform } from '../threads/index.ts';
import { deleteOldDeliveries } from '../webhooks/index.ts';
import { type Expiry, findExpiries } from './retention.sql.ts';

type DeleteOld = (platform: ThreadsPlatform, workspaceId: string, before: string) => AsyncIterable<number>;

/** How the data of each setting is deleted. Submissions come before the executions that are kept for them. */
const kinds: ReadonlyMap<string, DeleteOld> = new Map<string, DeleteOld>([
  ['conversations_days', deleteOldConversations],
  ['submissions_days', deleteOldSubmissions],
  ['executions_days', deleteOldExecutions],
  ['deliveries_days', deleteOldDeliveries],
  ['audit_days', deleteOldEntries],
]);

const pauseMs = 50;

/**
 * Deletes what is older than the retention of its workspace (docs/reference/people.md#retention), in short transactions
 * with pauses in which others write. Workspaces take turns. Several processes may do so at once: rows that another one
 * has locked are skipped.
 */
export async function sweepRetention(platform: ThreadsPlatform): Promise<void> {
  const expiries = Map.groupBy(await findExpiries(platform.database.sql), (expiry) => expiry.workspace_id);
  let turns = [...expiries.values()].map((own) => deleteExpired(platform, own));
  while (turns.length > 0) {
    const unfinished: typeof turns = [];
    for (const turn of turns) {
      if (platform.stopping.aborted) return;
      if ((await turn.next()).done === true) continue;
      unfinished.push(turn);
      await wait(pauseMs);
    }
    turns = unfinished;
  }
}

/** Deletes the old data of a workspace, a batch at a time. What fails is tried again by the next sweep. */
async function* deleteExpired(platform: ThreadsPlatform, expiries: readonly Expiry[]): AsyncGenerator<void> {
  for (const [kind, deleteOld] of kinds) {
    for (const { workspace_id: workspaceId, before } of expiries.filter((expiry) => expiry.kind === kind)) {
      let deleted = 0;
      try {
        for await (const count of deleteOld(platform, workspaceId, before)) {
          deleted += count;
          yield;
        }
      } catch (error) {
        if (platform.stopping.aborted) return;
        platform.log.error({ err: error, workspace_id: workspaceId, kind }, 'old data could not be deleted');
      }
      if (deleted > 0) platform.log.info({ workspace_id: workspaceId, kind, deleted, before }, 'old data was deleted');
    }
  }
}
