import { useState } from 'preact/hooks';
import type { ChatMessage } from '../types.ts';
import { usePanel } from './context.ts';
import { CopyButton } from './copy-button.tsx';
import { IconButton } from './icon-button.tsx';
import { Later } from './later.tsx';

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
      {isAsking && (
        <Later>{({ CommentForm }) => <CommentForm message={message} onDone={() => setAsking(false)} />}</Later>
      )}
    </div>
  );
}
