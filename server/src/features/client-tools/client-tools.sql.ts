import type { ToolCall } from '@portico/shared-types';
import { json, type Sql } from '../../platform/database.ts';

export interface CallKey {
  readonly messageId: string;
  readonly callId: string;
}

/** The result of a call for the model. */
export interface CallOutcome {
  ok: boolean;
  content: string;
}

interface OpenCall {
  expires_at: string;
  outcome: CallOutcome | null;
}

/** Opens a call for the pages; a call that is already open is not changed. */
export async function insertCall(sql: Sql, { messageId, threadId, call, now, expiresAt }: NewCall): Promise<void> {
  await sql`
    INSERT INTO client_tool_calls (message_id, call_id, thread_id, name, arguments, created_at, expires_at)
    VALUES (${messageId}, ${call.id}, ${threadId}, ${call.name}, ${json(call.arguments)}, ${now}, ${expiresAt})
    ON CONFLICT DO NOTHING`;
}

interface NewCall {
  readonly messageId: string;
  readonly threadId: string;
  readonly call: ToolCall;
  readonly now: Date;
  readonly expiresAt: Date;
}

export async function findCall(sql: Sql, { messageId, callId }: CallKey): Promise<OpenCall | undefined> {
  const [row] = await sql<OpenCall[]>`
    SELECT expires_at, outcome FROM client_tool_calls WHERE message_id = ${messageId} AND call_id = ${callId}`;
  return row;
}

/** Ends a call without an outcome; returns the final outcome. */
export async function endCall(
  sql: Sql,
  { messageId, callId }: CallKey,
  outcome: CallOutcome,
): Promise<CallOutcome | undefined> {
  const [row] = await sql<{ outcome: CallOutcome }[]>`
    UPDATE client_tool_calls SET outcome = coalesce(outcome, ${json(outcome)}::json)
    WHERE message_id = ${messageId} AND call_id = ${callId} RETURNING outcome`;
  return row?.outcome;
}

/**
 * Stores the result that a page reports for a call of a reply that still waits for it. Returns the call, or undefined.
 */
export async function answerCall(
  sql: Sql,
  { threadId, callId, now, outcome }: { threadId: string; callId: string; now: Date; outcome: CallOutcome },
): Promise<CallKey | undefined> {
  const [row] = await sql<{ message_id: string }[]>`
    UPDATE client_tool_calls SET outcome = ${json(outcome)}::json
    WHERE thread_id = ${threadId} AND call_id = ${callId} AND outcome IS NULL AND expires_at > ${now}
      AND EXISTS (SELECT 1 FROM replies WHERE replies.message_id = client_tool_calls.message_id)
    RETURNING message_id`;
  return row && { messageId: row.message_id, callId };
}

/** Assigns a call to the page that reads its reply; false if another page has it. */
export async function takeCall(sql: Sql, { messageId, callId }: CallKey): Promise<boolean> {
  const rows = await sql`
    UPDATE client_tool_calls SET state = 'taken', claim_key = NULL
    WHERE message_id = ${messageId} AND call_id = ${callId} AND state <> 'taken' AND outcome IS NULL RETURNING 1`;
  return rows.length > 0;
}

/** Withdraws calls from a page that has gone away. */
export async function releaseCalls(sql: Sql, messageId: string, callIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE client_tool_calls SET state = 'released'
    WHERE message_id = ${messageId} AND call_id = ANY(${[...callIds]}) AND state = 'taken' AND outcome IS NULL`;
}

/** A call that waits for a page. */
export interface WaitingCall {
  message_id: string;
  call_id: string;
  name: string;
  arguments: Record<string, unknown>;
  state: 'new' | 'taken' | 'released';
  created_at: string;
}

/** The calls of a thread that wait for a page. */
export async function listWaitingCalls(sql: Sql, threadId: string, now: Date): Promise<WaitingCall[]> {
  return sql<WaitingCall[]>`
    SELECT message_id, call_id, name, arguments, state, created_at FROM client_tool_calls
    WHERE thread_id = ${threadId} AND outcome IS NULL AND expires_at > ${now}
      AND EXISTS (SELECT 1 FROM replies WHERE replies.message_id = client_tool_calls.message_id)
    ORDER BY created_at, call_id`;
}

/** Shortens the timeout of calls whose page has gone away, because the visitor has opened another page. */
export async function hurryReleasedCalls(sql: Sql, threadId: string, expiresAt: Date): Promise<void> {
  await sql`
    UPDATE client_tool_calls SET expires_at = least(expires_at, ${expiresAt})
    WHERE thread_id = ${threadId} AND outcome IS NULL AND state = 'released'`;
}

/**
 * Assigns a call that no page is running to one until `expiresAt`. False if a page is running it, except the one that
 * has claimed it with the same `claimKey`.
 */
export async function claimCall(
  sql: Sql,
  { messageId, callId }: CallKey,
  { claimKey, expiresAt }: { claimKey: string | null; expiresAt: Date },
): Promise<boolean> {
  const rows = await sql`
    UPDATE client_tool_calls SET state = 'taken', claim_key = ${claimKey}, expires_at = ${expiresAt}
    WHERE message_id = ${messageId} AND call_id = ${callId} AND (state <> 'taken' OR claim_key = ${claimKey})
      AND outcome IS NULL RETURNING 1`;
  return rows.length > 0;
}
