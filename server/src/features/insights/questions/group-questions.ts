import { createId } from '../../../platform/ids.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import { hashTerm } from '../../../platform/lexicon/hash-term.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sweepEach } from '../../../platform/sweep-rows.ts';
import {
  type Candidate,
  findCandidates,
  findGroupsWithoutTerms,
  findWaitingWorkspaces,
  type GroupWithoutTerms,
  insertGroup,
  insertQuestions,
  leaveGroups,
  lockGrouping,
  lockGroups,
  queueAgain,
  type QuestionToGroup,
  setTerms,
  takeQuestions,
} from './group-questions.sql.ts';
import { compareQuestions, toQuestionTerms } from './question-terms.ts';
import type { Transaction } from '../../../platform/database.ts';

const workspacesTogether = 20;
const together = 100;
const maxCandidates = 30;
/** Maximum terms of a question that are looked up in pairs. */
const maxPaired = 6;
/** Maximum milliseconds of one sweep; the next one continues. */
const maxMs = 5_000;

/**
 * Groups the questions that agents could not answer, or not with confidence, since the last run: each joins the most
 * similar open group, or creates one. Workspaces take turns.
 */
export async function groupQuestions(platform: Platform): Promise<void> {
  const end = performance.now() + maxMs;
  if (!(await restoreTerms(platform, end))) return;
  const { database, log, stopping } = platform;
  /** The next sweep tries them again. */
  const failed: string[] = [];
  for (;;) {
    const waiting = await findWaitingWorkspaces(database.sql, failed, workspacesTogether);
    let isIdle = true;
    for (const id of waiting) {
      if (performance.now() > end || stopping.aborted) return;
      try {
        const taken = await database.transaction(async (tx) => groupSome(tx, id));
        isIdle &&= taken === 0;
      } catch (error) {
        if (stopping.aborted) return;
        log.error({ err: error, id }, 'the questions of a workspace could not be grouped');
        failed.push(id);
        isIdle = false;
      }
    }
    // The next sweep takes those whose replies were locked, unless they are deleted.
    if (isIdle) return;
  }
}

/**
 * Gives groups whose first question was deleted the terms of the question that has taken its place. False if some are
 * left: until then, new questions would not find their groups. One that fails delays no other question.
 */
async function restoreTerms(platform: Platform, end: number): Promise<boolean> {
  const { sql } = platform.database;
  const isOver = (): boolean => performance.now() > end || platform.stopping.aborted;
  const failed: string[] = [];
  const restore = async (group: GroupWithoutTerms): Promise<void> => {
    if (isOver()) return;
    const terms = toQuestionTerms(group.question);
    await setTerms(sql, group, terms, hashTerms(group.workspace_id, group.state, terms));
  };
  for (;;) {
    const groups = await findGroupsWithoutTerms(sql, failed, together);
    if (groups.length === 0) return true;
    failed.push(...(await sweepEach(platform, groups, restore, 'a question could not be grouped', isOutage)));
    if (isOver()) return false;
  }
}

function hashTerms(workspaceId: string, state: string, terms: readonly string[]): number[] {
  return terms.map((term) => hashTerm(`${workspaceId} ${state}`, term));
}

/** A question, and the group that it joins. */
type Grouped = QuestionToGroup & { readonly groupId: string; readonly text: string };

/**
 * Returns how many questions have left the queue, or groups to which they may no longer belong. Those are grouped by the
 * next transaction: one that does both locks groups that it doesn't know when it locks the first ones.
 */
async function groupSome(tx: Transaction, workspaceId: string): Promise<number> {
  await lockGrouping(tx, workspaceId);
  const left = await leaveGroups(tx, workspaceId, together);
  if (left > 0) return left;
  const taken = await takeQuestions(tx, workspaceId, together);
  const grouped: Grouped[] = [];
  for (const question of taken) {
    const text = question.question?.replaceAll(/\s+/g, ' ').trim() ?? '';
    if (question.state === null || text === '') continue;
    grouped.push({ ...question, text, groupId: await findOrOpenGroup(tx, workspaceId, question.state, text) });
  }
  if (grouped.length > 0) await keepGrouped(tx, workspaceId, grouped);
  return taken.length;
}

/** Adds questions to their groups; those whose group was deleted since it was found are grouped again. */
async function keepGrouped(tx: Transaction, workspaceId: string, grouped: readonly Grouped[]): Promise<void> {
  const groups = await lockGroups(
    tx,
    grouped.map(({ groupId }) => groupId),
  );
  await insertQuestions(
    tx,
    workspaceId,
    grouped.filter(({ groupId }) => groups.has(groupId)),
  );
  const left = grouped.filter(({ groupId }) => !groups.has(groupId)).map(({ message_id: id }) => id);
  if (left.length > 0) await queueAgain(tx, workspaceId, left);
}

async function findOrOpenGroup(
  tx: Transaction,
  workspaceId: string,
  state: 'unanswered' | 'unsure',
  question: string,
): Promise<string> {
  const terms = toQuestionTerms(question);
  const hashes = hashTerms(workspaceId, state, terms);
  const candidates = await findCandidates(tx, hashes, listPairs(terms, hashes), maxCandidates);
  const nearest = findNearest(terms, candidates);
  if (nearest !== undefined) return nearest;
  const id = createId('qst');
  await insertGroup(tx, { id, workspaceId, state, question, terms, hashes });
  return id;
}

/** Every two of a question's longest terms, which are the rarest more often than not. */
function listPairs(terms: readonly string[], hashes: readonly number[]): number[][] {
  const longest = terms
    .flatMap((term, index) => (hashes[index] === undefined ? [] : [{ length: term.length, hash: hashes[index] }]))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, maxPaired)
    .map(({ hash }) => hash);
  return longest.flatMap((hash, index) => longest.slice(index + 1).map((other) => [hash, other]));
}

function findNearest(terms: readonly string[], candidates: readonly Candidate[]): string | undefined {
  let best: { id: string; likeness: number } | undefined;
  for (const { id, terms: theirs } of candidates) {
    const likeness = compareQuestions(terms, theirs);
    if (likeness !== undefined && likeness > (best?.likeness ?? 0)) best = { id, likeness };
  }
  return best?.id;
}
