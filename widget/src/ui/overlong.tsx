import { mayUpload } from '@portico/browser-kit/may-upload';
import type { RefObject } from 'preact';
import { fill } from '../locales/load-texts.ts';
import { usePanel } from './context.ts';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import { MAX_CHARACTERS } from './max-characters.ts';

interface Props {
  /** The message with the text that made it too long; the draft is what it was before. */
  text: string;
  area: RefObject<HTMLElement | null>;
  onDone(): void;
}

/**
 * Reports that a text is too long for a message, and offers to attach it as a file if the interface accepts files. It
 * is the inserted text if that alone is too long, and otherwise the whole message.
 */
export function Overlong({ text: whole, area, onDone }: Props) {
  const { chat, texts, language } = usePanel();
  const inserted = findInserted(chat.draft.value, whole);
  const isInserted = inserted.length > MAX_CHARACTERS;
  const text = isInserted ? inserted : whole;
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
    if (!isInserted) chat.draft.value = '';
    leave();
  };
  return (
    <div class="banner overlong" role="alert">
      <Icon name="warn" />
      <span>
        {fill(t.tooLong, { n: number(text.length), max: number(MAX_CHARACTERS) })}{' '}
        {enabled && mayUpload({ name, type }, allowedTypes) && (
          <button type="button" class="link" onClick={attach}>
            {t.attachText}
          </button>
        )}
      </span>
      <IconButton icon="close" label={t.dismiss} onClick={leave} />
    </div>
  );
}

/** What a text has between its common beginning and its common end with the one before. */
function findInserted(before: string, after: string): string {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return after.slice(start, after.length - end);
}
