import { stripBidiControls } from '@portico/browser-kit/markdown/plain-text';
import type { ChatPassage } from '@portico/shared-types/api/public-chat';
import { textsByLanguage } from '@portico/shared-types/languages/lists/widget-ask';
import { Fragment } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { fill } from '../locales/load-texts.ts';
import { usePanel } from '../ui/context.ts';
import { Icon } from '../ui/icon.tsx';
import { linkToPassage } from '../ui/link-to-passage.ts';
import { findSection } from './find-section.ts';
import { markWords } from './mark-words.ts';

interface AskResultsProps {
  query: string;
  passages: readonly ChatPassage[];
  /** Which option is chosen: 0 asks the agent, the passages come after it. */
  chosen: number;
  listId: string;
  optionId(index: number): string;
  isBusy: boolean;
  /** The passages are those of the query. */
  isDone: boolean;
  onAsk(): void;
}

/** What is found for the text of the field: the offer to ask the agent, and passages. */
export function AskResults({ query, passages, chosen, listId, optionId, isBusy, isDone, onAsk }: AskResultsProps) {
  const { language, sheet } = usePanel();
  const labels = textsByLanguage[language.value] ?? textsByLanguage.en;
  const show = (passage: ChatPassage) => {
    const { chunkId, title, heading, url, content, score } = passage;
    const citation = { chunkId, documentId: '', documentName: title, title, heading, url, quote: content, score };
    sheet.value = { kind: 'citation', citation, number: passages.indexOf(passage) + 1 };
  };
  return (
    <div class="list">
      <div class="scroll ask-found">
        <div id={listId} role="listbox" aria-label={labels.results} aria-busy={isBusy}>
          <button
            type="button"
            role="option"
            id={optionId(0)}
            aria-selected={chosen === 0}
            tabindex={-1}
            class="ask-option ask-agent"
            onClick={onAsk}
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
              isChosen={chosen === index + 1}
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
  const shared = { ref: option, id, role: 'option' as const, 'aria-selected': isChosen, tabindex: -1 };
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
