import { useFlatten } from '@portico/browser-kit/markdown/use-flatten';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { StoreApi } from 'zustand/vanilla';
import type { AskState } from '../../store/run/ask-store.ts';
import { sayNotice } from '../../store/notice.ts';
import { useStore } from '../../store/use-store.ts';
import { useTexts } from '../../text/texts-context.ts';
import { useAnnouncer } from '../../ui/announce-context.ts';
import { Answer } from './answer.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LimitNotice } from '../../ui/limit-notice.tsx';
import { Passage } from './passage.tsx';

/** A question about the submission, answered with its passages. */
export function AskPanel({ store }: { store: StoreApi<AskState> }) {
  const texts = useTexts();
  const { announce } = useAnnouncer();
  const { asked, results, answer, isPartial, isSearching, notice, limit, ask, endLimit } = useStore(
    store,
    (state) => state,
  );
  const [question, setQuestion] = useState(asked);
  const flatten = useFlatten();
  const list = useRef<HTMLOListElement>(null);
  const panel = useRef<HTMLElement>(null);
  const found = asked === '' ? '' : describe();

  useEffect(() => {
    if (found !== '' && !isSearching) announce(found);
  }, [found, isSearching, announce]);
  useEffect(() => {
    if (answer === null) return;
    // Marks like ** would be read out.
    announce(`${texts.say('askAnswer')}: ${flatten?.(answer.content) ?? answer.content}`);
  }, [answer, announce, texts, flatten]);

  // Below the fold an answer would be missed; the question stays visible if both fit.
  useEffect(() => {
    const first = panel.current?.querySelector('.answer') ?? list.current?.firstElementChild;
    first?.scrollIntoView({ block: 'nearest' });
  }, [results]);

  const send = (event: Event) => {
    event.preventDefault();
    if (limit === null) void ask(question);
  };
  function describe(): string {
    if (results.length === 0) return texts.say('askNone');
    return texts.say('askFound', { count: results.length, query: asked });
  }
  return (
    <section class="ask" ref={panel} aria-labelledby="ask-title">
      <h2 id="ask-title">{texts.say('askTitle')}</h2>
      <p class="hint">{texts.say('askText')}</p>
      <form class="url-entry" role="search" aria-labelledby="ask-title" onSubmit={send}>
        <input
          class="control"
          type="text"
          dir={question === '' ? undefined : 'auto'}
          enterkeyhint="search"
          aria-label={texts.say('askLabel')}
          placeholder={texts.say('askPlaceholder')}
          value={question}
          onInput={(event) => setQuestion(event.currentTarget.value)}
        />
        <button
          type="submit"
          class="button"
          aria-disabled={isSearching || limit !== null}
          // A sandboxed frame without `allow-forms` gets the press, also for the Enter key, but no event `submit`.
          onClick={send}
        >
          {isSearching ? <span class="spinner" /> : <Icon name="search" />}
          {texts.say(isSearching ? 'askSearching' : 'askButton')}
        </button>
      </form>
      {limit !== null && <LimitNotice limit={limit} onEnd={endLimit} />}
      {notice !== null && (
        <p class="error" role="alert">
          <Icon name="alert" />
          <bdi dir="auto">{sayNotice(texts, notice)}</bdi>
        </p>
      )}
      {answer !== null && <Answer question={asked} answer={answer} passages={results} />}
      {asked !== '' && (results.length > 0 || answer === null) && (
        <p class="ask-found" dir="auto">
          {found}
        </p>
      )}
      {isPartial && (
        <p class="hint" role="status">
          {texts.say('askPartial')}
        </p>
      )}
      {results.length > 0 && (
        <ol class="passages" ref={list}>
          {results.map((passage) => (
            <Passage key={passage.id} passage={passage} question={asked} />
          ))}
        </ol>
      )}
    </section>
  );
}
