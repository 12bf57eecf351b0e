import { Suspense } from 'preact/compat';
import { ScreenBoundary } from '../app/screen-boundary.tsx';
import { useTexts } from '../text/use-texts.ts';
import { Banner } from '../ui/banner.tsx';
import { lazyView } from '../ui/lazy-view.tsx';
import { Skeleton } from '../ui/states.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { SignInWays } from './sign-in-ways.tsx';
import { signInTexts } from './texts.ts';
import type { SignInLink } from './use-sign-in-link.ts';

/** Most people open a link once. */
const LinkPage = lazyView(async () => import('./link-page.tsx'));

interface SignInPageProps {
  link: SignInLink | null;
  /** Removes a link that is used, or that was opened by mistake. */
  onForget: () => void;
}

/** The errors after which trying again doesn't help, or takes something else. */
const refusals = new Map<string, 'notInvited' | 'unverified' | 'tooLate' | 'tooMany'>([
  ['not_invited', 'notInvited'],
  ['email_unverified', 'unverified'],
  ['sign_in_expired', 'tooLate'],
  ['too_many_attempts', 'tooMany'],
]);

/** Signs a person in: by password, by key, by a setup or invitation link, or through another service. */
export function SignInPage({ link, onForget }: SignInPageProps) {
  const say = useTexts(signInTexts);
  if (link !== null && link.kind !== 'error') {
    return (
      <ScreenBoundary place={link.value}>
        <Suspense fallback={<Skeleton />}>
          <LinkPage kind={link.kind} token={link.value} onForget={onForget} />
        </Suspense>
      </ScreenBoundary>
    );
  }
  return (
    <SignInCard title={say('title')}>
      {link !== null ? <Banner tone="bad">{say(refusals.get(link.value) ?? 'oidcFailed')}</Banner> : null}
      <SignInWays />
    </SignInCard>
  );
}
