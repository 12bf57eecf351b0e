import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { useAct, useConversation } from '../../data/conversations.ts';
import { useCan } from '../../data/session.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Loaded, NotFound, Skeleton } from '../../ui/states.tsx';
import { ToastSlot } from '../../ui/toaster.tsx';
import { Composer } from './composer/composer.tsx';
import { UnsentTexts } from './composer/unsent-texts.tsx';
import { ConversationHead } from './conversation-head.tsx';
import { nameOf } from './names.ts';
import { conversationTexts } from './texts.ts';
import { TranscriptView } from './transcript/transcript-view.tsx';
import { VisitorPanel } from './visitor-panel.tsx';

interface Props {
  id: string;
  /** The names of the people who are typing; that of an unnamed visitor is empty. */
  typists: readonly string[];
}

/** One conversation: the visitor, the transcript, and the composer. */
export function ConversationView({ id, typists }: Props) {
  const say = useTexts(conversationTexts);
  const found = useConversation(id);
  const canWrite = useCan('conversations:write');
  const { mutate: act } = useAct(id);
  const [showsVisitor, setShowsVisitor] = useState(() => matchMedia('(min-width: 80em)').matches);
  const [sent, setSent] = useState(0);
  const unread = found.data?.unread_count ?? 0;
  // Also if the visitor waited without an answer and has written nothing since.
  const isRead = unread === 0 && (found.data?.waiting_since ?? null) === null;
  useEffect(() => {
    if (!canWrite || isRead) return undefined;
    // Runs once for each conversation, and for each message that arrives while it is open. Only in the window with the
    // focus, because nobody reads a page behind another one; and only with a connection, as it isn't tried again.
    const waiting = new AbortController();
    const read = () => {
      if (!document.hasFocus() || !navigator.onLine) return;
      waiting.abort();
      act({ act: 'read' });
    };
    for (const name of ['focus', 'online']) addEventListener(name, read, { signal: waiting.signal });
    read();
    return () => waiting.abort();
  }, [act, id, unread, isRead, canWrite]);

  // Deleted in the meantime, by the visitor for instance: nobody reads what is written here.
  if (found.error instanceof ApiError && found.error.status === 404) {
    return (
      <div class="talk-gone">
        <NotFound />
        <UnsentTexts id={id} />
      </div>
    );
  }

  return (
    <Loaded query={found} skeleton={<Skeleton lines={8} />}>
      {(conversation) => (
        <div class={showsVisitor ? 'talk talk-with-visitor' : 'talk'}>
          <section class="talk-main" aria-label={nameOf(conversation, say)}>
            <ConversationHead conversation={conversation} onVisitor={() => setShowsVisitor(!showsVisitor)} />
            <TranscriptView conversation={conversation} typists={typists} sent={sent} />
            <ToastSlot />
            {canWrite ? (
              <Composer key={id} conversation={conversation} onSent={() => setSent((count) => count + 1)} />
            ) : (
              <>
                <Banner>{say('readOnly')}</Banner>
                <UnsentTexts id={id} />
              </>
            )}
          </section>
          {showsVisitor ? <VisitorPanel conversation={conversation} /> : null}
        </div>
      )}
    </Loaded>
  );
}
