import type { Conversation, FoundConversation } from '@portico/shared-types/api/conversations';
import { Bot, Reply } from 'lucide-react';
import { Link } from 'wouter';
import { useTexts } from '../../../text/use-texts.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Time } from '../../../ui/time.tsx';
import { AssignedTo } from '../assigned-to.tsx';
import { nameOf, tones, topicOf } from '../names.ts';
import { conversationTexts } from '../texts.ts';

interface Props {
  conversation: FoundConversation;
  href: string;
  isCurrent: boolean;
}

export function ConversationRow({ conversation, href, isCurrent }: Props) {
  const say = useTexts(conversationTexts);
  const { status, assignee, last_message: last, unread_count: unread, updated_at: updatedAt, extract } = conversation;
  const isMissed = status === 'bot' && conversation.waiting_since !== null;
  const name = nameOf(conversation, say);
  return (
    <Link
      href={href}
      className={unread > 0 ? 'inbox-row inbox-row-unread' : 'inbox-row'}
      {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
    >
      <Avatar name={name} />
      <span class="inbox-row-body">
        <span class="inbox-row-line">
          <bdi class="inbox-row-name">{name}</bdi>
          <span class="meta">
            <Time at={last?.at ?? updatedAt} />
          </span>
        </span>
        <span class="inbox-row-topic">
          {/* What a search has found is more than who wrote last. */}
          {typeof extract === 'string' ? null : <LastAuthor type={last?.author_type} />}
          <span class={`inbox-row-preview ${typeof extract === 'string' ? 'inbox-row-extract' : ''}`} dir="auto">
            {extract ?? topicOf(conversation)}
          </span>
        </span>
        <span class="inbox-row-line">
          <span class="line">
            <Badge tone={tones[status]}>{say(status)}</Badge>
            {isMissed ? <Badge tone="wait">{say('askedFor')}</Badge> : null}
            {assignee === null ? null : <AssignedTo name={assignee.name} />}
          </span>
          {unread === 0 ? null : (
            <span class="inbox-count" role="img" aria-label={say('unread', { count: unread })}>
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

/** Shows that the team or the agent wrote last; without it, the visitor did. */
function LastAuthor({ type }: { type: NonNullable<Conversation['last_message']>['author_type'] | undefined }) {
  const say = useTexts(conversationTexts);
  if (type !== 'agent' && type !== 'member') return null;
  const label = say(type === 'agent' ? 'agentWroteLast' : 'teamWroteLast');
  const Icon = type === 'agent' ? Bot : Reply;
  return (
    <span class="inbox-row-author" role="img" aria-label={label} title={label}>
      <Icon size={14} aria-hidden="true" />
    </span>
  );
}
