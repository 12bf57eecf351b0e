import type { DataSubject, ErasedCounts, VisitorErasure } from '@portico/shared-types';
import { ignoreMissing, unavailable } from '../../../platform/errors.ts';
import { createId } from '../../../platform/ids.ts';
import { keepHeld } from '../../../platform/leases/keep-held.ts';
import { LeaseLost } from '../../../platform/leases/lease.ts';
import { recordChange } from '../../audit-log/index.ts';
import { eraseVisitor } from '../../chat-interfaces/index.ts';
import { eraseExecution, stopExecution } from '../../executions/index.ts';
import { eraseSubmission, stopSubmission } from '../../form-interfaces/index.ts';
import { cancelReply, eraseThread } from '../../threads/index.ts';
import { eraseDeliveries } from '../../webhooks/index.ts';
import { referenceOf } from '../person/describe-subject.ts';
import { findPerson, identifiersOf, isUnknown, type Person } from '../person/find-person.ts';
import { forgetCauses } from '../person/deleted-causes.sql.ts';
import { findTraits } from '../person/find-traits.ts';
import { countContents, endSessionsOf, listReplyingThreads } from '../person/person.sql.ts';
import type { VisitorsPlatform } from '../visitors-platform.ts';
import {
  addErasedIds,
  deleteErasure,
  type Erasure,
  holdErasure,
  insertErasure,
  readErasedIds,
  takeErasure,
} from './erasures.sql.ts';

/**
 * Deletes everything that a person has left in the workspace. Once the erasure is recorded, which also ends the person's
 * sessions, it is certain: what this process doesn't finish, a sweep does. A person who is not known is erased already.
 * Throws 503 if this process was silent for so long that another one has taken the erasure over.
 */
export async function erasePerson(
  platform: VisitorsPlatform,
  workspaceId: string,
  subject: DataSubject,
): Promise<VisitorErasure> {
  const { database } = platform;
  const traits = await findTraits(database.sql, workspaceId, subject);
  const person = await findPerson(database.sql, workspaceId, traits);
  const reference = referenceOf(platform, workspaceId, subject);
  const erasure = await database.transaction(async (tx) => {
    const inserted = await insertErasure(tx, { id: createId('ers'), workspace_id: workspaceId, traits });
    await endSessionsOf(
      tx,
      person.visitors.map(({ id }) => id),
    );
    const { visitors, threadIds, submissions } = person;
    const found = { visitors: visitors.length, threads: threadIds.length, submissions: submissions.length };
    await recordChange(tx, {
      workspaceId,
      action: 'visitor.erased',
      resource: { id: reference, name: null },
      after: { found_by: Object.keys(subject)[0], ...found },
    });
    return inserted;
  });
  const erased = await runErasure(platform, erasure, person).catch((error: unknown) => {
    if (!(error instanceof LeaseLost)) throw error;
    throw unavailable('Another process has taken over this erasure and completes it.', 60, error);
  });
  return { reference, erased, identifiers: identifiersOf(person, traits) };
}

/** Continues the erasures of processes that died. One that fails again is tried again later. */
export async function sweepErasures(platform: VisitorsPlatform): Promise<void> {
  for (;;) {
    const erasure = await takeErasure(platform.database.sql);
    if (erasure === undefined || platform.stopping.aborted) return;
    try {
      const { sql } = platform.database;
      await runErasure(platform, erasure, await findPerson(sql, erasure.workspace_id, erasure.traits));
    } catch (error) {
      if (platform.stopping.aborted) return;
      if (error instanceof LeaseLost) continue;
      platform.log.error({ err: error, erasure: erasure.id }, 'a visitor could not be erased; it is tried again');
    }
  }
}

/** Erases under the lease: one thread or execution may be so long that its removal outlasts it. Throws LeaseLost. */
async function runErasure(platform: VisitorsPlatform, erasure: Erasure, found: Person): Promise<ErasedCounts> {
  const renew = async (): Promise<void> => holdErasure(platform.database.sql, erasure);
  return keepHeld(platform, renew, async () => eraseAll(platform, erasure, found));
}

/** Erases until nothing of the person is found, because they may write while it runs. */
async function eraseAll(platform: VisitorsPlatform, erasure: Erasure, found: Person): Promise<ErasedCounts> {
  const { sql } = platform.database;
  const erased = { visitors: 0, conversations: 0, submissions: 0, executions: 0, files: 0, deliveries: 0 };
  let person = found;
  /** Of the submissions that this process has found. */
  const times = new Map<string, string>();
  const { deletedCauses, startedIds } = person;
  await addErasedIds(sql, erasure, [...deletedCauses, ...deletedCauses.map(toConversationId), ...startedIds]);
  while (!isUnknown(person)) {
    await stopWork(platform, erasure, person);
    // What a reply has caused is known once the reply has ended.
    const whole = await findPerson(sql, erasure.workspace_id, erasure.traits);
    for (const { id, submitted_at: at } of [...person.submissions, ...whole.submissions]) times.set(id, at);
    await eraseFound(platform, erasure, merge(person, whole), erased);
    person = await findPerson(sql, erasure.workspace_id, erasure.traits);
  }
  await forgetCauses(sql, erasure.workspace_id, person.deletedCauses);
  // Last, because a conversation that someone answers or closes in the meantime causes new ones.
  const ids = await readErasedIds(sql, erasure.id);
  erased.deliveries = await eraseDeliveries(platform, erasure.workspace_id, ids, times);
  await deleteErasure(sql, erasure);
  return erased;
}

/** Keeps the erasure for this process. Throws when the server stops, and LeaseLost. */
async function hold({ stopping, database }: VisitorsPlatform, erasure: Erasure): Promise<void> {
  stopping.throwIfAborted();
  await holdErasure(database.sql, erasure);
}

/** Ends everything in progress for the person, because it notifies webhooks when it ends on its own. */
async function stopWork(
  platform: VisitorsPlatform,
  erasure: Erasure,
  { submissions, executionIds, threadIds, innerThreadIds }: Person,
): Promise<void> {
  const { workspace_id: workspaceId } = erasure;
  for (const { id } of submissions) {
    await hold(platform, erasure);
    await stopSubmission(platform, id);
  }
  for (const id of executionIds) {
    await hold(platform, erasure);
    await stopExecution(platform, workspaceId, id);
  }
  for (const threadId of await listReplyingThreads(platform.database.sql, [...threadIds, ...innerThreadIds])) {
    await cancelReply(platform, workspaceId, threadId).catch(ignoreMissing);
  }
}

/**
 * A person once their work is stopped: without the submissions that were sent since then, which are stopped and erased
 * in the next round, and with what a stopped submission no longer leads to.
 */
function merge(stopped: Person, current: Person): Person {
  const ids = new Set(stopped.submissions.map(({ id }) => id));
  return {
    ...current,
    submissions: current.submissions.filter(({ id }) => ids.has(id)),
    executionIds: [...new Set([...stopped.executionIds, ...current.executionIds])],
    innerThreadIds: [...new Set([...stopped.innerThreadIds, ...current.innerThreadIds])],
  };
}

/** What leads to other things is deleted after them, and the threads of visits last, if this has to be continued. */
async function eraseFound(
  platform: VisitorsPlatform,
  erasure: Erasure,
  person: Person,
  erased: ErasedCounts,
): Promise<void> {
  const { sql } = platform.database;
  const { workspace_id: workspaceId } = erasure;
  const { visitors, threadIds, innerThreadIds, executionIds, submissions } = person;
  const conversationIds = threadIds.map(toConversationId);
  const submissionIds = submissions.map((submission) => submission.id);
  const { conversations, files } = await countContents(sql, workspaceId, [...threadIds, ...innerThreadIds]);
  const ids = [...conversationIds, ...threadIds, ...innerThreadIds, ...executionIds, ...submissionIds];
  await addErasedIds(sql, erasure, ids);
  for (const executionId of executionIds) {
    await hold(platform, erasure);
    await stopExecution(platform, workspaceId, executionId);
  }
  for (const threadId of innerThreadIds) {
    await hold(platform, erasure);
    await eraseThread(platform, workspaceId, threadId);
  }
  for (const executionId of executionIds) {
    await hold(platform, erasure);
    await eraseExecution(platform, workspaceId, executionId);
  }
  for (const submission of submissions) {
    await hold(platform, erasure);
    await eraseSubmission(platform, workspaceId, submission);
  }
  for (const visitor of visitors) {
    await hold(platform, erasure);
    await eraseVisitor(platform, workspaceId, visitor.id);
  }
  erased.visitors += visitors.length;
  erased.conversations += conversations;
  erased.submissions += submissions.length;
  erased.executions += executionIds.length;
  erased.files += files + new Set(submissions.flatMap((submission) => submission.file_ids)).size;
}

function toConversationId(threadId: string): string {
  return threadId.replace('thr_', 'cnv_');
}
