import type { DataSubjectIdentifiers } from '@portico/shared-types';
import type { Sql } from '../../../platform/database.ts';
import { toExecutionId } from '../../agents/index.ts';
import { listThreadsOfExecutions } from '../../threads/index.ts';
import { listDeletedCauses } from './deleted-causes.sql.ts';
import {
  listExecutionsCausedBy,
  listExecutionsOf,
  listStartsCausedBy,
  listSubmissionsWith,
  listThreadsOf,
  listToolCalls,
  listVisitorsWith,
  type PersonalSubmission,
  type PersonalVisitor,
  type Traits,
} from './person.sql.ts';

/** Where a person's data is: ids only, so that its size is that of an index, however much the person wrote. */
export interface Person {
  readonly visitors: readonly PersonalVisitor[];
  /** The threads of their visits, with and without a conversation. */
  readonly threadIds: readonly string[];
  readonly submissions: readonly PersonalSubmission[];
  /** Their submissions and threads that were deleted, perhaps before the executions that ran because of them. */
  readonly deletedCauses: readonly string[];
  /** What ran because of them: for a submission, or called by an agent in one of the threads. */
  readonly executionIds: readonly string[];
  /** Of these, what was started, with the executions that were deleted since then. */
  readonly startedIds: readonly string[];
  /** The threads of those submissions and executions. */
  readonly innerThreadIds: readonly string[];
}

export async function findPerson(sql: Sql, workspaceId: string, traits: Traits): Promise<Person> {
  const visitors = await listVisitorsWith(sql, workspaceId, traits);
  const threadIds = await listThreadsOf(
    sql,
    visitors.map(({ id }) => id),
  );
  const submissions = await listSubmissionsWith(sql, workspaceId, traits.emails);
  const inner = new Set(submissions.flatMap(({ thread_id: id }) => id ?? []));
  const deletedCauses = await listDeletedCauses(sql, workspaceId, traits, visitors);
  const causes = [...threadIds, ...submissions.map(({ id }) => id), ...deletedCauses];
  const executions = new Set(await listExecutionsCausedBy(sql, workspaceId, causes));
  // Below: executions from before causes were stored, and the threads of all of them.
  const stored = submissions.flatMap(({ execution_id: id }) => id ?? []);
  for (const id of await listExecutionsOf(sql, workspaceId, stored)) executions.add(id);
  // An agent may run a workflow in which another agent runs one. Threads may be left of deleted executions.
  let unread = [...threadIds, ...inner];
  const startedIds = await listStartsCausedBy(sql, workspaceId, causes);
  let added = [...new Set([...executions, ...startedIds])];
  while (unread.length > 0 || added.length > 0) {
    const calls = await listToolCalls(sql, unread);
    const called = calls.map(({ message_id: message, call_id: call }) => toExecutionId(`${message}-${call}`));
    const begun = await listExecutionsOf(sql, workspaceId, called);
    const threads = await listThreadsOfExecutions(sql, workspaceId, [...added, ...begun]);
    added = begun.filter((id) => !executions.has(id));
    unread = threads.filter((id) => !inner.has(id));
    for (const id of added) executions.add(id);
    for (const id of unread) inner.add(id);
  }
  return {
    visitors,
    threadIds,
    submissions,
    deletedCauses,
    executionIds: [...executions],
    startedIds,
    innerThreadIds: [...inner],
  };
}

export function isUnknown({ visitors, submissions, executionIds, innerThreadIds }: Person): boolean {
  return [visitors, submissions, executionIds, innerThreadIds].every(({ length }) => length === 0);
}

/** Every identifier that the person's rows contain, so that a second request can follow what this one must not. */
export function identifiersOf({ visitors }: Person, { emails }: Traits): DataSubjectIdentifiers {
  const addresses = visitors.flatMap(({ user_email: signed, contact_email: typed }) => [signed, typed]);
  return {
    user_ids: distinct(visitors.map(({ user_id: id }) => id)),
    emails: distinct([...emails, ...addresses.map((address) => address?.toLowerCase() ?? null)]),
    visitor_ids: distinct(visitors.map(({ visitor_id: id }) => id)),
  };
}

function distinct(values: readonly (string | null)[]): string[] {
  const known = values.filter((value) => value !== null).filter((value) => value !== '');
  return [...new Set(known)].toSorted((a, b) => (a < b ? -1 : 1));
}
