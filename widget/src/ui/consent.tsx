import { useLayoutEffect, useRef } from 'preact/hooks';
import { safeUrl } from '@portico/browser-kit/markdown/safe-url';
import { usePanel } from './context.ts';
import { LaterIcon } from './later-icon.tsx';
import { mayFocus } from './may-focus.ts';

/** Asked before anything is stored or sent (docs/reference/public-chat.md#sessions). */
export function Consent() {
  const { chat, texts, focusComposer } = usePanel();
  const accept = useRef<HTMLButtonElement>(null);
  const { text, privacyUrl } = chat.face.value.consent;
  const isDenied = chat.consent.value === 'denied';
  const link = safeUrl(privacyUrl ?? '');
  const t = texts.value;
  // Before painting, so that the first key reaches the button.
  useLayoutEffect(() => {
    if (chat.isOpen.peek() && mayFocus()) accept.current?.focus({ preventScroll: true });
  }, [chat]);
  return (
    <div class="scroll consent" tabindex={0} role="region" aria-label={t.consentTitle}>
      <div class="card">
        <span class="medal">
          <LaterIcon name="shield" />
        </span>
        <h3>{t.consentTitle}</h3>
        <p dir="auto">{text ?? t.consentText}</p>
        {link !== null && (
          <p>
            <a href={link} target="_blank" rel="noopener noreferrer">
              {t.privacy}
            </a>
          </p>
        )}
        <button
          ref={accept}
          type="button"
          class="btn strong wide"
          onClick={() => {
            chat.decideConsent('granted');
            focusComposer();
          }}
        >
          {t.accept}
        </button>
        {isDenied ? (
          <p class="label" role="status">
            {t.declined}
          </p>
        ) : (
          <button type="button" class="btn wide" onClick={() => chat.decideConsent('denied')}>
            {t.decline}
          </button>
        )}
      </div>
    </div>
  );
}
