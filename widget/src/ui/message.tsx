import { memo } from '@portico/browser-kit/markdown/memo';
import { fill } from '../locales/load-texts.ts';
import type { ChatMessage } from '../types.ts';
import { Citations } from './citations.tsx';
import { usePanel } from './context.ts';
import { explainFailure, explainMessage } from './explain.ts';
import { Icon } from './icon.tsx';
import { fileParts, Later, Loaded } from './later.tsx';
import { MarkdownView } from './markdown-view.tsx';
import { MessageActions } from './message-actions.tsx';
import { Slot } from './slot.tsx';
import { Typing } from './typing.tsx';

const none: ChatMessage['citations'] = [];

interface Props {
  message: ChatMessage;
  isLast: boolean;
}

/**
 * One message: the visitor's in a bubble, a reply with its tools, text, sources and actions. The author is visible by
 * position and shape; a screen reader reads it.
 */
export const MessageView = memo(({ message, isLast }: Props) => {
  const { chat, slots, texts } = usePanel();
  const { youSaid, nameSaid } = texts.value;
  const isOwn = message.role === 'user';
  const person = message.author?.type === 'member' ? message.author.name : null;
  const author = isOwn ? youSaid : fill(nameSaid, { name: chat.face.value.behaviour.title });
  const body = isOwn ? <OwnMessage message={message} /> : <Reply message={message} isLast={isLast} />;
  return (
    <div class={`msg ${message.role}`}>
      <span class={person ? 'person' : 'sr'}>{person ?? author}</span>
      {slots.message ? <Slot content={slots.message(message)}>{body}</Slot> : body}
    </div>
  );
});

function Files({ message: { attachments } }: { message: ChatMessage }) {
  if (attachments.length === 0) return null;
  return <Loaded part={fileParts}>{({ AttachmentList }) => <AttachmentList attachments={attachments} />}</Loaded>;
}

function OwnMessage({ message }: { message: ChatMessage }) {
  const { chat, texts } = usePanel();
  const { status, error } = message;
  const isOnlyFiles = message.content === message.attachments.map(({ fileName }) => fileName).join(', ');
  return (
    <>
      <Files message={message} />
      {!isOnlyFiles && (
        <div class={status === 'queued' ? 'bubble waits' : 'bubble'} dir="auto">
          {message.content}
        </div>
      )}
      {status === 'queued' && error?.code === 'offline' && (
        <p class="note">
          <Icon name="clock" />
          {texts.value.queued}
        </p>
      )}
      {status === 'refused' && (
        <p class="note bad" role="status">
          <Icon name="warn" />
          {texts.value.notSent} {explainMessage(error, chat.face.value.uploads, texts.value)}
          <button type="button" class="link" onClick={() => chat.retry(message)}>
            {texts.value.retry}
          </button>
        </p>
      )}
    </>
  );
}

function Reply({ message, isLast }: Props) {
  const { chat, texts } = usePanel();
  const { behaviour } = chat.face.value;
  const isStreaming = message.status === 'streaming';
  const isReply = !message.author || message.author.type === 'agent';
  const citations = behaviour.showCitations ? message.citations : none;
  return (
    <>
      {behaviour.showToolCalls && message.tools[0] && (
        <Later>{({ Tools }) => <Tools tools={message.tools} isStreaming={isStreaming} />}</Later>
      )}
      {isStreaming && message.content === '' && <Typing label={texts.value.thinking} />}
      {message.content !== '' && (
        <div class={isStreaming ? 'md streams' : 'md'}>
          <MarkdownView
            source={message.content}
            isStreaming={isStreaming}
            citations={citations}
            hasSources={behaviour.showCitations}
          />
        </div>
      )}
      <Files message={message} />
      {message.status === 'cancelled' && <p class="note">{texts.value.stopped}</p>}
      {message.status === 'failed' && (
        <p class="note bad" role="status">
          <Icon name="warn" />
          {explainFailure(message, texts.value)}
          <button type="button" class="link" onClick={() => chat.retry(message)}>
            {texts.value.retry}
          </button>
        </p>
      )}
      {!isStreaming && citations.length > 0 && <Citations message={message} />}
      {!isStreaming && message.status !== 'failed' && message.content !== '' && isReply && (
        <MessageActions message={message} isLast={isLast} />
      )}
      {isLast && message.followUps?.[0] && (
        <Later>{({ FollowUps }) => <FollowUps questions={message.followUps} />}</Later>
      )}
      {isStreaming && <span class="sr">{fill(texts.value.thinking, {})}</span>}
    </>
  );
}
