import { act, cleanup, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../test/api-double.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { useLiveConversations } from './live-conversations.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Typist() {
  return <output>{useLiveConversations().typing['cnv_1'] ?? 'nobody'}</output>;
}

test('a person who types is shown for five seconds after the last sign of it', async () => {
  let write: (text: string) => void = () => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      write = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
  });
  const headers = { 'Content-Type': 'text/event-stream' };
  startApiDouble({ 'GET /api/v1/conversations/events': { file: stream, headers } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  renderInConsole(<Typist />);
  const types = async (name: string) => {
    const data = { conversation_id: 'cnv_1', author: { type: 'member', name } };
    write(`event: conversation:typing\ndata: ${JSON.stringify(data)}\n\n`);
    await expect.poll(shown).toBe(name);
  };
  const shown = () => screen.getByRole('status').textContent;
  const pass = async (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  await types('Ada');
  await pass(4_000);
  await types('Ben');
  await pass(4_900);
  expect(shown()).toBe('Ben');
  await pass(200);
  expect(shown()).toBe('nobody');
});
