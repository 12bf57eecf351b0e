import type { ChatInterface } from '@portico/shared-types/api/chat-interfaces';
import { ExternalLink, Pause, Play } from 'lucide-react';
import { useLocation } from 'wouter';
import { chatInterfaces } from '../../data/chat-interfaces.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
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
  const isPaused = chat.status === 'paused';
  return (
    <>
      <a class="button button-secondary" href={`/chat/${chat.slug}`} target="_blank" rel="noopener">
        <ExternalLink size={16} aria-hidden="true" />
        {say('open')}
      </a>
      {canWrite ? (
        <>
          <Button
            icon={isPaused ? Play : Pause}
            look={isPaused ? 'primary' : 'secondary'}
            busy={update.isPending}
            onClick={() => update.mutate({ status: isPaused ? 'active' : 'paused' })}
          >
            {say(isPaused ? 'resume' : 'pause')}
          </Button>
          <MoreMenu
            action={say('deleteAction')}
            title={say('deleteTitle', { name: chat.name })}
            text={say('deleteText')}
            word={chat.stats.sessions > 0 ? chat.slug : undefined}
            onDelete={async () => {
              await remove.mutateAsync(chat.id);
              navigate(list, { replace: true });
            }}
          />
        </>
      ) : null}
    </>
  );
}
