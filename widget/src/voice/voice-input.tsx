import { textsByLanguage } from '@portico/shared-types/languages/lists/widget-voice';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePanel } from '../ui/context.ts';
import type { ExtraProps } from '../ui/extras.tsx';
import { listen } from './listen.ts';
import type { Listening } from './listen.ts';

export { default as styles } from './voice-input.css?inline';

/** Appends speech to the text in the composer; nothing is sent automatically. */
export function View({ area, onClose }: ExtraProps) {
  const { chat } = usePanel();
  const listening = useRef<Listening>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const [fault, setFault] = useState<'denied' | 'failed' | null>(null);
  const language = area.current?.closest('[lang]')?.getAttribute('lang') ?? 'en';
  const labels = textsByLanguage[language] ?? textsByLanguage.en;

  // In the commit that shows "Listening…": an effect after painting would start slightly too late.
  useLayoutEffect(() => {
    const before = chat.draft.peek().trimEnd();
    let written = chat.draft.peek();
    const own = listen({
      language: chooseSpoken(language),
      onText(text) {
        // Text typed in the meantime wins.
        if (chat.draft.peek() !== written) return own.stop();
        written = before === '' ? text.trimStart() : `${before} ${text.trimStart()}`;
        chat.draft.value = written;
      },
      onEnd: (next) => (next ? setFault(next) : close.current()),
    });
    listening.current = own;
    return () => own.abort();
  }, [chat, language]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <div class="voice" onKeyDown={onKeyDown}>
      {fault === null && <i aria-hidden="true" />}
      <span role="status">{labels?.[fault ?? 'listening']}</span>
      <button type="button" class="btn" onClick={() => (fault ? onClose() : listening.current?.stop())}>
        {fault ? 'OK' : labels?.stop}
      </button>
    </div>
  );
}

/** The visitor's own variant of the interface's language (`de-AT` for `de`). */
function chooseSpoken(language: string): string {
  return navigator.languages.find((wish) => wish.toLowerCase().split('-')[0] === language) ?? language;
}
