/** @jsxImportSource react */
import { act, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createChatServer, makeFace } from '../testing/chat-server.ts';
import { hosts } from '../testing/page-with-chats.ts';
import type { ChatServer } from '../testing/chat-server.ts';
import { findInstance } from '../mount/registry.ts';
import { PorticoChat } from './portico-chat.tsx';
import type { PorticoChatProps } from './portico-chat.tsx';
import { usePortico } from './use-portico.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
let root: Root;
let place: HTMLDivElement;

// The component fetches the widget by itself; compiling it for the first time is not what is tested.
beforeAll(() => import('../mount/mount-chat.ts'), 60_000);
beforeEach(() => {
  createChatServer(makeFace());
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

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

/** Data of the visit that the chat has reported for its sessions, without what the visitor has seen. */
const reported = (server: ChatServer) =>
  server.calls
    .filter(({ method }) => method === 'PATCH')
    .map(({ path, body: { seenMessageId: _, ...body } }) => ({ path, ...body }));

test('changed metadata and page update the chat; equal ones don’t, nor bring back a page that was left', async () => {
  const server = createChatServer(makeFace());
  const draw = (plan: string, url: string, theme: 'light' | 'dark') => (
    <PorticoChat {...common} theme={theme} metadata={{ plan }} page={{ url }} />
  );
  await act(async () => root.render(draw('free', 'https://shop.example/1', 'light')));
  await eventually(() => expect(inside('.toggle')).toHaveLength(1));
  const [before] = hosts();
  await act(async () => findInstance()?.send('Hello'));
  const path = '/sessions/ses_1';
  const first = { path, metadata: { plan: 'free' }, page: { url: 'https://shop.example/1', title: '' } };
  await eventually(() => expect(reported(server)).toEqual([first]));
  expect(server.posts(/sessions$/)[0]?.body).toMatchObject({
    metadata: { plan: 'free' },
    pageUrl: 'https://shop.example/1',
  });

  await act(async () => root.render(draw('pro', 'https://shop.example/1', 'light')));
  const upgraded = { ...first, metadata: { plan: 'pro' } };
  await eventually(() => expect(reported(server)).toEqual([first, upgraded]));
  await act(async () => root.render(draw('pro', 'https://shop.example/2', 'light')));
  const moved = { ...upgraded, page: { url: 'https://shop.example/2', title: '' } };
  await eventually(() => expect(reported(server)).toEqual([first, upgraded, moved]));

  // What the page sets by itself stays until the property changes.
  await act(async () =>
    findInstance()?.update({ page: { url: 'https://shop.example/3' }, metadata: { plan: 'gold' } }),
  );
  const left = { path, metadata: { plan: 'gold' }, page: { url: 'https://shop.example/3', title: '' } };
  await eventually(() => expect(reported(server)).toEqual([first, upgraded, moved, left]));
  await act(async () => root.render(draw('pro', 'https://shop.example/2', 'dark')));
  await act(async () => findInstance()?.open());
  await eventually(() => expect(inside('.pt')[0]?.getAttribute('data-scheme')).toBe('dark'));
  expect(reported(server)).toEqual([first, upgraded, moved, left]);
  expect(hosts()).toEqual([before]);
  expect(server.posts(/sessions$/)).toHaveLength(1);
});

test('an option that is no longer given has its default again', async () => {
  const server = createChatServer(makeFace());
  await act(async () =>
    root.render(<PorticoChat {...common} open locale="de" theme="dark" metadata={{ plan: 'pro' }} />),
  );
  await eventually(() => expect(inside('.pt')[0]?.getAttribute('data-scheme')).toBe('dark'));
  await eventually(() => expect(inside('.pt')[0]?.getAttribute('lang')).toBe('de'));
  await act(async () => root.render(<PorticoChat {...common} open />));
  await eventually(() => expect(inside('.pt')[0]?.getAttribute('data-scheme')).toBe('light'));
  await eventually(() => expect(inside('.pt')[0]?.getAttribute('lang')).toBe('en'));
  await act(async () => findInstance()?.send('Hello'));
  await eventually(() => expect(server.posts(/messages$/)).toHaveLength(1));
  expect(server.posts(/sessions$/)[0]?.body).not.toHaveProperty('metadata');
});

test('a preview is shown with its token', async () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  const tokens = () => asked.mock.calls.map(([, init]) => new Headers(init?.headers).get('x-portico-preview'));
  await act(async () => root.render(<PorticoChat {...common} preview="prv_1" />));
  await eventually(() => expect(tokens()).toEqual(['prv_1']));
  await act(async () => root.render(<PorticoChat {...common} preview="prv_2" />));
  await eventually(() => expect(tokens()).toEqual(['prv_1', 'prv_2']));
});

const ann = { userId: 'ann', exp: 1, signature: 'x' };

test.for([
  { change: 'alone', guest: {} },
  { change: 'with another id', guest: { id: 'guest' } },
])('without its identity, $change, the chat shows the next visitor nothing of the previous one', async ({ guest }) => {
  const server = createChatServer(makeFace());
  const member = <PorticoChat {...common} open identity={ann} metadata={{ plan: 'pro' }} />;
  await act(async () => root.render(member));
  await eventually(() => expect(server.posts(/sessions$/)).toHaveLength(1));
  await act(async () => findInstance()?.send('Secret of Ann'));
  await eventually(() => expect(inside('.msg.user')).toHaveLength(1));
  await eventually(() => expect(server.posts(/messages$/)).toHaveLength(1));
  // The next rendering of the same visitor changes nothing.
  await act(async () => root.render(<PorticoChat {...common} open identity={{ ...ann }} metadata={{ plan: 'pro' }} />));
  expect(inside('.msg.user')).toHaveLength(1);

  await act(async () => root.render(<PorticoChat {...common} {...guest} open />));
  await eventually(() => expect(localStorage).toHaveLength(0));
  await eventually(() => expect(inside('.panel.open')).toHaveLength(1));
  expect(inside('.msg.user')).toHaveLength(0);
  await act(async () => findInstance()?.send('Somebody else'));
  await eventually(() => expect(server.posts(/messages$/)).toHaveLength(2));
  const { body } = server.posts(/sessions$/).at(-1) ?? {};
  for (const name of ['identity', 'metadata', 'resume', 'visitorId']) expect(body).not.toHaveProperty(name);
});

test('a chat that never had an identity keeps its conversation', async () => {
  const server = createChatServer(makeFace());
  await act(async () => root.render(<PorticoChat {...common} open />));
  await eventually(() => expect(inside('.panel.open')).toHaveLength(1));
  await act(async () => findInstance()?.send('Hello'));
  await eventually(() => expect(server.posts(/messages$/)).toHaveLength(1));
  await act(async () => root.render(<PorticoChat {...common} open theme="dark" />));
  await eventually(() => expect(inside('.pt')[0]?.getAttribute('data-scheme')).toBe('dark'));
  expect(inside('.msg.user')).toHaveLength(1);
});

/** A reply that cites the passage, as the server stores it. */
const makeReply = (number: number) => ({
  id: `msg_${number}`,
  threadId: 'thr_1',
  role: 'assistant',
  content: `Reply ${number}`,
  status: 'complete',
  toolCalls: null,
  citations: [{ chunkId: 'chk_1', documentId: 'doc_1', documentName: 'Guide', score: 1, quote: 'Text' }],
  attachments: [],
  feedback: null,
  clientMessageId: null,
  replacedBy: null,
  followUps: [],
  createdAt: '2026-05-01T10:00:00.000Z',
});

/** Counts the mounted instances of its content. */
function createCounter() {
  const counter = { mounted: 0 };
  function Counted({ text }: { text: string }) {
    useEffect(() => {
      counter.mounted += 1;
      return () => {
        counter.mounted -= 1;
      };
    }, []);
    return <b>{text}</b>;
  }
  return { counter, Counted };
}

test('each citation has its own content, also if replies cite the same passage, until the conversation is left', async () => {
  const server = createChatServer(makeFace());
  const { counter, Counted } = createCounter();
  server.stored = [makeReply(1), makeReply(2)];
  const expiresAt = new Date(Date.now() + server.lifeMs).toISOString();
  const session = { id: 'ses_1', token: 'tok_1', threadId: 'thr_1', expiresAt };
  localStorage.setItem('portico:demo', JSON.stringify({ session, lastEventId: '1' }));
  await act(async () =>
    root.render(
      <PorticoChat {...common} open renderCitation={({ documentName }) => <Counted text={documentName} />} />,
    ),
  );
  const texts = () => inside('.sources li').map(({ textContent }) => textContent);
  await eventually(() => expect(texts()).toEqual(['Guide', 'Guide']));
  expect(counter.mounted).toBe(2);
  await act(async () => root.render(<PorticoChat {...common} open renderCitation={() => <Counted text="Source" />} />));
  await eventually(() => expect(texts()).toEqual(['Source', 'Source']));
  expect(counter.mounted).toBe(2);
  await act(async () => findInstance()?.newThread());
  await eventually(() => expect(counter.mounted).toBe(0));
  expect(texts()).toEqual([]);
});

test('a slot that renders null again drops its content', async () => {
  const server = createChatServer(makeFace());
  const { counter, Counted } = createCounter();
  await act(async () =>
    root.render(
      <PorticoChat
        {...common}
        open
        renderMessage={({ status }) => (status === 'complete' ? null : <Counted text="Sending" />)}
      />,
    ),
  );
  await eventually(() => expect(inside('.panel.open')).toHaveLength(1));
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.answers = [() => undefined, () => promise.then(() => new Response('{}'))];
  await act(async () => findInstance()?.send('Hello'));
  await eventually(() => expect(inside('.msg.user b').map(({ textContent }) => textContent)).toEqual(['Sending']));
  resolve(undefined);
  await eventually(() => expect(inside('.msg.user .bubble').map(({ textContent }) => textContent)).toEqual(['Hello']));
  await eventually(() => expect(counter.mounted).toBe(0));
});

test('slots follow the state of the page, and can be added and removed', async () => {
  createChatServer(makeFace());
  const draw = (props: Partial<PorticoChatProps>) =>
    act(async () => root.render(<PorticoChat {...common} defaultOpen {...props} />));
  const shown = () => inside('.msg.user').map(({ lastChild }) => lastChild?.textContent);
  await draw({});
  await eventually(() => expect(inside('.panel.open')).toHaveLength(1));
  await act(async () => findInstance()?.send('Hello'));
  await eventually(() => expect(shown()).toEqual(['Hello']));
  for (const count of [1, 2]) {
    await draw({
      renderMessage: ({ content }) => <b>{`${content} ×${count}`}</b>,
      renderLauncher: () => <b>{`Help ×${count}`}</b>,
    });
    await eventually(() => expect(shown()).toEqual([`Hello ×${count}`]));
    await eventually(() => expect(inside('.toggle.drawn b')[0]?.textContent).toBe(`Help ×${count}`));
  }
  await draw({ renderMessage: () => null });
  await eventually(() => expect(shown()).toEqual(['Hello']));
  expect(inside('.toggle.drawn')).toHaveLength(0);
  expect(inside('b')).toHaveLength(0);
});

test('a slot that throws is reported and keeps the built-in rendering', async () => {
  createChatServer(makeFace());
  const report = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', report);
  const fault = new Error('of the page');
  await act(async () =>
    root.render(
      <PorticoChat
        {...common}
        open
        renderMessage={() => {
          throw fault;
        }}
      />,
    ),
  );
  await eventually(() => expect(inside('.panel.open')).toHaveLength(1));
  await act(async () => findInstance()?.send('Hello'));
  await eventually(() => expect(inside('.msg.user .bubble').map(({ textContent }) => textContent)).toEqual(['Hello']));
  expect(report).toHaveBeenCalledWith(fault);
});

test('a message keeps its content when it gets the id of the server', async () => {
  const server = createChatServer(makeFace());
  await act(async () => root.render(<PorticoChat {...common} open renderMessage={({ id }) => <b>{id}</b>} />));
  await eventually(() => expect(inside('.panel.open')).toHaveLength(1));
  await act(async () => findInstance()?.send('Hello'));
  await eventually(() => expect(server.calls.some(({ path }) => path.endsWith('/events'))).toBe(true));
  const clientMessageId = findInstance()?.getState().messages[0]?.clientMessageId;
  await eventually(() => expect(inside('.msg.user b')[0]?.textContent).toBe(clientMessageId));
  const [before] = inside('.msg.user b');
  const timestamp = '2026-05-01T10:00:00.000Z';
  const message = { id: 'msg_1', thread_id: 'thr_1', role: 'user', content: 'Hello', status: 'complete' };
  const rest = {
    citations: [],
    attachments: [],
    feedback: null,
    client_message_id: clientMessageId,
    replaced_by: null,
  };
  const created = { message: { ...message, ...rest, outcome: null, created_at: timestamp }, timestamp };
  await act(async () => server.send(1, 'message:created', created));
  await eventually(() => expect(inside('.msg.user b')[0]?.textContent).toBe('msg_1'));
  expect(inside('.msg.user b')[0]).toBe(before);
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
  // Its height is reserved without a style, which a strict policy would block.
  expect(inline).toContain('<div class="chat"><svg');
  expect(inline).toContain('height="100%" viewBox="0 0 200 600"');
  expect(inline).not.toContain('style');
  expect(renderToString(<Status />)).toContain('away');
});
