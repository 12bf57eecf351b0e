import type { AuthMethods } from '@portico/shared-types/api/people';
import { useTexts } from '../text/use-texts.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { signInTexts } from './texts.ts';

interface OtherWaysProps {
  methods: AuthMethods;
  onSignedIn?: () => void;
  /** Called before the other service replaces this page. */
  onLeave?: () => void;
}

/** The ways to sign in that need more than this page: a passkey, and OpenID Connect. */
export function OtherWays({ methods, onSignedIn, onLeave }: OtherWaysProps) {
  const say = useTexts(signInTexts);
  if (methods.oidc === null && !methods.passkey) return null;
  const start = `/api/v1/auth/oidc/start?return_to=${encodeURIComponent(location.pathname + location.search)}`;
  return (
    <div class="other-ways">
      <span class="divider">{say('or')}</span>
      {methods.passkey ? <PasskeyButton onSignedIn={onSignedIn} /> : null}
      {methods.oidc === null ? null : (
        <a class="button button-secondary button-block" href={start} onClick={onLeave}>
          {say('withOidc', { name: methods.oidc.name })}
        </a>
      )}
    </div>
  );
}
