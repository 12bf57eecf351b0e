import { json, type Sql } from '../../../platform/database.ts';
import type { EventRecord } from '../../../platform/event-log.ts';
import type { ReplyStep } from './reply-step.ts';

/** Seconds after which a reply whose process is silent is taken up by another. */
export const replyLease = '10 seconds';

/** A reply in the hands of a process; the token fences its writes. */
export interface ClaimedReply {
  messageId: string;
  workspaceId: string;
  threadId: string;
  agentId: string;
  userMessageId: string;
  token: number;
  steps: ReplyStep[];
}

/** Whether a reply is still to be written, by whomever. */
export async function isReplyOpen(sql: Sql, messageId: string): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM replies WHERE message_id = ${messageId}`;
  return rows.length > 0;
}

/** Takes the reply whose turn it is in a thread; undefined where there is none, or a process has it. */
export async function claimReply(sql: Sql, threadId: string): Promise<ClaimedReply | undefined> {
  const [claimed] = await sql<ClaimedReply[]>`
    UPDATE replies SET lease_token = lease_token + 1, lease_until = now() + ${replyLease}::interval
    FROM messages, threads
    WHERE replies.message_id = (SELECT message_id FROM replies WHERE thread_id = ${threadId} ORDER BY place LIMIT 1)
      AND (lease_until IS NULL OR lease_until <= now())
      AND messages.id = replies.message_id AND threads.id = replies.thread_id
    RETURNING replies.message_id AS "messageId", replies.workspace_id AS "workspaceId",
      replies.thread_id AS "threadId", agent_id AS "agentId", reply_to AS "userMessageId", lease_token AS token,
      replies.steps`;
  return claimed;
}

/** Of these held replies the ones that still are; `renew` extends their leases. */
export async function checkLeases(
  sql: Sql,
  held: readonly { messageId: string; token: number }[],
  renew: boolean,
): Promise<string[]> {
  const mine = sql`unnest(${held.map(({ messageId }) => messageId)}::text[], ${held.map(({ token }) => token)}::int[])
    AS mine (id, token)`;
  const rows = renew
    ? await sql<{ id: string }[]>`
        UPDATE replies SET lease_until = now() + ${replyLease}::interval FROM ${mine}
        WHERE message_id = mine.id AND lease_token = mine.token RETURNING mine.id`
    : await sql<{ id: string }[]>`
        SELECT mine.id FROM replies JOIN ${mine} ON message_id = mine.id AND lease_token = mine.token`;
  return rows.map(({ id }) => id);
}

/** Gives a held reply back, for whoever comes next. */
export async function releaseReply(sql: Sql, reply: { messageId: string; token: number }): Promise<void> {
  await sql`
    UPDATE replies SET lease_until = NULL
    WHERE message_id = ${reply.messageId} AND lease_token = ${reply.token}`;
}

/** Gives every reply back: only for a process that knows itself alone with the database. */
export async function releaseAll(sql: Sql): Promise<void> {
  await sql`UPDATE replies SET lease_until = NULL WHERE lease_until IS NOT NULL`;
}

/** Keeps the steps of a held reply; false where the lease was lost. */
export async function saveSteps(
  sql: Sql,
  reply: { messageId: string; token: number },
  steps: readonly ReplyStep[],
): Promise<boolean> {
  const rows = await sql`
    UPDATE replies SET steps = ${json(steps)}
    WHERE message_id = ${reply.messageId} AND lease_token = ${reply.token} RETURNING message_id`;
  return rows.length > 0;
}

/** Threads in which a reply waits that no process has in hand. */
export async function findDueThreads(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ thread_id: string }[]>`
    SELECT DISTINCT thread_id FROM replies
    WHERE coalesce(lease_until, created_at + interval '2 seconds') <= now()
      AND NOT EXISTS (SELECT 1 FROM replies AS other
        WHERE other.thread_id = replies.thread_id AND other.lease_until > now())
    LIMIT ${limit}`;
  return rows.map(({ thread_id: threadId }) => threadId);
}

/** The reply whose turn it is, or the one that is named, locked; for whoever ends it from outside. */
export async function lockReply(
  sql: Sql,
  workspaceId: string,
  threadId: string,
  messageId: string | undefined,
): Promise<LockedReply | undefined> {
  const [row] = await sql<LockedReply[]>`
    SELECT message_id AS "messageId", lease_token AS token, replies.steps, reply_to AS "userMessageId"
    FROM replies JOIN messages ON messages.id = message_id
    WHERE replies.workspace_id = ${workspaceId} AND replies.thread_id = ${threadId}
      ${messageId === undefined ? sql`` : sql`AND message_id = ${messageId}`}
    ORDER BY replies.place LIMIT 1 FOR UPDATE OF replies`;
  return row;
}

export type LockedReply = Pick<ClaimedReply, 'messageId' | 'token' | 'steps' | 'userMessageId'>;

/** The new events of one held reply. */
export interface EventBatch {
  readonly messageId: string;
  readonly token: number;
  readonly threadId: string;
  readonly events: readonly { event: string; text: string }[];
}

/**
 * Appends the events of many held replies in one statement, each under the fence of its lease: a process that lost a
 * reply writes nothing of it. Answers the records of those that were still held.
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
