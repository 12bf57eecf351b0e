import type { VisitorContext } from '../../../../platform/visitor-context.ts';
import { json, type Sql } from '../../../../platform/database.ts';
import type { NewMessageRow } from '../../messages/messages.sql.ts';
import { replyLease } from '../replies.claims.sql.ts';

export interface NewReply {
  readonly workspaceId: string;
  readonly threadId: string;
  readonly messageId: string;
  /** Whether this process may claim the reply if no other reply of the thread comes first. */
  readonly mayTake: boolean;
  readonly visitor: VisitorContext | null;
  readonly messages: readonly NewMessageRow[];
  readonly events: readonly { readonly event: string; readonly text: string }[];
}

/**
 * Adds messages, the requested reply, and their events; `message:started` only if the reply is claimed. It is a single
 * statement, because all of it delays the model call. The caller has locked the thread, so nobody else can find it idle
 * at the same time.
 */
export async function insertAskedReply(
  sql: Sql,
  reply: NewReply,
): Promise<{ taken: boolean; lastEventId: number | null }> {
  const { workspaceId, threadId, messageId, mayTake, visitor, messages, events } = reply;
  const [row] = await sql<{ taken: boolean; lastEventId: number | null }[]>`
    WITH added_messages AS (
      INSERT INTO messages (id, workspace_id, thread_id, role, content, status, attachments, client_message_id,
        reply_to, author, created_at)
      SELECT new->>'id', new->>'workspace_id', new->>'thread_id', new->>'role', new->>'content', new->>'status',
        new->'attachments', new->>'client_message_id', new->>'reply_to', (new->>'author')::json,
        (new->>'created_at')::timestamptz
      FROM json_array_elements(${json(messages)}::json) WITH ORDINALITY AS row (new, at) ORDER BY at
    ), reply AS (
      INSERT INTO replies (message_id, workspace_id, thread_id, lease_token, visitor, lease_until)
      SELECT ${messageId}, ${workspaceId}, ${threadId}, taken::int, ${visitor === null ? null : json(visitor)}::json,
        CASE WHEN taken THEN now() + ${replyLease}::interval END
      FROM (SELECT ${mayTake} AND NOT EXISTS (SELECT 1 FROM replies WHERE thread_id = ${threadId}) AS taken) AS turn
      RETURNING lease_token = 1 AS taken
    ), new_events AS (
      SELECT event, data, row_number() OVER (ORDER BY place)::int AS place, count(*) OVER ()::int AS count
      FROM reply, unnest(${events.map(({ event }) => event)}::text[], ${events.map(({ text }) => text)}::text[])
        WITH ORDINALITY AS new (event, data, place)
      WHERE taken OR event <> 'message:started'
    ), head AS (
      INSERT INTO event_streams AS streams (stream, last_id)
      SELECT ${threadId}, count FROM new_events WHERE place = 1
      ON CONFLICT (stream) DO UPDATE SET last_id = streams.last_id + EXCLUDED.last_id RETURNING last_id
    ), added_events AS (
      INSERT INTO events (stream, id, event, data)
      SELECT ${threadId}, last_id - count + place, event, data FROM head, new_events
    )
    SELECT taken, (SELECT last_id FROM head) AS "lastEventId" FROM reply`;
  if (row === undefined) throw new Error('the reply was not stored');
  return row;
}
