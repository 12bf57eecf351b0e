/** @jsxImportSource react */
import { act, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createChatServer, makeFace } from '../testing/chat-server.ts';
import { findInstance } from '../mount/registry.ts';
import { PorticoChat } from './portico-chat.tsx';
import { usePortico } from './use-portico.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
let root: Root;
let place: HTMLDivElement;

// The component fetches the widget by itself; compiling it for the first time is not what is tested.
beforeAll(() => import('../mount/mount-chat.ts'), 60_000);
beforeEach(() => {
  // No conversation of an earlier test, whose events would count as received.
  localStorage.clear();
  sessionStorage.clear();
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
const common = { chat: 'demo', host: 'https://portico.invalid' };

/** Lets React do its pending work repeatedly until the check passes; within one `act`, nothing would be rendered. */
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

test('one widget under StrictMode; the hook works anywhere in the tree', async () => {
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

test('slots are React content: they render in the widget and use their newest function', async () => {
  const draw = (word: string) => (
    <PorticoChat {...common} open renderLauncher={({ open }) => <b>{open ? `${word} open` : word}</b>} />
  );
  await act(async () => root.render(draw('Help')));
  await eventually(() => expect(inside('.toggle b')[0]?.textContent).toBe('Help open'));
});

test('renderLauncher replaces the launcher’s appearance, open and closed', async () => {
  await act(async () =>
    root.render(<PorticoChat {...common} defaultOpen renderLauncher={({ open }) => <b>{open ? 'Shut' : 'Help'}</b>} />),
  );
  await eventually(() => expect(inside('.toggle.drawn b')[0]?.textContent).toBe('Shut'));
  const [toggle] = inside('.toggle');
  expect(toggle?.ariaExpanded).toBe('true');
  await act(async () => toggle instanceof HTMLElement && toggle.click());
  await eventually(() => expect(inside('.toggle.drawn b')[0]?.textContent).toBe('Help'));
});

test('with `open`, only the page opens and closes it', async () => {
  const asked = vi.fn<(open: boolean) => void>();
  const onOpen = vi.fn<() => void>();
  const draw = (open: boolean) => <PorticoChat {...common} open={open} onOpenChange={asked} onOpen={onOpen} />;
  await act(async () => root.render(draw(false)));
  await eventually(() => expect(inside('.toggle')).toHaveLength(1));
  const click = async () => act(async () => (inside('.toggle')[0] as HTMLElement).click());
  await click();
  expect(asked).toHaveBeenCalledExactlyOnceWith(true);
  expect(inside('.toggle')[0]?.ariaExpanded).toBe('false');
  expect(onOpen).not.toHaveBeenCalled();
  await act(async () => root.render(draw(true)));
  await eventually(() => expect(inside('.panel.open')).toHaveLength(1));
  expect(onOpen).toHaveBeenCalledOnce();
  await click();
  expect(asked).toHaveBeenLastCalledWith(false);
  expect(inside('.panel.open')).toHaveLength(1);
  await act(async () => root.render(draw(false)));
  await eventually(() => expect(inside('.panel.open')).toHaveLength(0));
  expect(asked).toHaveBeenCalledTimes(2);
});

test('with `defaultOpen` it opens by itself and reports every change', async () => {
  const heard = vi.fn<(open: boolean) => void>();
  await act(async () => root.render(<PorticoChat {...common} defaultOpen onOpenChange={heard} />));
  await eventually(() => expect(inside('.panel.open')).toHaveLength(1));
  await act(async () => (inside('.toggle')[0] as HTMLElement).click());
  await eventually(() => expect(inside('.panel.open')).toHaveLength(0));
  expect(heard.mock.calls).toEqual([[true], [false]]);
});

test('calls before a chat is mounted run when it is mounted', async () => {
  const server = createChatServer(makeFace());
  function Caller() {
    const { send } = usePortico('late');
    return (
      <button type="button" onClick={(event) => send(event.currentTarget.value)}>
        Ask
      </button>
    );
  }
  await act(async () => root.render(<Caller />));
  const button = place.querySelector('button');
  for (const question of ['First', 'Second']) {
    if (button) button.value = question;
    await act(async () => button?.click());
  }
  await act(async () =>
    root.render(
      <>
        <Caller />
        <PorticoChat {...common} id="another" />
        <PorticoChat {...common} id="late" />
      </>,
    ),
  );
  await eventually(() =>
    expect(server.posts(/messages$/).map(({ body }) => body['content'])).toEqual(['First', 'Second']),
  );
});

test('onUnread is called only when the count changes', async () => {
  const onUnread = vi.fn<(detail: { count: number }) => void>();
  await act(async () => root.render(<PorticoChat {...common} onUnread={onUnread} />));
  await eventually(() => expect(inside('.toggle')).toHaveLength(1));
  await act(async () => (inside('.toggle')[0] as HTMLElement).click());
  await eventually(() => expect(inside('.panel.open')).toHaveLength(1));
  expect(onUnread).not.toHaveBeenCalled();
});

test('onUnread is called once when a reply arrives while the chat is closed, and once when it is read', async () => {
  const server = createChatServer(makeFace());
  const onUnread = vi.fn<(detail: { count: number }) => void>();
  await act(async () => root.render(<PorticoChat {...common} onUnread={onUnread} />));
  await eventually(() => expect(inside('.toggle')).toHaveLength(1));
  await act(async () => findInstance()?.send('Hello'));
  await eventually(() => expect(server.calls.some(({ path }) => path.endsWith('/events'))).toBe(true));
  const timestamp = '2026-05-01T10:00:00.000Z';
  const reply = { id: 'msg_2', thread_id: 'thr_1', role: 'assistant', content: 'Hi', status: 'complete' };
  const rest = { citations: [], attachments: [], feedback: null, client_message_id: null, replaced_by: null };
  const completed = { ...reply, ...rest, outcome: null, created_at: timestamp, timestamp };
  await act(async () => server.send(1, 'message:completed', completed));
  await eventually(() => expect(onUnread.mock.calls.map(([{ count }]) => count)).toEqual([1]));
  await act(async () => (inside('.toggle')[0] as HTMLElement).click());
  await eventually(() => expect(onUnread.mock.calls.map(([{ count }]) => count)).toEqual([1, 0]));
});

test('changed props update the widget, or mount it again if they belong to the mount', async () => {
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

test('a server renders an empty placeholder', () => {
  expect(renderToString(<PorticoChat {...common} />)).toBe('');
  const inline = renderToString(<PorticoChat {...common} mode="inline" className="chat" />);
  expect(inline).toContain('<div class="chat" style="display:flow-root">');
  expect(inline).toContain('style="float:left;width:0;height:600px;max-height:100%"');
  expect(renderToString(<Status />)).toContain('away');
});
