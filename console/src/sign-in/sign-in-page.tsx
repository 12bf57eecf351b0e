import { useTexts } from '../text/use-texts.ts';
import { Banner } from '../ui/banner.tsx';
import { LinkPage } from './link-page.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { SignInWays } from './sign-in-ways.tsx';
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
  if (link !== null && link.kind !== 'error') {
    return <LinkPage kind={link.kind} token={link.value} onForget={onForget} />;
  }
  return (
    <SignInCard title={say('title')}>
      {link !== null ? (
        <Banner tone="bad">
          {link.value === 'not_invited' ? say('notInvited') : say('oidcFailed', { code: link.value })}
        </Banner>
      ) : null}
      <SignInWays />
    </SignInCard>
  );
}
