import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChatMessage } from '../types.ts';
import { usePanel } from './context.ts';
import { CopyButton } from './copy-button.tsx';
import { IconButton } from './icon-button.tsx';

/** Actions on a reply: copy it, rate it, regenerate it. */
export function MessageActions({ message, isLast }: { message: ChatMessage; isLast: boolean }) {
  const { chat, texts } = usePanel();
  const [isAsking, setAsking] = useState(false);
  const t = texts.value;
  const rating = message.feedback?.rating;
  const rate = (next: 'up' | 'down') => {
    if (rating !== next) chat.rate(message, next);
    setAsking(next === 'down');
  };
  return (
    <div class={isLast ? 'actions' : 'actions rests'}>
      <div class="row">
        <CopyButton text={message.content} />
        {message.status === 'complete' && (
          <>
            <IconButton icon="up" label={t.helpful} aria-pressed={rating === 'up'} onClick={() => rate('up')} />
            <IconButton
              icon="thumbDown"
              label={t.notHelpful}
              aria-pressed={rating === 'down'}
              onClick={() => rate('down')}
            />
          </>
        )}
        {isLast && <IconButton icon="again" label={t.regenerate} onClick={() => chat.regenerate(message)} />}
      </div>
      {isAsking && <CommentForm message={message} onDone={() => setAsking(false)} />}
    </div>
  );
}

function CommentForm({ message, onDone }: { message: ChatMessage; onDone: () => void }) {
  const { chat, texts, announcement, focusComposer } = usePanel();
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => area.current?.focus(), []);
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
    if (event.key !== 'Escape') return;
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
