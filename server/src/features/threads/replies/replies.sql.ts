import type { ReplyTrace } from '@portico/shared-types';
import { json, type Sql } from '../../../platform/database.ts';
import type { EventRecord } from '../../../platform/event-log.ts';
import type { LeaseKey } from '../../../platform/leases/lease.ts';
import type { ClaimedReply } from './replies.claims.sql.ts';
import type { ReplyStep } from './reply-step.ts';

/** Whether a reply is still unfinished. */
export async function isReplyOpen(sql: Sql, messageId: string): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM replies WHERE message_id = ${messageId}`;
  return rows.length > 0;
}

/** Stores the steps of a held reply; false if the lease was lost. */
export async function saveSteps(sql: Sql, reply: LeaseKey, steps: readonly ReplyStep[]): Promise<boolean> {
  const rows = await sql`
    UPDATE replies SET steps = ${json(steps)}, broken_off = 0
    WHERE message_id = ${reply.id} AND lease_token = ${reply.lease_token} RETURNING message_id`;
  return rows.length > 0;
}

/** Stores the trace of a reply that was cancelled while it was written; others store theirs at their end. */
export async function keepCancelledTrace(sql: Sql, messageId: string, trace: ReplyTrace): Promise<void> {
  await sql`
    INSERT INTO reply_traces (message_id, trace)
    SELECT id, ${json(trace)}::json FROM messages WHERE id = ${messageId} AND status = 'cancelled'
    ON CONFLICT (message_id) DO NOTHING`;
}

/**
 * The thread's next reply, and the event before its last start, because a second start discards everything before it. A
 * reply that has not started is reported from now on.
 */
export async function findOldestReply(
  sql: Sql,
  workspaceId: string,
  threadId: string,
): Promise<{ messageId: string; userMessageId: string; after: number } | undefined> {
  const [row] = await sql<{ messageId: string; userMessageId: string; after: number }[]>`
    SELECT message_id AS "messageId", reply_to AS "userMessageId", coalesce(
      (SELECT max(id) - 1 FROM events WHERE stream = ${threadId} AND event = 'message:started'
        AND data LIKE '{"message_id":"' || message_id || '"%'),
      (SELECT last_id FROM event_streams WHERE stream = ${threadId}), 0)::int AS after
    FROM replies JOIN messages ON messages.id = message_id
    WHERE replies.workspace_id = ${workspaceId} AND replies.thread_id = ${threadId}
    ORDER BY replies.place LIMIT 1`;
  return row;
}

/** The thread's next reply, or the given one, locked; for callers that end it from outside. */
export async function lockReply(
  sql: Sql,
  workspaceId: string,
  threadId: string,
  messageId: string | undefined,
): Promise<LockedReply | undefined> {
  const [row] = await sql<LockedReply[]>`
    SELECT message_id AS id, lease_token, replies.steps, reply_to AS "userMessageId"
    FROM replies JOIN messages ON messages.id = message_id
    WHERE replies.workspace_id = ${workspaceId} AND replies.thread_id = ${threadId}
      ${messageId === undefined ? sql`` : sql`AND message_id = ${messageId}`}
    ORDER BY replies.place LIMIT 1 FOR UPDATE OF replies`;
  return row;
}

/** Every unfinished reply of a thread, the next one first. */
export async function listOpenReplies(sql: Sql, workspaceId: string, threadId: string): Promise<LockedReply[]> {
  return sql<LockedReply[]>`
    SELECT message_id AS id, lease_token, replies.steps, reply_to AS "userMessageId"
    FROM replies JOIN messages ON messages.id = message_id
    WHERE replies.workspace_id = ${workspaceId} AND replies.thread_id = ${threadId}
    ORDER BY replies.place FOR UPDATE OF replies`;
}

export type LockedReply = Pick<ClaimedReply, 'id' | 'lease_token' | 'steps' | 'userMessageId'>;

/** The new events of one held reply. */
export interface EventBatch {
  readonly messageId: string;
  readonly token: number;
  readonly threadId: string;
  readonly events: readonly { event: string; text: string }[];
}

/**
 * Appends the events of many held replies in one statement, each under the fence of its lease: a process that lost a
 * reply writes nothing of it. Returns the records of those that were still held.
 */
export async function appendBatches(sql: Sql, batches: readonly EventBatch[]): Promise<Map<string, EventRecord[]>> {
  const all = batches.flatMap(({ messageId, events }) =>
    events.map(({ event, text }, index) => ({ messageId, place: index + 1, event, text })),
  );
  const rows = await sql<{ id: string; last_id: number }[]>`
    WITH mine AS (
      SELECT replies.message_id, replies.thread_id, wanted.count
      FROM unnest(${batches.map(({ messageId }) => messageId)}::text[], ${batches.map(({ token }) => token)}::int[],
        ${batches.map(({ events }) => events.length)}::int[]) AS wanted (id, token, count)
      JOIN replies ON replies.message_id = wanted.id AND replies.lease_token = wanted.token
      ORDER BY replies.message_id FOR NO KEY UPDATE OF replies
    ), head AS (
      INSERT INTO event_streams AS streams (stream, last_id) SELECT thread_id, count FROM mine
      ON CONFLICT (stream) DO UPDATE SET last_id = streams.last_id + EXCLUDED.last_id RETURNING stream, last_id
    ), added AS (
      INSERT INTO events (stream, id, event, data)
      SELECT mine.thread_id, head.last_id - mine.count + new.place, new.event, new.data
      FROM unnest(${all.map(({ messageId }) => messageId)}::text[], ${all.map(({ place }) => place)}::int[],
        ${all.map(({ event }) => event)}::text[], ${all.map(({ text }) => text)}::text[])
        AS new (owner, place, event, data)
      JOIN mine ON mine.message_id = new.owner JOIN head ON head.stream = mine.thread_id
    )
    SELECT mine.message_id AS id, head.last_id FROM mine JOIN head ON head.stream = mine.thread_id`;
  const lastIds = new Map(rows.map(({ id, last_id: lastId }) => [id, lastId]));
  return new Map(
    batches.flatMap(({ messageId, threadId, events }) => {
      const lastId = lastIds.get(messageId);
      if (lastId === undefined) return [];
      const first = lastId - events.length + 1;
      return [[messageId, events.map(({ event, text }, at) => ({ stream: threadId, id: first + at, event, text }))]];
    }),
  );
}
