import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acceptHost, connectFrame } from './host-bridge.ts';
import type { BridgeMessage } from './host-bridge.ts';

const origin = 'https://host.example';
const parentWindow = {} as Window;

beforeEach(() => {
  vi.stubGlobal('parent', parentWindow);
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(`${origin}/page`);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function offer(change: Partial<{ source: unknown; origin: string; data: unknown; ports: MessagePort[] }> = {}) {
  const channel = new MessageChannel();
  const heard: BridgeMessage[] = [];
  channel.port1.addEventListener('message', ({ data }) => heard.push(data as BridgeMessage));
  channel.port1.start();
  const event = new Event('message');
  const given = {
    source: parentWindow,
    origin,
    data: { type: 'portico:connect', version: 1 },
    ports: [channel.port2],
    ...change,
  };
  for (const [name, value] of Object.entries(given)) Object.defineProperty(event, name, { value });
  dispatchEvent(event);
  return { heard, port: channel.port1 };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

test('accepts the parent’s offer, replies, and only uses the port', async () => {
  const heard: BridgeMessage[] = [];
  const bridge = acceptHost((message) => heard.push(message));
  bridge?.send({ type: 'early' });
  const { heard: answers, port } = offer();
  port.postMessage({ type: 'send', text: 'Hi' });
  await expect.poll(() => answers).toEqual([{ type: 'ready', version: 1 }, { type: 'early' }]);
  await expect.poll(() => heard).toEqual([{ type: 'send', text: 'Hi' }]);
  bridge?.close();
  port.close();
});

test('a thousand forged offers change nothing', async () => {
  const heard: BridgeMessage[] = [];
  const bridge = acceptHost((message) => heard.push(message));
  const forged = [
    { source: {} },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { data: { type: 'portico:connect', version: 2 } },
    { data: 'portico:connect' },
    { ports: [] },
  ];
  const offers = Array.from({ length: 1_000 }, (_, at) => offer(forged[at % forged.length]));
  await settle();
  expect(offers.every(({ heard }) => heard.length === 0)).toBe(true);
  const host = offer();
  await expect.poll(() => host.heard).toHaveLength(1);
  const second = offer();
  await settle();
  expect(second.heard).toEqual([]);
  bridge?.close();
  for (const { port } of [...offers, host, second]) port.close();
});

test('the outer side sends to the frame’s exact origin and waits for the reply', async () => {
  const frame = document.createElement('iframe');
  const ports: MessagePort[] = [];
  const postMessage = vi.fn<(data: unknown, target: string, transfer: MessagePort[]) => void>((_, __, [port]) => {
    if (port) ports.push(port);
  });
  vi.spyOn(frame, 'contentWindow', 'get').mockReturnValue({ postMessage } as unknown as never);
  const heard: BridgeMessage[] = [];
  const bridge = connectFrame(frame, 'https://chat.example', (message) => heard.push(message));
  bridge.send({ type: 'theme', theme: 'dark' });
  frame.dispatchEvent(new Event('load'));
  expect(postMessage.mock.calls[0]?.[1]).toBe('https://chat.example');
  const inner: unknown[] = [];
  ports[0]?.addEventListener('message', ({ data }) => inner.push(data));
  ports[0]?.start();
  ports[0]?.postMessage({ type: 'ready', version: 1 });
  await expect.poll(() => inner).toEqual([{ type: 'theme', theme: 'dark' }]);
  expect(heard).toEqual([{ type: 'ready', version: 1 }]);
  bridge.close();
  for (const port of ports) port.close();
});
