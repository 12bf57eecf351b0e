import type { ClaimedToolCall, ToolCall } from '@portico/shared-types';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  answerCall,
  type CallKey,
  type CallOutcome,
  claimCall,
  endCall,
  findCall,
  insertCall,
  listWaitingCalls,
} from './client-tools.sql.ts';

/*
 * Tools that run in the visitor's page. A call is a row: the reply opens it and waits, a page claims it, and its result
 * is stored there. Rows outlive the processes on both sides, so a reply that moves to another process continues to
 * wait.
 */

/** Timeout of a call. */
const timeoutMs = 60_000;
/** A notification between processes may get lost, and the clock may be changed: the row is read at this interval. */
const recheckMs = 1_000;
/** Topic of the bus for calls that a page has answered. */
const answered = 'client-tools:answered';

const noAnswer: CallOutcome = { ok: false, content: 'The visitor’s page did not answer.' };

/** Opens a call before the visitor's pages are notified. */
export async function openCall(
  { database }: Platform,
  { messageId, threadId, call }: { messageId: string; threadId: string; call: ToolCall },
): Promise<void> {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + timeoutMs);
  await insertCall(database.sql, { messageId, threadId, call, now, expiresAt });
}

/**
 * Waits for the page's result of an open call; after the timeout, the model is notified that there was none. Throws the
 * signal's reason.
 */
export async function waitForPage(platform: Platform, key: CallKey, signal: AbortSignal): Promise<CallOutcome> {
  const { sql } = platform.database;
  let wake = (): void => {};
  const name = nameOf(key);
  const unsubscribe = platform.bus.subscribe(answered, (message) => {
    if (message === name) wake();
  });
  const onAbort = (): void => wake();
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      signal.throwIfAborted();
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const call = await findCall(sql, key);
      if (call === undefined) return noAnswer;
      if (call.outcome !== null) return call.outcome;
      const leftMs = Date.parse(call.expires_at) - Date.now();
      if (leftMs <= 0) return (await endCall(sql, key, noAnswer)) ?? noAnswer;
      const timer = setTimeout(() => wake(), Math.min(leftMs, recheckMs));
      await woken;
      clearTimeout(timer);
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Stores a page's result. Throws 404 for a call that is unknown, belongs to another thread, has a result already, or
 * has timed out.
 */
export async function reportResult(
  platform: Platform,
  { threadId, callId, outcome }: { threadId: string; callId: string; outcome: CallOutcome },
): Promise<void> {
  const key = await answerCall(platform.database.sql, { threadId, callId, now: new Date(), outcome });
  if (key === undefined) throw notFound('tool call', callId);
  platform.bus.publish(answered, nameOf(key));
}

/**
 * Assigns a call to a page that did not send the message, or was reloaded since. Throws 404 for a call that waits for
 * no result, and 400 while another page runs it. A page whose response got lost claims it again with the same `claimKey`.
 */
export async function claimForPage(
  platform: Platform,
  { threadId, callId, claimKey = null }: { threadId: string; callId: string; claimKey?: string | null | undefined },
): Promise<ClaimedToolCall> {
  const { sql } = platform.database;
  const now = new Date();
  const calls = await listWaitingCalls(sql, threadId, now);
  const call = calls.find(({ call_id: id }) => id === callId);
  if (call === undefined) throw notFound('tool call', callId);
  const expiresAt = new Date(Math.max(Date.parse(call.created_at) + timeoutMs, now.getTime()));
  if (!(await claimCall(sql, { messageId: call.message_id, callId }, { claimKey, expiresAt }))) {
    throw invalid({ path: 'params.tool_call_id', message: 'is run by another page', code: 'taken' });
  }
  return { toolCallId: callId, name: call.name, arguments: call.arguments };
}

function nameOf({ messageId, callId }: CallKey): string {
  return `${messageId}-${callId}`;
}
