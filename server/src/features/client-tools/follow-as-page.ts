import { z } from 'zod';
import type { EventRecord } from '../../platform/event-log.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SseEvent } from '../../platform/sse.ts';
import { hurryReleasedCalls, listWaitingCalls, releaseCalls, takeCall } from './client-tools.sql.ts';

/** Time for a reloaded page to claim a call of its predecessor. */
const reloadMs = 5_000;

const ClientCall = z.object({ message_id: z.string(), id: z.string(), client: z.literal(true) });

/**
 * The events of a reply for the page that sent its message: calls of page tools are assigned to it for as long as it
 * reads. A call that another page claimed first is shown like one that the server runs.
 */
export async function* followAsSender(
  platform: Platform,
  events: AsyncIterable<EventRecord>,
): AsyncGenerator<EventRecord | SseEvent, void, undefined> {
  const { sql } = platform.database;
  const taken = new Map<string, string[]>();
  try {
    for await (const record of events) {
      const call = findClientCall(record);
      if (call === undefined) {
        yield record;
      } else if (await takeCall(sql, { messageId: call.message_id, callId: call.id })) {
        taken.set(call.message_id, [...(taken.get(call.message_id) ?? []), call.id]);
        yield record;
      } else {
        yield withoutClient(record);
      }
    }
  } finally {
    for (const [messageId, callIds] of taken) await releaseCalls(sql, messageId, callIds);
  }
}

/**
 * The calls that no page is running, as events without an id, for a page that starts to follow. It has some seconds to
 * claim those of a page that has gone away.
 */
export async function offerWaitingCalls(platform: Platform, threadId: string): Promise<SseEvent[]> {
  const { sql } = platform.database;
  const now = new Date();
  const calls = (await listWaitingCalls(sql, threadId, now)).filter(({ state }) => state !== 'taken');
  if (calls.length === 0) return [];
  await hurryReleasedCalls(sql, threadId, new Date(now.getTime() + reloadMs));
  return calls.map(({ message_id, call_id: id, name, arguments: input }) => {
    const data = { message_id, id, name, arguments: input, client: true, timestamp: now.toISOString() };
    return { event: 'message:tool_call', text: JSON.stringify(data) };
  });
}

/** True for a call that the visitor's page should run. */
export function isClientCall(event: EventRecord | SseEvent): boolean {
  return findClientCall(event) !== undefined;
}

function findClientCall({ event, text }: EventRecord | SseEvent): z.infer<typeof ClientCall> | undefined {
  // A string search comes first, because it is cheaper than parsing each call's arguments.
  if (event !== 'message:tool_call' || !text.includes('"client":true')) return undefined;
  return ClientCall.safeParse(JSON.parse(text)).data;
}

function withoutClient(record: EventRecord): SseEvent {
  const data: unknown = JSON.parse(record.text);
  const { client: _, ...shown } = z.looseObject({}).parse(data);
  return { id: record.id, event: record.event, text: JSON.stringify(shown) };
}
