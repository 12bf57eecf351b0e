/** @jsxImportSource react */
import { act, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createChatServer, makeFace } from '../testing/chat-server.ts';
import { PorticoChat } from './portico-chat.tsx';
import { usePortico } from './use-portico.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
let root: Root;
let place: HTMLDivElement;

// The component fetches the widget by itself; compiling it for the first time is not what is tested.
beforeAll(() => import('../mount-chat.ts'), 60_000);
beforeEach(() => {
  createChatServer(makeFace());
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

const hosts = () => [...document.querySelectorAll('div')].filter(({ shadowRoot }) => shadowRoot !== null);
const inside = (selector: string) =>
  hosts().flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll(selector) ?? [])]);
const common = { chat: 'demo', host: 'https://portico.example' };

/** Lets React do what is due, again and again until the check holds; within one `act` nothing would be rendered. */
async function eventually(check: () => void): Promise<void> {
  const end = Date.now() + 10_000;
  for (;;) {
    await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
    try {
      return check();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

function Status() {
  const { isMounted, isOpen, unread, open, messages } = usePortico();
  return (
    <button type="button" onClick={open}>
      {isMounted ? 'there' : 'away'} {isOpen ? 'open' : 'closed'} {unread} {messages.length}
    </button>
  );
}

test('one widget under StrictMode; the hook follows it from anywhere in the tree', async () => {
  const onOpen = vi.fn<() => void>();
  await act(async () =>
    root.render(
      <StrictMode>
        <Status />
        <PorticoChat {...common} onOpen={onOpen} />
      </StrictMode>,
    ),
  );
  await eventually(() => expect(inside('.toggle')).toHaveLength(1));
  await eventually(() => expect(place.textContent).toBe('there closed 0 0'));
  await act(async () => place.querySelector('button')?.click());
  await eventually(() => expect(place.textContent).toBe('there open 0 0'));
  expect(onOpen).toHaveBeenCalledTimes(1);
  expect(hosts()).toHaveLength(1);
});

test('slots are React: they render in the widget and follow their newest function', async () => {
  const draw = (word: string) => (
    <PorticoChat {...common} open renderLauncher={({ open }) => <b>{open ? `${word} open` : word}</b>} />
  );
  await act(async () => root.render(draw('Help')));
  await eventually(() => expect(inside('.toggle b')[0]?.textContent).toBe('Help open'));
});

test('props that change update the widget, others mount it anew', async () => {
  await act(async () => root.render(<PorticoChat {...common} open theme="light" />));
  await eventually(() => expect(inside('.pt')[0]?.getAttribute('data-scheme')).toBe('light'));
  const [before] = hosts();
  await act(async () => root.render(<PorticoChat {...common} open theme="dark" />));
  await eventually(() => expect(inside('.pt')[0]?.getAttribute('data-scheme')).toBe('dark'));
  expect(hosts()[0]).toBe(before);
  await act(async () => root.render(<PorticoChat {...common} chat="other" open theme="dark" />));
  await eventually(() => expect(hosts()[0]).not.toBe(before));
  expect(hosts()).toHaveLength(1);
});

test('unmounted, it leaves nothing behind', async () => {
  await act(async () => root.render(<PorticoChat {...common} open />));
  await eventually(() => expect(inside('.pt')).toHaveLength(1));
  await act(async () => root.render(null));
  expect(hosts()).toHaveLength(0);
});

test('a server renders an empty place', () => {
  expect(renderToString(<PorticoChat {...common} />)).toBe('');
  expect(renderToString(<PorticoChat {...common} mode="inline" className="chat" />)).toBe('<div class="chat"></div>');
  expect(renderToString(<Status />)).toContain('away');
});
