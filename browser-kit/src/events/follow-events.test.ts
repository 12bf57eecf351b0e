import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followEvents } from './follow-events.ts';

const events = Array.from({ length: 6 }, (_, at) => ({ id: at + 1, text: `word ${at + 1}` }));
const write = ({ id, text }: { id: number; text: string }) => `id: ${id}\nevent: message:delta\ndata: ${text}\n\n`;

class Refused extends Error {}
/** Rejections are final, everything else is retried. */
const over = { judge: (error: unknown) => (error instanceof Refused ? ('over' as const) : null) };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns the events after the id; the first time, the connection breaks after `bytes` characters. */
function serve(cuts: number[]) {
  const asked: (string | null)[] = [];
  const open = (lastEventId: string | null): Promise<Response> => {
    asked.push(lastEventId);
    const text = events
      .filter(({ id }) => id > Number(lastEventId))
      .map(write)
      .join('');
    const cut = cuts.shift();
    let isSent = false;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (!isSent) controller.enqueue(new TextEncoder().encode(text.slice(0, cut)));
          else if (cut !== undefined) controller.error(new TypeError('network'));
          isSent = true;
        },
      },
      { highWaterMark: 0 },
    );
    return Promise.resolve({ body } as Response);
  };
  return { asked, open };
}

async function follow(cuts: number[]) {
  const { asked, open } = serve(cuts);
  const heard: string[] = [];
  const live = followEvents({
    ...over,
    open,
    lastEventId: '0',
    onEvent: ({ data }) => heard.push(data),
    onState: () => {},
    onEnd: () => {},
  });
  await vi.advanceTimersByTimeAsync(60_000);
  live.stop();
  return { heard, asked };
}

test('passes on every event once, wherever the connection breaks', async () => {
  const length = events.map(write).join('').length;
  for (let cut = 0; cut <= length; cut += 1) {
    const { heard, asked } = await follow([cut]);
    expect(heard, `cut after ${cut}`).toEqual(events.map(({ text }) => text));
    expect(Number(asked[1]), `cut after ${cut}`).toBe(Math.floor(cut / (length / events.length)));
  }
});

test('survives repeated losses and resumes after the last event', async () => {
  const one = write({ id: 1, text: 'word 1' }).length;
  const { heard, asked } = await follow([0, 3, one, one + 5, 1, one, one]);
  expect(heard).toEqual(events.map(({ text }) => text));
  expect(asked[0]).toBe('0');
  expect(new Set(asked).size).toBeGreaterThan(3);
});

test('skips repeated events', async () => {
  const heard: string[] = [];
  const live = followEvents({
    ...over,
    open: () => Promise.resolve(new Response([...events, ...events].map(write).join(''))),
    lastEventId: '2',
    onEvent: ({ data }) => heard.push(data),
    onState: () => {},
    onEnd: () => {},
  });
  await vi.advanceTimersByTimeAsync(50);
  live.stop();
  expect(heard).toEqual(['word 3', 'word 4', 'word 5', 'word 6']);
});

test('gives up if the session is over', async () => {
  const onEnd = vi.fn<(error: unknown) => void>();
  const open = vi.fn<() => Promise<Response>>(() => Promise.reject(new Refused()));
  followEvents({
    ...over,
    open,
    lastEventId: null,
    onEvent: () => {},
    onState: () => {},
    onEnd,
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onEnd).toHaveBeenCalledOnce();
  expect(open).toHaveBeenCalledOnce();
});

test('detects a silent connection', async () => {
  let count = 0;
  const live = followEvents({
    ...over,
    open: (_, signal) => {
      count += 1;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
      });
      return Promise.resolve({ body } as Response);
    },
    lastEventId: null,
    onEvent: () => {},
    onState: () => {},
    onEnd: () => {},
  });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(count).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(count).toBe(2);
  live.stop();
});

test('opens a new stream when the browser is online again, though the old one has reported no end', async () => {
  const asked: (string | null)[] = [];
  const states: string[] = [];
  const live = followEvents({
    ...over,
    open: (lastEventId) => {
      asked.push(lastEventId);
      const text = asked.length === 1 ? write({ id: 7, text: 'before' }) : '';
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => void (text !== '' && controller.enqueue(new TextEncoder().encode(text))),
      });
      return Promise.resolve({ body } as Response);
    },
    onEvent: () => {},
    onState: (state) => states.push(state),
    onEnd: () => {},
  });
  await vi.advanceTimersByTimeAsync(6_000);
  globalThis.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual([null, '7']);
  expect(states).toEqual(['online', 'reconnecting', 'online']);
  live.stop();
});

test('reports that the browser is offline, also if a stream is opened a moment later', async () => {
  const states: string[] = [];
  const first = Promise.withResolvers<Response>();
  const responses = [first.promise];
  const following = followEvents({
    open: async () => responses.shift() ?? new Response(new ReadableStream()),
    ...over,
    onEvent: () => {},
    onState: (state) => states.push(state),
    onEnd: () => {},
  });
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  globalThis.dispatchEvent(new Event('offline'));
  first.resolve(new Response(new ReadableStream()));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(states).toEqual(['reconnecting']);
  onLine.mockRestore();
  globalThis.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(states.at(-1)).toBe('online');
  following.stop();
  globalThis.dispatchEvent(new Event('offline'));
  expect(states.at(-1)).toBe('online');
});

test('reports a withheld first byte and repeated failures', async () => {
  const stuck = vi.fn<() => void>();
  const listener = { lastEventId: '0', onEvent: () => {}, onState: () => {}, onEnd: () => {}, onStuck: stuck };
  const held = followEvents({
    ...over,
    ...listener,
    open: () => Promise.resolve(new Response(new ReadableStream())),
  });
  await vi.advanceTimersByTimeAsync(7_000);
  expect(stuck).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stuck).toHaveBeenCalledTimes(1);
  held.stop();

  const refused = followEvents({
    ...over,
    ...listener,
    open: () => Promise.reject(new TypeError('offline')),
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stuck).toHaveBeenCalledTimes(2);
  refused.stop();

  const flowing = followEvents({
    ...over,
    ...listener,
    open: serve([]).open,
  });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(stuck).toHaveBeenCalledTimes(2);
  flowing.stop();
});

test('a character that is split between two chunks arrives whole', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array([100, 97, 116, 97, 58, 32, 0xc3]));
      controller.enqueue(new Uint8Array([0xa4, 10, 10]));
    },
  });
  const heard: string[] = [];
  const following = followEvents({
    ...over,
    open: () => Promise.resolve(new Response(body)),
    onEvent: ({ data }) => heard.push(data),
    onState: () => {},
    onEnd: () => {},
  });
  await vi.advanceTimersByTimeAsync(50);
  following.stop();
  expect(heard).toEqual(['ä']);
});

test('a stream that only opens and closes counts as a failure, like a refused one', async () => {
  const failures: number[] = [];
  const stuck = vi.fn<() => void>();
  const following = followEvents({
    ...over,
    open: () => Promise.resolve(new Response('')),
    onEvent: () => {},
    onState: () => {},
    onEnd: () => {},
    onStuck: stuck,
    onFailure: (count) => void failures.push(count),
  });
  await vi.advanceTimersByTimeAsync(7_000);
  following.stop();
  expect(failures).toEqual([1, 2, 3, 4]);
  expect(stuck).toHaveBeenCalledOnce();
});

test('waits as long as the server asks', async () => {
  const open = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('later')));
  const following = followEvents({
    judge: () => 20_000,
    open,
    onEvent: () => {},
    onState: () => {},
    onEnd: () => {},
  });
  await vi.advanceTimersByTimeAsync(19_000);
  expect(open).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(open).toHaveBeenCalledTimes(2);
  following.stop();
});
