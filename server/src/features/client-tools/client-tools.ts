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
 * Tools that the visitor's page runs. A call is a row: the reply opens it and waits, a page takes it, and what the page
 * reports is stored there. Rows outlive the processes on both sides, so a reply that moves to another one continues waiting.
 */

/** How long a page has for a call. */
const timeoutMs = 60_000;
/** A notice between processes may get lost, and the clock may be moved: the row is read this often. */
const recheckMs = 1_000;
/** Topic of the bus that names calls which a page has answered. */
const answered = 'client-tools:answered';

const noAnswer: CallOutcome = { ok: false, content: 'The visitor’s page did not answer.' };

/** Opens a call for the visitor's pages, before they are notified. */
export async function openCall(
  { database }: Platform,
  { messageId, threadId, call }: { messageId: string; threadId: string; call: ToolCall },
): Promise<void> {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + timeoutMs);
  await insertCall(database.sql, { messageId, threadId, call, now, expiresAt });
}

/** Waits for what a page reports of an open call; after its time the model is informed that none did. Throws the signal's reason. */
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

/** Stores what a page reports. Throws 404 for a call that is unknown, another thread's, answered, or too late. */
export async function reportResult(
  platform: Platform,
  { threadId, callId, outcome }: { threadId: string; callId: string; outcome: CallOutcome },
): Promise<void> {
  const key = await answerCall(platform.database.sql, { threadId, callId, now: new Date(), outcome });
  if (key === undefined) throw notFound('tool call', callId);
  platform.bus.publish(answered, nameOf(key));
}

/**
 * Gives a call to a page that did not send the message, or was loaded again since. Throws 404 for a call that waits for
 * nothing, and 400 while another page runs it.
 */
export async function claimForPage(platform: Platform, threadId: string, callId: string): Promise<ClaimedToolCall> {
  const { sql } = platform.database;
  const now = new Date();
  const calls = await listWaitingCalls(sql, threadId, now);
  const call = calls.find(({ call_id: id }) => id === callId);
  if (call === undefined) throw notFound('tool call', callId);
  const expiresAt = new Date(Math.max(Date.parse(call.created_at) + timeoutMs, now.getTime()));
  if (!(await claimCall(sql, { messageId: call.message_id, callId }, expiresAt))) {
    throw invalid({ path: 'params.tool_call_id', message: 'is run by another page', code: 'taken' });
  }
  return { toolCallId: callId, name: call.name, arguments: call.arguments };
}

function nameOf({ messageId, callId }: CallKey): string {
  return `${messageId}-${callId}`;
}
