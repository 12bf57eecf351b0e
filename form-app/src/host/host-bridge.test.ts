import { expect, test } from 'vitest';
import { createHostBridge, type HostListener } from './host-bridge.ts';

const parent = {};
const hello = { type: 'portico:connect', version: 1 };

/** A framed page whose window can receive arbitrary messages. */
function openPage(ancestors: string[] = ['https://host.example'], referrer = '') {
  const target = new EventTarget();
  const page = Object.assign(target, { parent, location: { ancestorOrigins: ancestors }, document: { referrer } });
  const bridge = createHostBridge(page as unknown as Window);
  const send = (data: unknown, from: object = parent, origin = 'https://host.example', count = 1) => {
    const channels = Array.from({ length: count }, () => new MessageChannel());
    const event = Object.assign(new Event('message'), {
      data,
      source: from,
      origin,
      ports: channels.map(({ port2 }) => port2),
    });
    target.dispatchEvent(event);
    return channels[0]?.port1;
  };
  return { bridge, send };
}

/** The messages on the port: waits for the expected number, and a moment longer for unexpected ones. */
async function hear(port: MessagePort | undefined, expected = 0): Promise<unknown[]> {
  const heard: unknown[] = [];
  port?.addEventListener('message', ({ data }) => heard.push(data));
  port?.start();
  await expect.poll(() => heard.length).toBeGreaterThanOrEqual(expected);
  await new Promise((resolve) => setTimeout(resolve, 20));
  port?.close();
  return heard;
}

test('one offer of the parent opens the channel, and earlier messages are delivered', async () => {
  const { bridge, send } = openPage();
  bridge.send({ type: 'height', height: 400 });
  expect(await hear(send(hello), 2)).toEqual([
    { type: 'ready', version: 1 },
    { type: 'height', height: 400 },
  ]);
});

test('a thousand forged offers open nothing', async () => {
  const { send } = openPage();
  const forged: [unknown, object, string, number][] = [
    [hello, {}, 'https://host.example', 1],
    [hello, parent, 'https://evil.example', 1],
    [hello, parent, 'null', 1],
    [hello, parent, 'https://host.example', 0],
    [hello, parent, 'https://host.example', 2],
    [{ ...hello, version: 2 }, parent, 'https://host.example', 1],
    ['portico:connect', parent, 'https://host.example', 1],
    [null, parent, 'https://host.example', 1],
  ];
  const ports = Array.from({ length: 125 }, () => forged.map((message) => send(...message))).flat();
  expect(await hear(ports[0])).toEqual([]);
  const rest = await Promise.all(ports.slice(1).map(async (port) => hear(port)));
  expect(rest.flat()).toEqual([]);
  expect(await hear(send(hello), 1)).toEqual([{ type: 'ready', version: 1 }]);
});

test('a second offer gets no reply', async () => {
  const { send } = openPage();
  const first = send(hello);
  expect(await hear(send(hello))).toEqual([]);
  expect(await hear(first, 1)).toHaveLength(1);
});

test('without ancestor origins, the referrer is used', async () => {
  const { send } = openPage([], 'https://host.example/page');
  expect(await hear(send(hello, parent, 'https://other.example'))).toEqual([]);
  expect(await hear(send(hello), 1)).toHaveLength(1);
});

test('the host’s messages are delivered once there is a listener, and only allowed ones', async () => {
  const { bridge, send } = openPage();
  const port = send(hello);
  port?.postMessage({ type: 'prefill', values: { message: 'hi', extra: 1 } });
  port?.postMessage({ type: 'theme', theme: 'pink' });
  port?.postMessage({ type: 'theme', theme: 'dark' });
  const heard: unknown[] = [];
  const listener: HostListener = { onPrefill: (values) => heard.push(values), onTheme: (theme) => heard.push(theme) };
  await new Promise((resolve) => setTimeout(resolve, 20));
  bridge.listen(listener);
  await expect.poll(() => heard.length).toBe(2);
  expect(heard).toEqual([{ message: 'hi', urls: undefined, inputs: undefined }, 'dark']);
  port?.close();
});
