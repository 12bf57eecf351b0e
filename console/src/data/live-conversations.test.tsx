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
  const { typing } = useLiveConversations();
  return (
    <>
      <output>{typing['cnv_1']?.join(', ') ?? 'nobody'}</output>
      <p>elsewhere: {typing['cnv_2']?.join(', ')}</p>
    </>
  );
}

const eventsPath = 'GET /api/v1/conversations/events';
const shown = () => screen.getByRole('status').textContent;
const pass = async (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

/** A stream that stays open, and the function that writes an event into it. */
function openStream() {
  let write: (text: string) => void = () => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      write = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
  });
  const send = (event: string, data: object) =>
    write(`event: conversation:${event}\ndata: ${JSON.stringify({ conversation_id: 'cnv_1', ...data })}\n\n`);
  return { reply: { file: stream, headers: { 'Content-Type': 'text/event-stream' } }, send };
}

/** Renders who types in a conversation, and returns what the server does. */
function followTyping() {
  const { reply, send } = openStream();
  startApiDouble({ [eventsPath]: reply });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  renderInConsole(<Typist />);
  const types = async (name: string, then = name) => {
    send('typing', { author: { type: 'member', name } });
    await expect.poll(shown).toBe(then);
  };
  return { send, types };
}

test('a person who types is shown for five seconds after the last sign of it', async () => {
  const { types } = followTyping();
  await types('Ada');
  await pass(4_000);
  await types('Ada');
  await pass(4_900);
  expect(shown()).toBe('Ada');
  await pass(200);
  expect(shown()).toBe('nobody');
});

test('all who type are shown, each until their own time or message', async () => {
  const { send, types } = followTyping();
  await types('Ada');
  await pass(3_000);
  await types('Ben', 'Ada, Ben');
  await pass(2_100);
  expect(shown()).toBe('Ben');
  await types('Ada', 'Ben, Ada');
  send('message', { message: { author: { type: 'member', name: 'Ben' } } });
  await expect.poll(shown).toBe('Ada');
});

test('a person who types is shown until their own message or note comes, not that of somebody else', async () => {
  const { send, types } = followTyping();
  const by = (name: string | null) => ({ author: { type: name === null ? 'visitor' : 'member', name } });
  for (const kind of ['message', 'note']) {
    await types('Ada');
    send('message', { message: by(null) });
    send('note', { note: by('Ben') });
    // Events are handled in their order: the others have been when this one is.
    send('typing', { conversation_id: 'cnv_2', ...by(`Someone before the ${kind}`) });
    await screen.findByText(new RegExp(`^elsewhere: .*Someone before the ${kind}$`));
    expect(shown()).toBe('Ada');
    send(kind, { [kind]: by('Ada') });
    await expect.poll(shown).toBe('nobody');
  }
});

test('after the session has ended, the stream is tried ever more rarely, and comes back with the next session', async () => {
  const { sent, answer } = startApiDouble({ [eventsPath]: { status: 401, code: 'invalid_api_key' } });
  vi.useFakeTimers();
  renderInConsole(<Typist />);
  await pass(60_000);
  expect(sent.length).toBeGreaterThan(4);
  expect(sent.length).toBeLessThan(15);

  const { reply, send } = openStream();
  answer(eventsPath, reply);
  await pass(15_000);
  send('typing', { author: { type: 'member', name: 'Ada' } });
  await expect.poll(shown).toBe('Ada');
});

test('a stream that is refused is not tried any more once the screen is left', async () => {
  const { sent } = startApiDouble({ [eventsPath]: { status: 401, code: 'invalid_api_key' } });
  vi.useFakeTimers();
  renderInConsole(<Typist />);
  await pass(2_000);
  cleanup();
  const tried = sent.length;
  expect(tried).toBeGreaterThan(1);
  await pass(60_000);
  expect(sent).toHaveLength(tried);
});
