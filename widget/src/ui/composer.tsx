import { isComposing } from '@portico/browser-kit/is-composing';
import { isInvisible } from '@portico/shared-types/rules/read-field-value';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { fill } from '../locales/load-texts.ts';
import { usePanel } from './context.ts';
import { useExtras } from './extras.tsx';
import { IconButton } from './icon-button.tsx';
import { fileParts, Loaded } from './later.tsx';
import { useOverlong } from './use-overlong.tsx';

/** A single line is never higher than this many times the empty field, not even one with letters of several scripts. */
const ONE_LINE = 1.4;

/** The composer. Enter sends, Shift+Enter breaks the line; it grows with the text up to a third of the panel. */
export function Composer() {
  const { chat, texts } = usePanel();
  const area = useRef<HTMLTextAreaElement>(null);
  const extras = useExtras(area);
  const overlong = useOverlong(area);
  const { behaviour, uploads } = chat.face.value;
  const t = texts.value;
  const draft = chat.draft.value;
  const hasFiles = chat.uploads.list.value.some(({ status }) => status === 'done');
  const isReplying = chat.isReplying.value;
  const canSend = (!isInvisible(draft) || hasFiles) && !chat.uploads.isBusy.value && !chat.limitSeconds.value;

  useFittingHeight(area, draft);

  const send = () => {
    if (!canSend) return;
    extras.close();
    chat.send(draft);
    chat.draft.value = '';
    area.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = event.clipboardData?.files;
    if (!uploads.enabled || !files?.length) return;
    event.preventDefault();
    chat.uploads.add(files);
  };

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {extras.view}
      {overlong}
      {chat.uploads.list.value.length > 0 && <Loaded part={fileParts}>{({ UploadList }) => <UploadList />}</Loaded>}
      <div class="write">
        {uploads.enabled && <AttachButton area={area} />}
        {extras.button('emoji')}
        <textarea
          ref={area}
          data-composer
          rows={1}
          dir={draft ? 'auto' : undefined}
          enterkeyhint="send"
          aria-label={t.message}
          placeholder={behaviour.placeholder ?? t.placeholder}
          value={draft}
          onInput={(event) => (chat.draft.value = event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        {extras.button('voice')}
        {isReplying && <IconButton icon="stop" label={t.stop} class="go stop" onClick={() => chat.stop()} />}
        {(!isReplying || canSend) && (
          <IconButton icon="send" label={t.send} type="submit" class="go" aria-disabled={!canSend} />
        )}
      </div>
    </form>
  );
}

/** Adapts the height of the field to its text, up to the maximum of the style sheet. */
function useFittingHeight(area: RefObject<HTMLTextAreaElement | null>, draft: string): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    const { classList } = element.parentElement ?? element;
    element.style.height = '';
    if (!draft) return classList.remove('deep');
    // The layout does not change back and forth with every word: once multi-line, it stays so until the text is
    // removed.
    if (element.scrollHeight > ONE_LINE * element.clientHeight) classList.add('deep');
    element.style.height = `${element.scrollHeight}px`;
  }, [area, draft]);
}

/** The button that picks files; afterwards the focus returns to the text. */
function AttachButton({ area }: { area: RefObject<HTMLTextAreaElement | null> }) {
  const { chat, texts } = usePanel();
  const picker = useRef<HTMLInputElement>(null);
  const { uploads } = chat.face.value;
  const t = texts.value;
  const hint = fill(t.attachHint, { count: uploads.maxFiles, size: uploads.maxFileSizeMb });
  const onPick = ({ currentTarget: input }: { currentTarget: HTMLInputElement }) => {
    if (input.files) chat.uploads.add(input.files);
    input.value = '';
    area.current?.focus();
  };
  return (
    <>
      <IconButton
        icon="attach"
        label={t.attach}
        title={[t.attach, hint, uploads.allowedTypes.join(', ')].filter(Boolean).join(' · ')}
        onClick={() => picker.current?.click()}
      />
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        tabindex={-1}
        aria-label={t.attach}
        accept={toAccept(uploads.allowedTypes)}
        onChange={onPick}
      />
    </>
  );
}

/**
 * The picker must offer every file that the server accepts: both spellings of JPEG, and everything if a kind of text is
 * allowed, because systems don't know the types of most texts.
 */
function toAccept(types: readonly string[]): string {
  const rules = types.map((type) => type.replace(/^\w+$/, '.$&').replace(/\.jpe?g/, '.jpg,.jpeg')).join();
  return rules.includes('text/') ? '' : rules;
}
