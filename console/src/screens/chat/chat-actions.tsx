import type { ChatInterface } from '@portico/shared-types/api/chat-interfaces';
import { useLocation } from 'wouter';
import { chatInterfaces } from '../../data/chat-interfaces.ts';
import { useTexts } from '../../text/use-texts.ts';
import { PublicPageActions } from '../../ui/public-page-actions.tsx';
import { useToaster } from '../../ui/toaster.tsx';
import { useReportFailure } from '../../ui/use-report-failure.ts';
import { useListAddress } from '../../ui/visited-lists.ts';
import { chatTexts } from './texts.ts';

export function ChatActions({ chat, canWrite }: { chat: ChatInterface; canWrite: boolean }) {
  const say = useTexts(chatTexts);
  const toaster = useToaster();
  const [, navigate] = useLocation();
  const list = useListAddress('/chat');
  const update = chatInterfaces.useUpdate(chat.id, {
    onDone: (_, { status }) => toaster.done(say(status === 'paused' ? 'pausedDone' : 'resumed')),
    onFailed: useReportFailure(),
  });
  const remove = chatInterfaces.useRemove();
  return (
    <PublicPageActions
      href={`/chat/${chat.slug}`}
      isPaused={chat.status === 'paused'}
      canWrite={canWrite}
      busy={update.isPending}
      onStatus={(status) => update.mutate({ status })}
      deletion={{
        action: say('deleteAction'),
        title: say('deleteTitle', { name: chat.name }),
        text: say('deleteText'),
        word: chat.stats.sessions > 0 ? chat.slug : undefined,
        onDelete: async () => {
          await remove.mutateAsync(chat.id);
          navigate(list, { replace: true });
        },
      }}
    />
  );
}
