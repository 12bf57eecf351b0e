import { expect, onTestFinished, test, vi } from 'vitest';
import { startServer } from '../../../../test/start-server.ts';
import type { Send, SseEvent } from '../../../platform/sse.ts';
import { followThread } from '../../threads/index.ts';
import { followConversations } from './follow-conversations.ts';
import { reportTyping } from './typing.ts';

const server = await startServer();
const { platform } = server;
const author = { type: 'visitor' as const, id: 'vis_1', name: 'Mia', avatar_url: null };

type Follow = (signal: AbortSignal, send: Send) => Promise<void>;

/** Follows something for the rest of the test; returns the events that have arrived, once it is connected. */
async function listen(follow: Follow): Promise<SseEvent[]> {
  const received: SseEvent[] = [];
  const stop = new AbortController();
  const done = follow(stop.signal, async (event) => received.push(event));
  onTestFinished(async () => {
    stop.abort();
    await done;
  });
  await expect.poll(() => received.length).toBe(1);
  return received;
}
const listenToThread = async (threadId: string) =>
  listen(async (signal, send) => followThread(platform, { threadId, after: null }, signal, send));
const listenToWorkspace = async (workspaceId: string) =>
  listen(async (signal, send) => followConversations(platform, { workspaceId, after: null }, signal, send));

test('a typing notice reaches its thread and workspace, and costs the streams of others nothing', async () => {
  const thread = await listenToThread('thr_1');
  const workspace = await listenToWorkspace('wsp_1');
  const others = [
    ...(await Promise.all(Array.from({ length: 20 }, async (_, i) => listenToThread(`thr_other${i}`)))),
    await listenToWorkspace('wsp_2'),
  ];
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  reportTyping(platform.bus, { workspaceId: 'wsp_1', threadId: 'thr_1' }, author);
  const parsed = parse.mock.calls.length;
  parse.mockRestore();
  expect(parsed).toBe(0);
  const timestamp = expect.any(String);
  expect([thread[1], workspace[1]].map((event) => [event?.event, event?.id, JSON.parse(event?.text ?? '')])).toEqual([
    ['typing', undefined, { author, timestamp }],
    ['conversation:typing', undefined, { conversation_id: 'cnv_1', author, timestamp }],
  ]);
  expect(others.every((received) => received.length === 1)).toBe(true);
});
