import { useState } from 'preact/hooks';
import { useSignInMethods } from '../data/session.ts';
import { useTexts } from '../text/use-texts.ts';
import { Banner } from '../ui/banner.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { OtherWays } from './other-ways.tsx';
import { PasswordLink } from './password-link.tsx';
import { signInTexts } from './texts.ts';
import { keepInvitation } from './use-sign-in-link.ts';

interface SignInWaysProps {
  email?: string;
  /** The key is asked for first. */
  startsByKey?: boolean;
  onSignedIn?: () => void;
}

/** Password or key, and the other ways that the server offers. */
export function SignInWays({ email, startsByKey = false, onSignedIn }: SignInWaysProps) {
  const say = useTexts(signInTexts);
  const methods = useSignInMethods();
  const [byKey, setByKey] = useState(startsByKey);
  const done = onSignedIn === undefined ? {} : { onSignedIn };
  const known = email === undefined ? {} : { initial: { email } };
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
      {byKey || methods.data?.setup_needed !== false ? null : <ForgottenPassword />}
      <button type="button" class="link-button" onClick={() => setByKey(!byKey)}>
        {byKey ? say('withPassword') : say('withKey')}
      </button>
      {methods.data === undefined ? null : <OtherWays methods={methods.data} onLeave={keepInvitation} {...done} />}
    </>
  );
}

/** How a forgotten password is replaced. It needs the server's shell and no mail server. */
function ForgottenPassword() {
  const say = useTexts(signInTexts);
  return (
    <details class="more">
      <summary>{say('forgotten')}</summary>
      <div>
        <PasswordLink text="forgottenText" />
      </div>
    </details>
  );
}
