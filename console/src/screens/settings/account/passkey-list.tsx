import { KeyRound, Trash2 } from 'lucide-react';
import type { Passkey } from '@portico/shared-types/api/people';
import { useState } from 'preact/hooks';
import {
  hasPasskeys,
  isGivenUp,
  isRegistered,
  useAddPasskey,
  usePasskeys,
  useRemovePasskey,
} from '../../../data/passkeys.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { accountTexts } from './texts.ts';

/** The passkeys of the member, with a button to add one for this device. */
export function PasskeyList() {
  const say = useTexts(accountTexts);
  const passkeys = usePasskeys();
  const add = useAddPasskey();
  const remove = useRemovePasskey();
  const [leaving, setLeaving] = useState<Passkey | null>(null);
  return (
    <div class="stack">
      <Loaded query={passkeys}>
        {(list) => (
          <>
            {list.length === 0 ? <p class="soft">{say('noPasskeys')}</p> : null}
            <ul class="stack">
              {list.map((passkey) => (
                <li key={passkey.id} class="choice">
                  <div class="stack-tight">
                    <strong dir="auto">{passkey.name}</strong>
                    <span class="meta">
                      {say('added')}: <Time at={passkey.created_at} /> · {say('lastSeen')}:{' '}
                      {passkey.last_used_at === null ? '–' : <Time at={passkey.last_used_at} />}
                    </span>
                  </div>
                  <span />
                  <IconButton
                    label={`${say('removePasskey')}: ${passkey.name}`}
                    icon={Trash2}
                    onClick={() => setLeaving(passkey)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {isRegistered(add.error) ? (
        <p class="fault" role="alert">
          {say('samePasskey')}
        </p>
      ) : (
        <Failure error={isGivenUp(add.error) ? null : add.error} />
      )}
      {hasPasskeys() ? (
        <div>
          <Button icon={KeyRound} busy={add.isPending} onClick={() => add.mutate()}>
            {say('addPasskey')}
          </Button>
        </div>
      ) : null}
      <Confirm
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={say('removePasskeyTitle', { name: leaving?.name ?? '' })}
        text={say('removePasskeyText')}
        action={say('removePasskey')}
        onConfirm={async () => (leaving === null ? undefined : remove.mutateAsync(leaving.id))}
      />
    </div>
  );
}
