import type { PersonaInstance } from '@portico/shared-types/api/personas';
import { ExternalLink, Unlink } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useRevokeTaskLinks } from '../../../data/personas.ts';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { useToaster } from '../../../ui/toaster.tsx';
import { taskTexts } from './texts.ts';

/** The link to the task's page for people without an account. It works like a key, so it is copied, but not shown. */
export function Share({ task }: { task: PersonaInstance }) {
  const say = useTexts(taskTexts);
  const toaster = useToaster();
  const canDecide = useCan('executions:approve');
  const canRevoke = useCan('personas:execute');
  const revoke = useRevokeTaskLinks(task.id);
  const [isRevoking, setRevoking] = useState(false);
  return (
    <section class="card" aria-labelledby="share">
      <h2 id="share">{say('share')}</h2>
      <p class="help">
        {say(canDecide ? 'shareDecide' : 'shareRead')} {say('shareEnds')}
      </p>
      <div class="line">
        <CopyButton text={task.link} label={say('copyLink')} />
        <a class="button button-quiet" href={task.link} target="_blank" rel="noopener noreferrer">
          <ExternalLink size={16} aria-hidden="true" />
          {say('openPage')}
        </a>
        {canRevoke ? (
          <Button look="quiet" icon={Unlink} onClick={() => setRevoking(true)}>
            {say('revoke')}
          </Button>
        ) : null}
      </div>
      <Confirm
        open={isRevoking}
        onClose={() => setRevoking(false)}
        title={say('revokeTitle')}
        text={say('revokeText')}
        action={say('revoke')}
        onConfirm={async () => {
          await revoke.mutateAsync();
          toaster.done(say('revoked'));
        }}
      />
    </section>
  );
}
