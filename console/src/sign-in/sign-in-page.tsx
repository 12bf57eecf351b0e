import { useState } from 'preact/hooks';
import { useSignInMethods } from '../data/session.ts';
import { useTexts } from '../text/use-texts.ts';
import { Banner } from '../ui/banner.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { OtherWays } from './other-ways.tsx';
import { forgetLink, readLink } from './read-link.ts';
import { SignInCard } from './sign-in-card.tsx';
import { signInTexts } from './texts.ts';

/** Signs a person in: by password, by key, by a setup or invitation link, or through another service. */
export function SignInPage() {
  const say = useTexts(signInTexts);
  const [link, setLink] = useState(() => readLink(location.hash));
  const forget = () => {
    forgetLink();
    setLink(null);
  };
  if (link?.kind === 'setup') {
    return (
      <SignInCard title={say('setupTitle')} text={say('setupText')}>
        <CredentialsForm
          way="setup"
          fields={['name', 'email', 'password']}
          token={link.value}
          action={say('setup')}
          onSignedIn={forget}
        />
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
          onSignedIn={forget}
        />
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
export function SignInWays({ onSignedIn }: { onSignedIn?: () => void }) {
  const say = useTexts(signInTexts);
  const methods = useSignInMethods();
  const [byKey, setByKey] = useState(false);
  const done = onSignedIn === undefined ? {} : { onSignedIn };
  return (
    <>
      {methods.data?.setup_needed === true ? <Banner>{say('setupNeeded')}</Banner> : null}
      {byKey ? (
        <CredentialsForm key="key" way="sign-in-with-key" fields={['api_key']} action={say('signIn')} {...done} />
      ) : (
        <CredentialsForm key="password" way="sign-in" fields={['email', 'password']} action={say('signIn')} {...done} />
      )}
      <button type="button" class="link-button" onClick={() => setByKey(!byKey)}>
        {byKey ? say('withPassword') : say('withKey')}
      </button>
      {methods.data === undefined ? null : <OtherWays methods={methods.data} {...done} />}
    </>
  );
}
