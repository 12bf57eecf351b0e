import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { stripBidiControls } from '@portico/browser-kit/markdown/plain-text';
import type { Chat } from '../models/chat.ts';
import type { PastConversation } from '../models/storage.ts';
import { usePanel } from './context.ts';
import type { Panel } from './context.ts';
import { LaterIcon } from './later-icon.tsx';

/** A conversation that the server knows of and this browser has no token for. */
type Listed = Pick<PastConversation, 'threadId' | 'title' | 'at'>;

/** Earlier conversations of this visitor, newest first; at the side of a wide page (`isSide`) only if there are any. */
export function HistoryView({ isSide = false }: { isSide?: boolean }) {
  const panel = usePanel();
  const { chat, view, language, texts, focusComposer } = panel;
  const box = useRef<HTMLDivElement>(null);
  const known = chat.history.list.value;
  const others = useOthers(chat);
  const list = [...known, ...others].toSorted((a, b) => b.at.localeCompare(a.at));
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
  return (
    <div
      class={isSide ? 'past side' : 'scroll past'}
      ref={box}
      tabIndex={0}
      role="region"
      aria-label={texts.value.history}
    >
      {isSide && <h3>{texts.value.history}</h3>}
      {list.length === 0 && <p class="empty">{texts.value.noHistory}</p>}
      <ul>
        {list.map((entry) => (
          <li key={entry.threadId}>
            <button type="button" onClick={go(() => openPast(panel, entry))}>
              <bdi>{stripBidiControls(entry.title)}</bdi>
              <small>{new Date(entry.at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })}</small>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" class="btn strong" onClick={go(() => chat.newThread())}>
        <LaterIcon name="edit" />
        {texts.value.newThread}
      </button>
    </div>
  );
}

/**
 * The first of the tags that is a variant of the language. Sites and systems also give tags that `Intl` rejects, such
 * as `de_DE` or `en-US@posix`.
 */
function chooseLocale(tags: readonly (string | null)[], language: string): string {
  const isValid = (tag: string) => {
    try {
      return Intl.getCanonicalLocales(tag).length > 0;
    } catch {
      return false;
    }
  };
  const known = tags.map((tag) => tag?.replaceAll('_', '-') ?? '');
  return known.find((tag) => tag.startsWith(language) && isValid(tag)) ?? language;
}

/** The visitor's conversations from other devices or pages, once the server has returned them. */
function useOthers(chat: Chat): readonly Listed[] {
  const [listed, setListed] = useState<readonly Listed[]>([]);
  const known = chat.history.list.value;
  const current = chat.session.current.value;
  const session = current ?? known[0];
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
  return listed.filter(
    ({ threadId }) => threadId !== current?.threadId && known.every((entry) => entry.threadId !== threadId),
  );
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
