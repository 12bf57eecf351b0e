import { useState } from 'preact/hooks';
import { useSignInMethods } from '../data/session.ts';
import { useTexts } from '../text/use-texts.ts';
import { Banner } from '../ui/banner.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { OtherWays } from './other-ways.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { signInTexts } from './texts.ts';
import type { SignInLink } from './use-sign-in-link.ts';

interface SignInPageProps {
  link: SignInLink | null;
  /** Removes a link that is used, or that was opened by mistake. */
  onForget: () => void;
}

/** Signs a person in: by password, by key, by a setup or invitation link, or through another service. */
export function SignInPage({ link, onForget }: SignInPageProps) {
  const say = useTexts(signInTexts);
  const wayOut = (
    <button type="button" class="link-button" onClick={onForget}>
      {say('haveAccount')}
    </button>
  );
  if (link?.kind === 'setup') {
    return (
      <SignInCard title={say('setupTitle')} text={say('setupText')}>
        <CredentialsForm
          way="setup"
          fields={['name', 'email', 'password']}
          token={link.value}
          action={say('setup')}
          onSignedIn={onForget}
        />
        {wayOut}
      </SignInCard>
    );
  }
  if (link?.kind === 'invitation') {
    return (
      <SignInCard title={say('invitationTitle')} text={say('invitationText')}>
        <CredentialsForm
          way="accept-invitation"
          fields={['name', 'password']}
          token={link.value}
          action={say('join')}
          onSignedIn={onForget}
        />
        {wayOut}
      </SignInCard>
    );
  }
  return (
    <SignInCard title={say('title')}>
      {link?.kind === 'error' ? (
        <Banner tone="bad">
          {link.value === 'not_invited' ? say('notInvited') : say('oidcFailed', { code: link.value })}
        </Banner>
      ) : null}
      <SignInWays />
    </SignInCard>
  );
}

/** Password or key, and the other ways that the server offers. */
export function SignInWays({ email, onSignedIn }: { email?: string; onSignedIn?: () => void }) {
  const say = useTexts(signInTexts);
  const methods = useSignInMethods();
  const [byKey, setByKey] = useState(false);
  const done = onSignedIn === undefined ? {} : { onSignedIn };
  const known = email === undefined ? {} : { email };
  return (
    <>
      {methods.data?.setup_needed === true ? <Banner>{say('setupNeeded')}</Banner> : null}
      {byKey ? (
        <CredentialsForm key="key" way="sign-in-with-key" fields={['api_key']} action={say('signIn')} {...done} />
      ) : (
        <CredentialsForm
          key="password"
          way="sign-in"
          fields={['email', 'password']}
          action={say('signIn')}
          {...known}
          {...done}
        />
      )}
      <button type="button" class="link-button" onClick={() => setByKey(!byKey)}>
        {byKey ? say('withPassword') : say('withKey')}
      </button>
      {methods.data === undefined ? null : <OtherWays methods={methods.data} {...done} />}
    </>
  );
}
