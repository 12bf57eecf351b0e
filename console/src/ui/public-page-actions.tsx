import { ExternalLink, Pause, Play } from 'lucide-react';
import { useTexts } from '../text/use-texts.ts';
import { Button } from './button.tsx';
import { MoreMenu, type MoreMenuProps } from './more-menu.tsx';
import { uiTexts } from './texts.ts';

interface PublicPageActionsProps {
  /** The address of its page. */
  href: string;
  isPaused: boolean;
  canWrite: boolean;
  busy: boolean;
  onStatus: (status: 'active' | 'paused') => void;
  deletion: MoreMenuProps;
}

/** The actions of a chat or a form, which have a public page: opens the page, pauses it, deletes it. */
export function PublicPageActions({ href, isPaused, canWrite, busy, onStatus, deletion }: PublicPageActionsProps) {
  const say = useTexts(uiTexts);
  return (
    <>
      <a class="button button-secondary" href={href} target="_blank" rel="noopener">
        <ExternalLink size={16} aria-hidden="true" />
        {say('open')}
      </a>
      {canWrite ? (
        <>
          <Button
            icon={isPaused ? Play : Pause}
            look={isPaused ? 'primary' : 'secondary'}
            busy={busy}
            onClick={() => onStatus(isPaused ? 'active' : 'paused')}
          >
            {say(isPaused ? 'resume' : 'pause')}
          </Button>
          <MoreMenu {...deletion} />
        </>
      ) : null}
    </>
  );
}
