import type { ChatInterface } from '@portico/shared-types/api/chat-interfaces';
import { Ellipsis, ExternalLink, Pause, Play, Trash2 } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { chatInterfaces } from '../../data/chat-interfaces.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { useToaster } from '../../ui/toaster.tsx';
import { chatTexts } from './texts.ts';

export function ChatActions({ chat, canWrite }: { chat: ChatInterface; canWrite: boolean }) {
  const say = useTexts(chatTexts);
  const sayUi = useTexts(uiTexts);
  const explain = useErrorText();
  const toaster = useToaster();
  const [, navigate] = useLocation();
  const update = chatInterfaces.useUpdate(chat.id);
  const remove = chatInterfaces.useRemove();
  const [isDeleting, setDeleting] = useState(false);
  const isPaused = chat.status === 'paused';
  const toggle = () =>
    update.mutate(
      { status: isPaused ? 'active' : 'paused' },
      {
        onSuccess: () => toaster.done(say(isPaused ? 'resumed' : 'pausedDone')),
        onError: (error) => toaster.failed(explain(error)),
      },
    );
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
            onClick={toggle}
          >
            {say(isPaused ? 'resume' : 'pause')}
          </Button>
          <Menu trigger={<IconButton label={sayUi('more')} icon={Ellipsis} look="secondary" />}>
            <MenuItem icon={Trash2} danger onSelect={() => setDeleting(true)}>
              {say('deleteAction')}
            </MenuItem>
          </Menu>
        </>
      ) : null}
      <Confirm
        open={isDeleting}
        onClose={() => setDeleting(false)}
        title={say('deleteTitle', { name: chat.name })}
        text={say('deleteText')}
        action={say('deleteAction')}
        {...(chat.stats.sessions > 0 ? { word: chat.slug } : {})}
        onConfirm={async () => {
          await remove.mutateAsync(chat.id);
          navigate('/chat', { replace: true });
        }}
      />
    </>
  );
}
