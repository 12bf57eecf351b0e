import { useApi } from '../api/api-context.ts';
import { useSignedIn } from '../data/session.ts';
import { useTexts } from '../text/use-texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SignInWays } from './sign-in-ways.tsx';
import { signInTexts } from './texts.ts';

/** Shown over the screen when the session has ended, so that unsaved input is kept. */
export function SignInAgain({ open, onSignedIn }: { open: boolean; onSignedIn: () => void }) {
  const say = useTexts(signInTexts);
  const api = useApi();
  const { user } = useSignedIn();
  const resume = () => {
    onSignedIn();
    api.reportSignedIn();
  };
  return (
    <Dialog open={open} title={say('expiredTitle')} description={say(user === null ? 'expiredKeyText' : 'expiredText')}>
      <SignInWays {...(user === null ? { startsByKey: true } : { email: user.email })} onSignedIn={resume} />
    </Dialog>
  );
}
