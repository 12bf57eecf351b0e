import type { IncomingHttpHeaders } from 'node:http';
import type { AcceptedToolResult, ClaimedToolCall, ToolResult } from '@portico/shared-types';
import { readIdempotencyKey } from '../../../platform/http/idempotency.ts';
import type { Platform } from '../../../platform/platform.ts';
import { toStorable } from '../../../platform/storable-text.ts';
import { claimForPage, reportResult } from '../../client-tools/index.ts';
import type { Conversation } from './messages.service.ts';

/** Stores the result that the page reports for a tool that it ran. Throws 404 if the call waits for no result. */
export async function acceptToolResult(
  platform: Platform,
  { session }: Conversation,
  { toolCallId, result = null, error }: ToolResult,
): Promise<AcceptedToolResult> {
  const outcome =
    error === undefined
      ? { ok: true, content: typeof result === 'string' ? result : JSON.stringify(result) }
      : { ok: false, content: `The visitor’s page reported an error: ${error}` };
  await reportResult(platform, { threadId: session.thread_id, callId: toolCallId, outcome: toStorable(outcome) });
  return { toolCallId, accepted: true };
}

/** Minimum characters of a key: two pages must not choose the same one. */
const minKeyLength = 16;

/**
 * Lets a page run a tool call that no other page is running. Throws 400 while another page runs it, and 404. A request
 * with the same `Idempotency-Key` is of the same page.
 */
export async function claimToolCall(
  platform: Platform,
  { session }: Conversation,
  callId: string,
  headers: IncomingHttpHeaders,
): Promise<ClaimedToolCall> {
  const claimKey = readIdempotencyKey(headers, minKeyLength);
  return claimForPage(platform, { threadId: session.thread_id, callId, claimKey });
}
