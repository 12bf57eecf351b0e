import assert from 'node:assert/strict';
import { type Endpoint, readEvents, type ReceivedEvent } from './client.ts';

/**
 * Reads a visitor's stream from its first event up to their message `last`, which they sent after a person had taken
 * over: after the takeover it contains nothing from an agent, and every reply with visible text has ended before it.
 */
export async function checkTakeover(
  server: Endpoint,
  session: string,
  headers: Record<string, string>,
  last: string,
): Promise<void> {
  const isLast = ({ event, data }: ReceivedEvent): boolean =>
    event === 'message:created' && data.message.content === last;
  const options = { key: null, headers: { ...headers, 'Last-Event-ID': '0' }, until: isLast };
  const events = await readEvents(server, `${session}/events`, options);
  const began = events.findIndex(({ event, data }) => event === 'conversation:status' && data.status === 'human');
  assert.ok(began > -1, 'the stream shows that a person took over');
  const after = events
    .slice(began + 1)
    .filter(({ event, data }) => event !== 'message:created' || data.message.role !== 'user');
  assert.deepEqual(
    after.map(({ event, data }) => [event, data.message?.author.type]),
    [['message:created', 'member']],
    'behind the takeover there is the message of the person, once, and nothing of an agent',
  );
  const shown = events.filter(({ event }) => event === 'message:delta').map(({ data }) => data.message_id);
  const ended = new Set(
    events
      .slice(0, began)
      .flatMap(({ event, data }) =>
        /^message:(?:completed|cancelled|failed)$/.test(event) ? [data.message_id ?? data.id] : [],
      ),
  );
  assert.deepEqual(
    [...new Set(shown)].filter((id) => !ended.has(id)),
    [],
    'what was shown ends before the takeover',
  );
}
