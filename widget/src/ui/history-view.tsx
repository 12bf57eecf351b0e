import { useLayoutEffect, useRef } from 'preact/hooks';
import { stripBidiControls } from '@portico/browser-kit/markdown/plain-text';
import { usePanel } from './context.ts';
import { Icon } from './icon.tsx';

/** Earlier conversations of this browser, newest first. */
export function HistoryView() {
  const { chat, view, language, texts, focusComposer } = usePanel();
  const box = useRef<HTMLDivElement>(null);
  const list = chat.history.list.value;
  // Dates in the language of the words around them, in the visitor's own variant if one is known.
  const ways = [chat.face.value.locale, ...navigator.languages];
  const locale = ways.find((way) => way?.startsWith(language.value)) ?? language.value;
  useLayoutEffect(() => box.current?.focus(), []);
  const go = (run: () => void) => () => {
    run();
    view.value = 'conversation';
    focusComposer();
  };
  return (
    <div class="scroll past" ref={box} tabIndex={0} role="region" aria-label={texts.value.history}>
      {list.length === 0 && <p class="empty">{texts.value.noHistory}</p>}
      <ul>
        {list.map((entry) => (
          <li key={entry.id}>
            <button type="button" onClick={go(() => chat.openPast(entry))}>
              <bdi>{stripBidiControls(entry.title)}</bdi>
              <small>{new Date(entry.at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })}</small>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" class="btn strong" onClick={go(() => chat.newThread())}>
        <Icon name="edit" />
        {texts.value.newThread}
      </button>
    </div>
  );
}
