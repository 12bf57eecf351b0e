import type { ConversationItem } from '@portico/shared-types/api/conversations';
import { StickyNote } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { MarkdownText } from '../../../ui/markdown-text.tsx';
import { Time } from '../../../ui/time.tsx';
import { TraceView } from '../../agents/trial/trace-view.tsx';
import { conversationTexts } from '../texts.ts';
import { MessageFiles } from './message-files.tsx';
import { Citations } from './citations.tsx';

interface Props {
  item: ConversationItem;
  visitorName: string;
  threadId: string;
}

/** A message of the visitor, the agent, a person or the server, or a note. */
export function ItemView({ item, ...about }: Props) {
  return item.type === 'note' ? <NoteView note={item} /> : <MessageView message={item} {...about} />;
}

type MessageItem = Extract<ConversationItem, { type: 'message' }>;

function MessageView({ message, visitorName, threadId }: Omit<Props, 'item'> & { message: MessageItem }) {
  const say = useTexts(conversationTexts);
  const { author, status, content, attachments } = message;
  const names = { visitor: visitorName, agent: say('agentName'), member: say('memberName'), system: say('systemName') };
  const name = author.type === 'visitor' ? visitorName : (author.name ?? names[author.type]);
  // Every message has a text; that of files alone is their names.
  const isOnlyFiles = attachments.length > 0 && content === attachments.map((file) => file.file_name).join(', ');
  return (
    <article class={`said said-${author.type}`}>
      <header class="said-head">
        <bdi>{name}</bdi>
        <span class="meta">
          <Time at={message.created_at} />
        </span>
        {status === 'cancelled' || status === 'failed' ? <Badge tone="bad">{say(status)}</Badge> : null}
      </header>
      <div class="said-body">
        {isOnlyFiles ? null : author.type === 'visitor' ? (
          <p class="said-text" dir="auto">
            {content}
          </p>
        ) : (
          <MarkdownText text={content} isStreaming={status === 'streaming'} />
        )}
        <MessageFiles files={attachments} />
      </div>
      <Citations citations={message.citations} />
      {author.type === 'agent' && status !== 'streaming' ? (
        <MessageTrace threadId={threadId} messageId={message.id} />
      ) : null}
    </article>
  );
}

/** The trace is loaded on request, not for each message of a transcript. */
function MessageTrace({ threadId, messageId }: { threadId: string; messageId: string }) {
  const say = useTexts(conversationTexts);
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <TraceView threadId={threadId} messageId={messageId} opened />;
  return (
    <button type="button" class="said-details" onClick={() => setWanted(true)}>
      {say('details')}
    </button>
  );
}

function NoteView({ note }: { note: Extract<ConversationItem, { type: 'note' }> }) {
  const say = useTexts(conversationTexts);
  return (
    <article class="said said-note">
      <header class="said-head">
        <StickyNote size={14} aria-hidden="true" />
        <strong>{say('note')}</strong>
        <bdi>{note.author.name}</bdi>
        <span class="meta">
          <Time at={note.created_at} />
        </span>
      </header>
      <p class="said-text" dir="auto">
        {note.content}
      </p>
      <p class="meta">{say('noteHidden')}</p>
    </article>
  );
}
