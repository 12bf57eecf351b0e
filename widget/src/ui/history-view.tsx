import { isLanguageTag } from '@portico/shared-types/rules/is-language-tag';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { cutText } from '@portico/browser-kit/cut-text';
import { stripBidiControls } from '@portico/browser-kit/markdown/plain-text';
import type { Chat } from '../models/chat.ts';
import type { PastConversation } from '../models/storage.ts';
import { usePanel } from './context.ts';
import type { Panel } from './context.ts';
import { LaterIcon } from './later-icon.tsx';

/** A conversation that the server knows of and this browser has no token for. */
type Listed = Pick<PastConversation, 'threadId' | 'title' | 'at'>;

/**
 * Earlier conversations of this visitor, most recently used first. At the side of a wide page (`isSide`) the current one
 * is among them, and none changes its place; without any, the list is not shown there.
 */
export function HistoryView({ isSide = false }: { isSide?: boolean }) {
  const panel = usePanel();
  const { chat, view, language, texts, focusComposer } = panel;
  const box = useRef<HTMLDivElement>(null);
  const known = chat.history.list.value;
  const listed = useListed(chat);
  const current = findCurrent(chat, listed);
  const isNew = ({ threadId }: Listed) =>
    threadId !== current?.threadId && known.every((entry) => entry.threadId !== threadId);
  const earlier: Listed[] = [...known, ...listed.filter(isNew)];
  // Ids begin with the time.
  const list = isSide
    ? [...(current ? [current] : []), ...earlier].toSorted((a, b) => (a.threadId < b.threadId ? 1 : -1))
    : earlier.toSorted((a, b) => b.at.localeCompare(a.at));
  // Dates in the language of the surrounding text, in the visitor's own variant if known.
  const locale = chooseLocale([chat.face.value.locale, ...navigator.languages], language.value);
  useLayoutEffect(() => {
    if (!isSide) box.current?.focus();
  }, [isSide]);
  const go = (run: () => void) => () => {
    run();
    view.value = 'conversation';
    focusComposer();
  };
  if (isSide && list.length === 0) return null;
  const button = (
    <button type="button" class="btn strong" onClick={go(() => chat.newThread())}>
      <LaterIcon name="edit" />
      {texts.value.newThread}
    </button>
  );
  return (
    <div
      class={isSide ? 'past side' : 'scroll past'}
      ref={box}
      tabindex={0}
      role="region"
      aria-label={texts.value.history}
    >
      {isSide && button}
      {isSide && <h3>{texts.value.history}</h3>}
      {list.length === 0 && <p class="empty">{texts.value.noHistory}</p>}
      <ul>
        {list.map((entry) => (
          <li key={entry.threadId}>
            <button
              type="button"
              aria-current={entry === current ? 'true' : undefined}
              onClick={go(() => entry !== current && openPast(panel, entry))}
            >
              <bdi>{stripBidiControls(entry.title)}</bdi>
              <small>{new Date(entry.at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })}</small>
            </button>
          </li>
        ))}
      </ul>
      {!isSide && button}
    </div>
  );
}

/**
 * The first of the tags that is a variant of the language. Sites and systems also give tags that `Intl` rejects, such
 * as `de_DE` or `en-US@posix`.
 */
function chooseLocale(tags: readonly (string | null)[], language: string): string {
  const known = tags.map((tag) => tag?.replaceAll('_', '-') ?? '');
  return known.find((tag) => tag.startsWith(language) && isLanguageTag(tag)) ?? language;
}

/** The current conversation, also while it is loaded, under the name that it has among the earlier ones. */
function findCurrent(chat: Chat, listed: readonly Listed[]): Listed | undefined {
  const { threadId } = chat.session.current.value ?? chat.storage.read().session ?? {};
  const messages = chat.messages.value;
  const known = listed.find((entry) => entry.threadId === threadId);
  const title = known?.title ?? messages.find(({ role }) => role === 'user')?.content;
  const at = messages.at(-1)?.createdAt ?? known?.at;
  if (threadId === undefined || title === undefined || at === undefined) return undefined;
  return { threadId, title: cutText(title, 80), at };
}

/** The visitor's conversations on all devices and pages, once the server has returned them. */
function useListed(chat: Chat): readonly Listed[] {
  const [listed, setListed] = useState<readonly Listed[]>([]);
  const known = chat.history.list.value;
  const session = chat.session.current.value ?? known[0];
  useLayoutEffect(() => {
    if (!session) {
      // Logged out: the next visitor must not see them.
      setListed([]);
      return undefined;
    }
    let isLate = false;
    void chat.api.listPast(session).then(
      (past) => {
        if (isLate) return;
        setListed(past.map(({ threadId, title, lastMessageAt }) => ({ threadId, title, at: lastMessageAt })));
      },
      // An older server has no list; this browser's own list is shown.
      () => undefined,
    );
    return () => {
      isLate = true;
    };
  }, [chat, session]);
  return listed;
}

/**
 * Opens a conversation; if this browser has no token for it, it gets one with the token of another conversation. If the
 * visitor has changed in the meantime, or has chosen another conversation, it is not opened.
 */
function openPast(panel: Panel, entry: Listed | PastConversation): void {
  const { chat } = panel;
  panel.chosen = entry;
  if ('token' in entry) {
    chat.openPast(entry);
    return;
  }
  const known = chat.session.current.peek() ?? chat.history.list.peek()[0];
  if (known === undefined) return;
  const began = chat.session.epoch();
  void chat.api.createSession({ threadId: entry.threadId, resume: known.token }).then(
    ({ id, token, threadId, expiresAt }) => {
      if (panel.chosen !== entry || chat.session.epoch() !== began) return;
      chat.openPast({ ...entry, id, token, threadId, expiresAt });
    },
    // Offline, which the banner shows; the list is kept.
    () => undefined,
  );
}
