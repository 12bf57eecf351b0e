import type { RefObject } from 'preact';
import { fill } from '../locales/load-texts.ts';
import { isAllowed } from '../files/is-allowed.ts';
import { usePanel } from './context.ts';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import { MAX_CHARACTERS } from './max-characters.ts';

interface Props {
  text: string;
  area: RefObject<HTMLTextAreaElement | null>;
  onDone(): void;
}

/**
 * Reports that a pasted text is too long for a message, and offers to attach it as a file if the interface accepts
 * files.
 */
export function Overlong({ text, area, onDone }: Props) {
  const { chat, texts, language } = usePanel();
  const { enabled, allowedTypes } = chat.face.value.uploads;
  const t = texts.value;
  const type = 'text/plain';
  const name = `${t.pastedText}.txt`;
  const number = (count: number) => count.toLocaleString(language.value);
  const leave = () => {
    onDone();
    area.current?.focus();
  };
  const attach = () => {
    chat.uploads.add([new File([text], name, { type })]);
    leave();
  };
  return (
    <div class="banner overlong" role="alert">
      <Icon name="warn" />
      <span>
        {fill(t.tooLong, { n: number(text.length), max: number(MAX_CHARACTERS) })}{' '}
        {enabled && isAllowed({ name, type }, allowedTypes) && (
          <button type="button" class="link" onClick={attach}>
            {t.attachText}
          </button>
        )}
      </span>
      <IconButton icon="close" label={t.dismiss} onClick={leave} />
    </div>
  );
}
