import { useEffect } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { MeContext, useMe } from '../data/session.ts';
import { DraftsProvider } from '../form/drafts-provider.tsx';
import { SignInAgain } from '../sign-in/sign-in-again.tsx';
import { SignInPage } from '../sign-in/sign-in-page.tsx';
import { useSignInLink } from '../sign-in/use-sign-in-link.ts';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { Frame } from './frame.tsx';
import { keepWorkspace, readWorkspace } from './kept-workspace.ts';
import { NoWorkspace } from './no-workspace.tsx';

/** A redirect from a page of the server that requires a sign-in. */
const serverPages: ReadonlySet<string> = new Set(['/console/authorize', '/console/apps']);

interface GateProps {
  /** The session of the member has ended. */
  isExpired: boolean;
  onSignedIn: () => void;
}

/** Shows the sign-in page, or the screens to a signed-in member. */
export function Gate({ isExpired, onSignedIn }: GateProps) {
  const me = useMe();
  const [link, forgetLink] = useSignInLink();
  const { error, refetch } = me;
  const workspaceId = me.data?.workspace?.id;
  const isIn = me.data != null;
  useEffect(() => {
    // The error of another way to sign in is over.
    if (isIn && link?.kind === 'error') forgetLink();
  }, [isIn, link, forgetLink]);
  useEffect(() => {
    if (workspaceId !== undefined) keepWorkspace(workspaceId);
  }, [workspaceId]);
  useEffect(() => {
    // The stored workspace was left or deleted: without it the server chooses one.
    if (!(error instanceof ApiError) || error.status !== 404 || readWorkspace() === null) return;
    keepWorkspace(null);
    void refetch();
  }, [error, refetch]);
  const isOut = me.data === null || link !== null;
  useEffect(() => {
    // The page asks for the sign-in: the dialog must not ask for it again afterwards.
    if (isOut && isExpired) onSignedIn();
  }, [isOut, isExpired, onSignedIn]);
  useEffect(() => {
    if (workspaceId !== undefined && serverPages.has(location.pathname)) location.reload();
  }, [workspaceId]);

  if (me.data === undefined) {
    return (
      <div class="alone">
        {error === null ? <Skeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </div>
    );
  }
  // A setup link creates another owner, even if somebody is signed in.
  if (me.data === null || link !== null) return <SignInPage key={link?.value} link={link} onForget={forgetLink} />;
  return (
    <MeContext.Provider value={me.data}>
      <DraftsProvider>{workspaceId === undefined ? <NoWorkspace /> : <Frame />}</DraftsProvider>
      <SignInAgain open={isExpired} onSignedIn={onSignedIn} />
    </MeContext.Provider>
  );
}
