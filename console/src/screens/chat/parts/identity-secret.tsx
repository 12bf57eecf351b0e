import { KeyRound } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useRotateIdentitySecret } from '../../../data/chat-interfaces.ts';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { accessTexts } from './access-texts.ts';

export function IdentitySecret({ id }: { id: string }) {
  const say = useTexts(accessTexts);
  const canWrite = useCan('interfaces:write');
  const rotate = useRotateIdentitySecret(id);
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string>();
  return (
    <div>
      <Button icon={KeyRound} disabled={!canWrite} onClick={() => setAsking(true)}>
        {say('newSecret')}
      </Button>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={say('newSecretTitle')}
        text={say('newSecretText')}
        action={say('newSecret')}
        onConfirm={async () => setSecret((await rotate.mutateAsync()).identity_secret)}
      />
      <SecretDialog title={say('secret')} secret={secret} onClose={() => setSecret(undefined)} />
    </div>
  );
}
