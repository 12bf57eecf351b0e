import type { CheckedLink } from '@portico/shared-types/api/sign-in-links';
import { ApiError } from '../api/api-error.ts';
import { useLinkCheck, useMe, useSignInMethods } from '../data/session.ts';
import { useTexts } from '../text/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { CodeBox } from '../ui/code-box.tsx';
import { Skeleton } from '../ui/states.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { OtherWays } from './other-ways.tsx';
import { PasswordLink } from './password-link.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { SignInWays } from './sign-in-ways.tsx';
import { linkTexts } from './link-texts.ts';

interface LinkPageProps {
  kind: 'setup' | 'invitation';
  token: string;
  /** Removes a link that is used, or that was opened by mistake. */
  onForget: () => void;
}

interface UsableLinkProps extends LinkPageProps {
  /** Whom the link is for; undefined if the server can't be asked. The server then says it when the form is sent. */
  checked: CheckedLink | undefined;
}

/** What a setup link or an invitation asks for, or what to do if it can no longer be used. */
export default function LinkPage(props: LinkPageProps) {
  const say = useTexts(linkTexts);
  const { kind, token } = props;
  const { data, error, isPending } = useLinkCheck({ kind, token });
  if (isPending) {
    return (
      <SignInCard title={say(kind === 'setup' ? 'setupTitle' : 'invitationTitle')}>
        <Skeleton lines={4} />
      </SignInCard>
    );
  }
  if (error instanceof ApiError && error.status === 401) return <UsedLink {...props} />;
  return kind === 'setup' ? <SetupForm {...props} checked={data} /> : <InvitationForm {...props} checked={data} />;
}

function SetupForm({ token, checked, onForget }: UsableLinkProps) {
  const say = useTexts(linkTexts);
  const email = checked?.email ?? undefined;
  const isNewPassword = email !== undefined && checked?.has_account === true;
  return (
    <SignInCard
      title={say(isNewPassword ? 'newPasswordTitle' : 'setupTitle')}
      text={isNewPassword ? say('newPasswordText', { email }) : say('setupText')}
    >
      <CredentialsForm
        way="setup"
        fields={isNewPassword ? ['email', 'password'] : ['name', 'email', 'password']}
        // The API requires a name, and ignores it for an account that exists.
        initial={{ ...(email === undefined ? {} : { email }), ...(isNewPassword ? { name: email } : {}) }}
        token={token}
        action={say(isNewPassword ? 'savePassword' : 'setup')}
        onSignedIn={onForget}
      />
      <WayOut onForget={onForget} hasAccount={isNewPassword} />
    </SignInCard>
  );
}

function InvitationForm({ token, checked, onForget }: UsableLinkProps) {
  const say = useTexts(linkTexts);
  const me = useMe().data;
  const methods = useSignInMethods().data;
  const email = checked?.email ?? undefined;
  const hasAccount = email !== undefined && checked?.has_account === true;
  if (hasAccount && me?.user?.email !== email) {
    return (
      <SignInCard title={say('invitationTitle')} text={say('signInFirst', { email })}>
        <SignInWays email={email} />
        {me == null ? null : <WayOut onForget={onForget} hasAccount />}
      </SignInCard>
    );
  }
  return (
    <SignInCard
      title={say('invitationTitle')}
      {...(hasAccount ? { text: say('joinText', { email }) } : { text: say('invitationText') })}
    >
      <CredentialsForm
        way="accept-invitation"
        fields={hasAccount ? [] : ['name', 'password']}
        initial={hasAccount ? { name: me?.user?.name ?? email } : {}}
        email={hasAccount ? undefined : email}
        token={token}
        action={say('join')}
        onSignedIn={onForget}
      />
      {/* A new person's invitation is accepted there. */}
      {hasAccount || methods === undefined ? null : <OtherWays methods={{ ...methods, passkey: false }} />}
      <WayOut onForget={onForget} hasAccount={hasAccount} />
    </SignInCard>
  );
}

function WayOut({ onForget, hasAccount }: Pick<LinkPageProps, 'onForget'> & { hasAccount: boolean }) {
  const say = useTexts(linkTexts);
  const isSignedIn = useMe().data != null;
  const text = isSignedIn ? 'toConsole' : 'signIn';
  return (
    <button type="button" class="link-button" onClick={onForget}>
      {say(hasAccount ? text : 'haveAccount')}
    </button>
  );
}

function UsedLink({ kind, onForget }: LinkPageProps) {
  const say = useTexts(linkTexts);
  const isSignedIn = useMe().data != null;
  return (
    <SignInCard title={say('usedTitle')} text={say(kind === 'setup' ? 'usedSetupText' : 'usedInvitationText')}>
      {kind === 'setup' ? (
        <>
          <p>{say('newLink')}</p>
          <CodeBox label={say('newLink')}>npm run portico -- console link</CodeBox>
          <PasswordLink text="newPasswordLink" />
        </>
      ) : null}
      <Button look="primary" class="button-block" onClick={onForget}>
        {say(isSignedIn ? 'toConsole' : 'signIn')}
      </Button>
    </SignInCard>
  );
}
