import type { Conversation } from '@portico/shared-types/api/conversations';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { useState } from 'preact/hooks';
import { afterEach, expect, test, vi } from 'vitest';
import { NoticeMenu } from '../screens/conversations/list/notice-menu.tsx';
import { renderInConsole } from '../test/render-in-console.tsx';
import { sampleConversation } from '../test/sample-conversation.ts';
import { ToasterProvider } from '../ui/toaster.tsx';
import { readNoticeChoice, writeNoticeChoice } from './notice-choice.ts';
import VisitorNotices from './visitor-notices.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Notifications of a browser; `shown` are the titles, and `bodies` the texts. Those of Chrome for Android can only be shown by service workers. */
function stubNotifications(permission: NotificationPermission, isAndroid = false) {
  const shown: string[] = [];
  const bodies: (string | undefined)[] = [];
  /** As in browsers: a notification with the tag of an earlier one replaces it without being announced. */
  const open = new Map<string | undefined, unknown>();
  class FakeNotification extends EventTarget {
    static readonly permission = permission;
    static async requestPermission() {
      return permission;
    }
    readonly tag: string | undefined;
    constructor(title: string, { body, tag }: NotificationOptions = {}) {
      super();
      this.tag = tag;
      if (isAndroid)
        throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.');
      if (permission === 'granted' && !open.has(tag)) shown.push(title);
      open.set(tag, this);
      bodies.push(body);
    }
    close() {
      if (open.get(this.tag) === this) open.delete(this.tag);
    }
  }
  vi.stubGlobal('Notification', FakeNotification);
  return { shown, bodies, open };
}

const label = 'Show a notice when a visitor waits or writes to me';
const cannotShow = 'This browser cannot show notices of this site. On a computer, it can.';
const toast = async (text: string | RegExp) => screen.findByText(text, { selector: '.toast' });

/** Returns the switch of notices in it. */
async function openMenu(): Promise<HTMLElement> {
  fireEvent.keyDown(screen.getByRole('button', { name: 'Notices' }), { key: 'Enter' });
  return screen.findByRole('menuitemcheckbox', { name: label });
}

async function switchOn(): Promise<void> {
  renderInConsole(
    <ToasterProvider>
      <NoticeMenu />
    </ToasterProvider>,
  );
  fireEvent.click(await openMenu());
}

test('turning notices on shows the first one', async () => {
  const { shown } = stubNotifications('granted');
  await switchOn();
  await waitFor(() => expect(readNoticeChoice().desktop).toBe(true));
  expect(shown).toEqual(['Notices are on']);
});

test.each(['granted', 'denied'] as const)(
  'a browser that cannot show notices says so, and they stay off (%s)',
  async (permission) => {
    stubNotifications(permission, true);
    await switchOn();
    expect(await toast(cannotShow)).toBeTruthy();
    expect(readNoticeChoice().desktop).toBe(false);
    expect(localStorage.getItem('portico:console:notices')).toBeNull();
  },
);

test('a browser that refuses notices leads to its settings', async () => {
  stubNotifications('denied');
  await switchOn();
  expect(await toast(/does not allow notifications/)).toBeTruthy();
  expect(localStorage.getItem('portico:console:notices')).toBeNull();
});

const visitor: Conversation = { ...sampleConversation, status: 'waiting', waiting_since: '2026-01-01T00:00:00.000Z' };

const oneWaits = [[visitor]];

/** Each click shows the next list of those who wait, of more than it shows if it is not whole. */
function Waiting({ lists = oneWaits, isWhole = true }: { lists?: Conversation[][]; isWhole?: boolean }) {
  const [at, setAt] = useState(0);
  const waiting = lists[at - 1] ?? [];
  return (
    <ToasterProvider>
      <button type="button" onClick={() => setAt(at + 1)}>
        list {at}
      </button>
      <NoticeMenu />
      <VisitorNotices waiting={waiting} isWhole={isWhole} mine={[]} />
    </ToasterProvider>
  );
}

async function letOneWait(): Promise<void> {
  writeNoticeChoice({ desktop: true, sound: false });
  renderInConsole(<Waiting />);
  fireEvent.click(await screen.findByRole('button', { name: 'list 0' }));
  await screen.findByRole('button', { name: 'list 1' });
}

test('a visitor who begins to wait is shown', async () => {
  const { shown } = stubNotifications('granted');
  await letOneWait();
  await waitFor(() => expect(shown).toEqual(['A visitor waits for a person']));
});

/* A wait that timed out and that nobody has read continues with the visitor's next request: `waiting_since` is kept. */
test.each([
  { isWhole: true, title: 'a visitor who waits again is shown again, once', count: 2 },
  { isWhole: false, title: 'a visitor who is not among the newest for a moment is not shown again', count: 1 },
])('$title', async ({ isWhole, count }) => {
  const { shown } = stubNotifications('granted');
  const chimes = vi.spyOn(await import('./play-chime.ts'), 'playChimeOnce').mockReturnValue();
  writeNoticeChoice({ desktop: true, sound: true });
  const writes: Conversation = { ...visitor, updated_at: '2026-01-01T00:00:30.000Z', unread_count: 1 };
  const again: Conversation = { ...visitor, updated_at: '2026-01-01T00:20:00.000Z' };
  const writesAgain: Conversation = { ...again, updated_at: '2026-01-01T00:20:30.000Z', unread_count: 1 };
  const lists = [[visitor], [writes], [], [again], [writesAgain]];
  renderInConsole(<Waiting lists={lists} isWhole={isWhole} />);
  for (const at of lists.keys()) fireEvent.click(await screen.findByRole('button', { name: `list ${at}` }));
  await waitFor(() => expect(shown).toHaveLength(count));
  expect(chimes.mock.calls.flat()).toEqual([visitor.waiting_since, again.updated_at].slice(0, count));
});

test.each([true, false])(
  'a visitor whom nobody has answered is shown again once they ask again (all waiting visitors listed: %s)',
  async (isWhole) => {
    const { shown } = stubNotifications('granted');
    writeNoticeChoice({ desktop: true, sound: false });
    const missed: Conversation = { ...visitor, status: 'bot', updated_at: '2026-01-01T00:10:00.000Z' };
    const again: Conversation = { ...visitor, updated_at: '2026-01-01T00:20:00.000Z' };
    const lists = [[visitor], [missed], [again]];
    renderInConsole(<Waiting lists={lists} isWhole={isWhole} />);
    for (const at of lists.keys()) fireEvent.click(await screen.findByRole('button', { name: `list ${at}` }));
    await waitFor(() => expect(shown).toHaveLength(2));
  },
);

test('a visitor whom nobody has answered is not announced', async () => {
  const { shown } = stubNotifications('granted');
  writeNoticeChoice({ desktop: true, sound: false });
  const lists = [[{ ...visitor, status: 'bot' as const }], [{ ...visitor, id: 'cnv_2' }]];
  renderInConsole(<Waiting lists={lists} isWhole={false} />);
  for (const at of lists.keys()) fireEvent.click(await screen.findByRole('button', { name: `list ${at}` }));
  await waitFor(() => expect(shown).toHaveLength(1));
});

test('if notices that are on can’t be shown, they are turned off, and a message says so', async () => {
  stubNotifications('granted', true);
  await letOneWait();
  expect(await toast(cannotShow)).toBeTruthy();
  expect(readNoticeChoice()).toEqual({ desktop: false, sound: false });
  const menuSwitch = await openMenu();
  expect(menuSwitch.getAttribute('aria-checked')).toBe('false');
});

const agentSaid = {
  role: 'assistant' as const,
  author_type: 'agent' as const,
  preview: 'I will get somebody.',
  at: '',
};

test('each message of a conversation is announced, and only the latest notification stays', async () => {
  const { shown, open } = stubNotifications('granted');
  writeNoticeChoice({ desktop: true, sound: false });
  const said = (at: string): Conversation => ({
    ...sampleConversation,
    status: 'human',
    unread_count: 1,
    last_message: { role: 'user', author_type: 'visitor', preview: 'Hello?', at },
  });
  const mine = [[], [said('2026-01-01T00:00:00.000Z')], [said('2026-01-01T00:01:00.000Z')]];
  const none: Conversation[] = [];
  const renderAt = (at: number) => (
    <ToasterProvider>
      <VisitorNotices waiting={none} isWhole mine={mine[at] ?? none} />
    </ToasterProvider>
  );
  const { rerender } = renderInConsole(renderAt(0));
  for (const at of [1, 2]) rerender(renderAt(at));
  await waitFor(() => expect(shown).toEqual(['A visitor has written to you', 'A visitor has written to you']));
  expect(open.size).toBe(1);
});

test.each([
  { because: 'the reason', handover: { reason: 'A refund', summary: 'Order 7' }, body: 'A refund' },
  { because: 'the summary', handover: { reason: null, summary: 'Order 7' }, body: 'Order 7' },
  { because: 'the subject, not the agent’s last words', handover: null, body: 'Where is my order?' },
  { because: 'else the chat', handover: null, subject: null, body: 'Harbour desk' },
])('a notice says what the visitor wants: $because', async ({ handover, subject = 'Where is my order?', body }) => {
  const { bodies } = stubNotifications('granted');
  writeNoticeChoice({ desktop: true, sound: false });
  const asks = { ...visitor, subject, last_message: agentSaid };
  const lists = [[{ ...asks, handover: handover && { ...handover, requested_by: 'agent' as const } }]];
  renderInConsole(<Waiting lists={lists} />);
  fireEvent.click(await screen.findByRole('button', { name: 'list 0' }));
  await waitFor(() => expect(bodies).toEqual([body]));
});
