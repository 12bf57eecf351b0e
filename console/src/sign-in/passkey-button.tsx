import { KeyRound } from 'lucide-react';
import { hasPasskeys, isGivenUp, useSignInWithPasskey } from '../data/passkeys.ts';
import { useTexts } from '../text/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { signInTexts } from './texts.ts';

/** Signs in with a passkey of this device; nothing has to be typed. */
export function PasskeyButton({ onSignedIn }: { onSignedIn?: (() => void) | undefined }) {
  const say = useTexts(signInTexts);
  const signIn = useSignInWithPasskey();
  if (!hasPasskeys()) return null;
  return (
    <>
      <Button
        icon={KeyRound}
        class="button-block"
        busy={signIn.isPending}
        onClick={() => signIn.mutate(undefined, onSignedIn === undefined ? {} : { onSuccess: onSignedIn })}
      >
        {say('withPasskey')}
      </Button>
      {signIn.error === null || isGivenUp(signIn.error) ? null : (
        <p class="fault" role="alert">
          {say('passkeyFailed')}
        </p>
      )}
    </>
  );
}
