/** @jsxImportSource react */
import { act, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { createChatServer, makeFace } from '../testing/chat-server.ts';
import { findInstance } from '../mount/registry.ts';
import { PorticoChat } from './portico-chat.tsx';
import type { PorticoChatProps } from './portico-chat.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const place = document.body.appendChild(document.createElement('div'));
const root = createRoot(place);
afterEach(async () => {
  vi.useRealTimers();
  await act(async () => root.unmount());
});

/** Lets React do its pending work repeatedly until the check passes; within one `act`, nothing would be rendered. */
const eventually = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
    check();
  }, 10_000);

function Shop({ tools }: Pick<PorticoChatProps, 'tools'>) {
  const [cart, setCart] = useState(['bell']);
  return (
    <>
      <button type="button" onClick={() => setCart([...cart, 'lamp'])}>
        Add
      </button>
      <PorticoChat
        chat="demo"
        host="https://portico.invalid"
        open
        tools={tools ?? { read_cart: (input) => ({ cart, ...input }) }}
      />
    </>
  );
}

test('a tool runs with the newest state of the page, until it is no longer given', async () => {
  const server = createChatServer(makeFace());
  const claimed = () => Response.json({ data: { name: 'read_cart', arguments: { currency: 'NOK' } } });
  const accepted = () => Response.json({ data: { accepted: true } });
  const results = () => server.posts(/tool-results$/).map(({ body }) => body);
  const callTool = async (eventId: number) => {
    server.answers = [claimed, accepted];
    const call = { message_id: 'msg_2', id: `call_${eventId}`, name: 'read_cart', arguments: {}, client: true };
    await act(async () =>
      server.send(eventId, 'message:tool_call', { ...call, timestamp: '2026-05-01T10:00:00.000Z' }),
    );
  };
  const draw = (tools?: PorticoChatProps['tools']) =>
    act(async () =>
      root.render(
        <StrictMode>
          <Shop tools={tools} />
        </StrictMode>,
      ),
    );

  await draw();
  await eventually(() => expect(findInstance()?.getState().isOpen).toBe(true));
  await act(async () => findInstance()?.send('What is in my cart?'));
  await eventually(() => expect(server.calls.some(({ path }) => path.endsWith('/events'))).toBe(true));
  await eventually(() => expect(findInstance()?.getState().messages[0]?.status).toBe('complete'));
  await callTool(1);
  const first = { toolCallId: 'call_1', result: { cart: ['bell'], currency: 'NOK' } };
  await eventually(() => expect(results()).toEqual([first]));

  await act(async () => place.querySelector('button')?.click());
  await callTool(2);
  const second = { toolCallId: 'call_2', result: { cart: ['bell', 'lamp'], currency: 'NOK' } };
  await eventually(() => expect(results()).toEqual([first, second]));

  await draw({});
  // The page may still register the tool for three seconds.
  vi.useFakeTimers();
  await callTool(3);
  await act(async () => vi.advanceTimersByTimeAsync(3_100));
  expect(results()[2]).toEqual({ toolCallId: 'call_3', error: expect.stringContaining('read_cart') });
});
