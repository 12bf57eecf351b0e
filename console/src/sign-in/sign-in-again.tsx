import { useTexts } from '../text/use-texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SignInWays } from './sign-in-page.tsx';
import { signInTexts } from './texts.ts';

/** Over the screen whose session has ended: unsaved input below it is kept. */
export function SignInAgain({ open, onSignedIn }: { open: boolean; onSignedIn: () => void }) {
  const say = useTexts(signInTexts);
  return (
    <Dialog open={open} onClose={() => {}} title={say('expiredTitle')} description={say('expiredText')}>
      <SignInWays onSignedIn={onSignedIn} />
    </Dialog>
  );
}
