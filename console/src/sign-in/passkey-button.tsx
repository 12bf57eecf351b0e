import { KeyRound } from 'lucide-react';
import { ApiError } from '../api/api-error.ts';
import { hasPasskeys, isGivenUp, useSignInWithPasskey } from '../data/passkeys.ts';
import { useTexts } from '../text/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { useErrorText } from '../ui/error-text.ts';
import { signInTexts } from './texts.ts';

/** Signs in with a passkey of this device; nothing has to be typed. */
export function PasskeyButton({ onSignedIn }: { onSignedIn?: (() => void) | undefined }) {
  const say = useTexts(signInTexts);
  const explain = useErrorText();
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
          {isOther(signIn.error) ? explain(signIn.error) : say('passkeyFailed')}
        </p>
      )}
    </>
  );
}

/** True if it wasn't the passkey that was refused: the server is away or busy. */
function isOther(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 401;
}
