import type { Conversation } from '@portico/shared-types/api/conversations';
import { ArrowDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useTranscript } from '../../../data/conversations.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Loaded, Skeleton } from '../../../ui/states.tsx';
import { handoverText, nameOf } from '../names.ts';
import { conversationTexts } from '../texts.ts';
import { ItemView } from './item-view.tsx';
import { usePlace } from './use-place.ts';

interface Props {
  conversation: Conversation;
  typists: readonly string[];
  /** Grows with each message or note that the member sends: its end is then shown. */
  sent?: number;
}

/** All messages and the team's notes, oldest first. */
export function TranscriptView({ conversation, typists, sent = 0 }: Props) {
  const say = useTexts(conversationTexts);
  const formats = useFormats();
  const [chosen, setChosen] = useState<number>();
  const found = useTranscript(conversation.id, chosen);
  const list = useRef<HTMLDivElement>(null);
  const items = useRef<HTMLDivElement>(null);
  const known = found.data?.items ?? [];
  const { isBehind, toEnd } = usePlace({ list, items, firstId: known[0]?.id, lastId: known.at(-1)?.id });
  useEffect(() => {
    if (sent > 0) toEnd();
  }, [sent, toEnd]);
  const { handover, status } = conversation;
  const name = nameOf(conversation, say);
  const showEarlier = (page: number) => {
    setChosen(page);
    // The button is about to disappear.
    if (page === 1) list.current?.focus({ preventScroll: true });
  };
  return (
    <div class="talk-place">
      {/* It scrolls, so the keyboard must reach it. */}
      <div class="talk-list" ref={list} role="log" tabIndex={0} aria-label={say('transcript')}>
        <div class="talk-items" ref={items}>
          <Loaded query={found} skeleton={<Skeleton lines={6} />}>
            {({ items, from }) => (
              <>
                {from > 1 ? (
                  <Button class="talk-earlier" onClick={() => showEarlier(from - 1)}>
                    {say('earlier')}
                  </Button>
                ) : null}
                {items.map((item) => (
                  <ItemView key={item.id} item={item} visitorName={name} threadId={conversation.thread_id} />
                ))}
                {handover === null || status !== 'waiting' ? null : (
                  <p class="talk-event">{[say('askedFor'), handoverText(handover)].filter(Boolean).join(': ')}</p>
                )}
              </>
            )}
          </Loaded>
          {typists.length === 0 ? null : (
            <p class="talk-typing">
              {say('typing', { count: typists.length, names: formats.list(typists.map((typist) => typist || name)) })}
            </p>
          )}
        </div>
      </div>
      {isBehind ? (
        <Button
          class="talk-latest"
          icon={ArrowDown}
          onClick={() => {
            list.current?.focus({ preventScroll: true });
            toEnd();
          }}
        >
          {say('newMessages')}
        </Button>
      ) : null}
    </div>
  );
}
