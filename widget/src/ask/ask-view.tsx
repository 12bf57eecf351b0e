import { isComposing } from '@portico/browser-kit/is-composing';
import { stripBidiControls } from '@portico/browser-kit/markdown/plain-text';
import type { ChatPassage } from '@portico/shared-types/api/public-chat';
import { textsByLanguage } from '@portico/shared-types/languages/lists/widget-ask';
import { Fragment } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { fill } from '../locales/load-texts.ts';
import { usePanel } from '../ui/context.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { LaterIcon } from '../ui/later-icon.tsx';
import { linkToPassage } from '../ui/link-to-passage.ts';
import { MessageList } from '../ui/message-list.tsx';
import { useOverlong } from '../ui/use-overlong.tsx';
import { findSection } from './find-section.ts';
import { markWords } from './mark-words.ts';
import { createPassageSearch } from './search-passages.ts';

export { AskFrame } from './ask-frame.tsx';
export { default as styles } from './ask.css?inline';

/**
 * The content of the ask dialog: a field, below it what is found while the visitor types, and after Enter the answer.
 * The text of the field is the chat's draft, so that a page can fill it in.
 */
export function AskView() {
  const { chat, language, texts, sheet, announcement } = usePanel();
  const labels = textsByLanguage[language.value] ?? textsByLanguage.en;
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const overlong = useOverlong(field);
  const searching = useMemo(() => createPassageSearch(chat), [chat]);
  const [chosen, setChosen] = useState(0);
  const query = chat.draft.value;
  const isTyping = query.trim() !== '';
  const found = searching.found.value;
  const passages = isTyping && found ? found : [];
  const isDone = isTyping && found !== null && !searching.isSearching.value;
  // The first entry asks the agent.
  const at = Math.min(chosen, passages.length);
  const optionId = (index: number) => `${listId}-${index}`;

  const isOpen = chat.isOpen.value;
  useLayoutEffect(() => {
    if (!isOpen) return;
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, [isOpen]);
  useEffect(() => () => searching.stop(), [searching]);
  useLayoutEffect(() => {
    setChosen(0);
    searching.search(query);
  }, [searching, query]);
  useEffect(() => {
    if (isDone) announcement.value = fill(passages.length === 0 ? labels.none : labels.found, { n: passages.length });
    // Announced once for each result.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isDone, found]);

  const ask = () => {
    if (!isTyping || chat.limitSeconds.value > 0) return;
    chat.send(query);
    chat.draft.value = '';
    field.current?.focus();
  };
  const show = (passage: ChatPassage) => {
    const { chunkId, title, heading, url, content, score } = passage;
    const citation = { chunkId, documentId: '', documentName: title, title, heading, url, quote: content, score };
    sheet.value = { kind: 'citation', citation, number: passages.indexOf(passage) + 1 };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && passages.length > 0) {
      event.preventDefault();
      const count = passages.length + 1;
      setChosen((at + step + count) % count);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (at === 0) ask();
      else field.current?.form?.parentElement?.querySelector<HTMLElement>('[aria-selected="true"]')?.click();
    }
  };

  return (
    <>
      <form
        class="ask-field"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <Icon name="more" path={searchPath} />
        <input
          ref={field}
          data-composer
          type="text"
          role="combobox"
          autocomplete="off"
          enterkeyhint="send"
          aria-expanded={isTyping}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isTyping ? optionId(at) : undefined}
          aria-label={labels.field}
          placeholder={chat.face.value.behaviour.placeholder ?? labels.field}
          dir={isTyping ? 'auto' : undefined}
          value={query}
          onInput={(event) => (chat.draft.value = event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {chat.isReplying.value && <IconButton icon="stop" label={texts.value.stop} onClick={() => chat.stop()} />}
        {chat.messages.value.length > 0 && (
          <button
            type="button"
            class="ib"
            aria-label={texts.value.newThread}
            title={texts.value.newThread}
            onClick={() => {
              chat.newThread();
              field.current?.focus();
            }}
          >
            <LaterIcon name="edit" />
          </button>
        )}
        <IconButton icon="close" label={labels.close} onClick={() => chat.close()} />
      </form>
      {overlong}
      {isTyping ? (
        <div class="list">
          <div class="scroll ask-found">
            <div id={listId} role="listbox" aria-label={labels.results} aria-busy={searching.isSearching.value}>
              <button
                type="button"
                role="option"
                id={optionId(0)}
                aria-selected={at === 0}
                tabIndex={-1}
                class="ask-option ask-agent"
                onClick={ask}
              >
                <Icon name="send" />
                <span>{fill(labels.ask, { text: isolate(query.trim()) })}</span>
              </button>
              {passages.map((passage, index) => (
                <PassageOption
                  key={passage.chunkId}
                  passage={passage}
                  query={query}
                  id={optionId(index + 1)}
                  isChosen={at === index + 1}
                  onShow={() => show(passage)}
                />
              ))}
            </div>
            {isDone && passages.length === 0 && <p class="ask-none">{labels.none}</p>}
          </div>
          <p class="ask-keys" aria-hidden="true">
            <kbd>↑</kbd>
            <kbd>↓</kbd> {labels.choose} <kbd>↵</kbd> {labels.open} <kbd>esc</kbd> {labels.leave}
          </p>
        </div>
      ) : (
        <>
          {/* The field controls a list at any time. */}
          <div id={listId} role="listbox" aria-label={labels.results} hidden />
          <MessageList />
        </>
      )}
    </>
  );
}

interface PassageOptionProps {
  passage: ChatPassage;
  query: string;
  id: string;
  isChosen: boolean;
  onShow: () => void;
}

/** A passage: a link to its page, or without an address a button that shows it. */
function PassageOption({ passage, query, id, isChosen, onShow }: PassageOptionProps) {
  const option = useRef<HTMLAnchorElement & HTMLButtonElement>(null);
  const { title, heading, content } = passage;
  const section = useMemo(() => findSection(content, heading, query), [content, heading, query]);
  const pieces = useMemo(() => markWords(section.text, query), [section, query]);
  const href = linkToPassage({ url: passage.url ?? null, quote: content });
  useLayoutEffect(() => {
    if (isChosen) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const shared = { ref: option, id, role: 'option' as const, 'aria-selected': isChosen, tabIndex: -1 };
  const body = (
    <>
      <span class="ask-title">
        {[...new Set([title, ...section.path])].map((part, index) => (
          <Fragment key={part}>
            {index > 0 && ' › '}
            <bdi>{part}</bdi>
          </Fragment>
        ))}
      </span>
      <span class="ask-text" dir="auto">
        {pieces.map(({ text, isMatch }, index) => {
          // A piece has no identity except its position.
          // oxlint-disable-next-line react/no-array-index-key
          return isMatch ? <mark key={index}>{text}</mark> : text;
        })}
      </span>
    </>
  );
  if (href === null) {
    return (
      <button {...shared} type="button" class="ask-option" onClick={onShow}>
        {body}
      </button>
    );
  }
  const isOwn = new URL(href).origin === location.origin;
  return (
    <a {...shared} class="ask-option" href={href} {...(isOwn ? {} : { target: '_blank', rel: 'noopener' })}>
      {body}
    </a>
  );
}

/** Keeps the direction of a text inside another one (Unicode's isolates). */
const isolate = (text: string): string => `\u2068${stripBidiControls(text)}\u2069`;

const searchPath = 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.8-1.7L20 20';
