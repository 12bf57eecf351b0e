import { isComposing } from '@portico/browser-kit/is-composing';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ChatMessage } from '../types.ts';
import { usePanel } from './context.ts';

/** Asks what was wrong with a reply that is rated as not helpful. */
export function CommentForm({ message, onDone }: { message: ChatMessage; onDone: () => void }) {
  const { chat, texts, announcement, focusComposer } = usePanel();
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    // The menu keeps the focus if it was opened while this form was loading.
    if (!area.current?.closest('.panel')?.querySelector('[role=menu]')) area.current?.focus();
  }, []);
  const leave = () => {
    onDone();
    focusComposer();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const comment = area.current?.value.trim() ?? '';
    if (comment !== '') chat.rate(message, 'down', comment);
    announcement.value = texts.value.feedbackThanks;
    leave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return;
    event.stopPropagation();
    leave();
  };
  return (
    <form class="comment" onSubmit={submit}>
      <label>
        {texts.value.feedbackAsk}
        <textarea ref={area} rows={2} maxLength={2000} dir="auto" onKeyDown={onKeyDown} />
      </label>
      <div class="row end">
        <button type="button" class="btn" onClick={leave}>
          {texts.value.cancel}
        </button>
        <button type="submit" class="btn strong">
          {texts.value.feedbackSend}
        </button>
      </div>
    </form>
  );
}
