import type { Conversation } from '@portico/shared-types/api/conversations';
import { Link } from 'wouter';
import { useConversations } from '../../data/conversations.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Time } from '../../ui/time.tsx';
import { tones } from './names.ts';
import { conversationTexts } from './texts.ts';
import { useAddresses } from '../../ui/use-addresses.ts';

/** The visitor's other conversations, most recently changed first; nothing if there are none. */
export function EarlierConversations({ conversation }: { conversation: Conversation }) {
  const say = useTexts(conversationTexts);
  const addressOf = useAddresses('/conversations');
  const list = useConversations({ visitor_id: conversation.visitor.id, per_page: 10 });
  const others = (list.data?.data ?? []).filter(({ id }) => id !== conversation.id);
  if (others.length === 0) return null;
  return (
    <section class="stack">
      <h3>{say('earlierTalks')}</h3>
      <ul class="stack">
        {others.map(({ id, subject, last_message: last, status, updated_at: at }) => (
          <li key={id} class="earlier-talk">
            <Link href={addressOf(id)} dir="auto">
              {subject ?? last?.preview ?? id}
            </Link>
            <span class="line">
              <Badge tone={tones[status]}>{say(status)}</Badge>
              <span class="meta">
                <Time at={at} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
