import type { IssuedTrigger } from '@portico/shared-types/api/triggers';
import { useTexts } from '../../../text/use-texts.ts';
import { AddressBox } from '../../../ui/address-box.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { triggerTexts } from './texts.ts';

interface TriggerSecretProps {
  issued: IssuedTrigger['webhook'];
  onClose: () => void;
}

/** Shows a new secret with the address that it is for. */
export function TriggerSecret({ issued, onClose }: TriggerSecretProps) {
  const say = useTexts(triggerTexts);
  return (
    <SecretDialog title={say('secret')} secret={issued?.secret} onClose={onClose}>
      {issued === null ? null : <AddressBox label={say('address')} address={issued.url} />}
    </SecretDialog>
  );
}
