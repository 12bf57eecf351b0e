import { Users } from 'lucide-react';
import { useSignedIn, useSignOut } from '../data/session.ts';
import { useTexts } from '../text/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { EmptyState } from '../ui/states.tsx';
import { appTexts } from './texts.ts';

/** Shown to a person who belongs to no workspace: which account it is, and the way to another one. */
export function NoWorkspace() {
  const say = useTexts(appTexts);
  const { user } = useSignedIn();
  const signOut = useSignOut();
  return (
    <div class="alone">
      <EmptyState icon={Users} title={say('noWorkspaceTitle')} text={say('noWorkspaceText')}>
        <span class="meta" dir="ltr">
          {user?.email}
        </span>
        <Button busy={signOut.isPending} onClick={() => signOut.mutate()}>
          {say('signOut')}
        </Button>
        <Failure error={signOut.error} />
      </EmptyState>
    </div>
  );
}
