import { isComposing } from '@portico/browser-kit/is-composing';
import { textsByLanguage } from '@portico/shared-types/languages/lists/widget-ask';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { fill } from '../locales/load-texts.ts';
import { usePanel } from '../ui/context.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { LaterIcon } from '../ui/later-icon.tsx';
import { MessageList } from '../ui/message-list.tsx';
import { useOverlong } from '../ui/use-overlong.tsx';
import { AskResults } from './ask-results.tsx';
import { createPassageSearch } from './search-passages.ts';

export { AskFrame } from './ask-frame.tsx';
export { default as styles } from './ask.css?inline';

/**
 * The content of the ask dialog: a field, below it what is found while the visitor types, and after Enter the answer.
 * The text of the field is the chat's draft, so that a page can fill it in.
 */
export function AskView() {
  const { chat, language, texts, announcement } = usePanel();
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
        <AskResults
          query={query}
          passages={passages}
          chosen={at}
          listId={listId}
          optionId={optionId}
          isBusy={searching.isSearching.value}
          isDone={isDone}
          onAsk={ask}
        />
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

const searchPath = 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.8-1.7L20 20';
