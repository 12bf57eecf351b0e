import { isComposing } from '@portico/browser-kit/is-composing';
import { useRef } from 'preact/hooks';
import { Icon } from '../ui/icon.tsx';
import { type Notice, sayNotice } from '../store/notice.ts';
import { useTexts } from '../text/texts-context.ts';
import { describedBy, FieldError, FieldFrame } from './field-frame.tsx';
import { fieldId } from './field-id.ts';
import { RowButton } from './file-row.tsx';

export interface UrlsFieldProps {
  label: string;
  urls: readonly string[];
  text: string;
  notice: Notice | null;
  error: string | null;
  onText(text: string): void;
  /** Adds what is typed, or the given text. */
  onAdd(text?: string): void;
  onRemove(url: string): void;
}

/** Web addresses to read: typed one by one, or several pasted at once. */
export function UrlsField({ label, urls, text, notice, error, onText, onAdd, onRemove }: UrlsFieldProps) {
  const texts = useTexts();
  const id = fieldId('urls');
  const input = useRef<HTMLInputElement>(null);
  const complaint = error ?? (notice === null ? null : sayNotice(texts, notice));
  return (
    <FieldFrame field="urls" label={label} error={null}>
      <div class={complaint === null ? 'url-entry' : 'url-entry field-invalid'}>
        <input
          ref={input}
          id={id}
          class="control"
          type="text"
          inputMode="url"
          dir="ltr"
          autocapitalize="none"
          autocomplete="off"
          spellcheck={false}
          placeholder={texts.say('urlPlaceholder')}
          value={text}
          aria-invalid={complaint !== null}
          aria-describedby={describedBy(id, complaint)}
          onInput={(event) => onText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event) || text.trim() === '') return;
            event.preventDefault();
            onAdd();
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData?.getData('text/plain') ?? '';
            if (text !== '' || !/\S\s+\S/.test(pasted)) return;
            event.preventDefault();
            onAdd(pasted);
          }}
        />
        <button
          type="button"
          class="button"
          disabled={text.trim() === ''}
          onClick={() => {
            // The button can't keep the focus: it is disabled once the field is empty.
            input.current?.focus();
            onAdd();
          }}
        >
          <Icon name="plus" />
          {texts.say('urlAdd')}
        </button>
      </div>
      <FieldError id={`${id}-error`} text={complaint} />
      {urls.length > 0 && (
        <ul class="files" aria-label={texts.say('urlList')}>
          {urls.map((url) => (
            <li class="file file-url" key={url}>
              <span class="file-picture file-kind" aria-hidden="true">
                <Icon name="globe" />
              </span>
              <UrlText url={url} />
              <RowButton
                icon="close"
                label={texts.say('removeName', { name: url })}
                onClick={() => {
                  input.current?.focus();
                  onRemove(url);
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </FieldFrame>
  );
}

/** The host is emphasized, so that a look-alike address is easier to see. */
function UrlText({ url }: { url: string }) {
  const { host, pathname, search } = new URL(url);
  const rest = pathname === '/' && search === '' ? '' : pathname + search;
  return (
    <div class="file-text" dir="ltr">
      <p class="file-name" title={url}>
        <bdi>{host}</bdi>
      </p>
      {rest !== '' && <p class="file-state file-path">{rest}</p>}
    </div>
  );
}
