import { Citation, ToolCall } from '@portico/shared-types';
import { z } from 'zod';
import type { Sql } from '../../../platform/database.ts';

/** The state of a reply in progress, according to its events. */
export interface ReplySoFar {
  content: string;
  tool_calls: ToolCall[] | null;
  citations: Citation[];
}

const Delta = z.object({ content: z.string() });

/** Reads a reply in progress from the thread's events, up to the event `upTo` (all of them if undefined). */
export async function foldReply(
  sql: Sql,
  threadId: string,
  messageId: string,
  upTo = 2_147_483_647,
): Promise<ReplySoFar> {
  // The log serialises each event's keys in the given order: an event of a reply begins with its id.
  const own = `{"message_id":"${messageId}"%`;
  const rows = await sql<{ event: string; data: string }[]>`
    SELECT event, data FROM events
    WHERE stream = ${threadId} AND id <= ${upTo} AND data LIKE ${own} AND id > coalesce(
      (SELECT max(id) FROM events
       WHERE stream = ${threadId} AND id <= ${upTo} AND event = 'message:started' AND data LIKE ${own}), 0)
    ORDER BY id`;
  let content = '';
  const calls: ToolCall[] = [];
  const citations: Citation[] = [];
  for (const { event, data } of rows) {
    const value: unknown = JSON.parse(data);
    if (event === 'message:delta') content += Delta.parse(value).content;
    else if (event === 'message:tool_call') calls.push(ToolCall.parse(value));
    else if (event === 'message:citation') citations.push(Citation.parse(value));
  }
  return { content, tool_calls: calls.length === 0 ? null : calls, citations };
}
