import type { CreateChatSession } from '@portico/shared-types/api/public-chat';
import type { LiveOptions } from '../types.ts';

const LONGEST = 2_000;

/** What the server is told of a visit when its session begins. What of it is kept, the interface decides there. */
export function describeVisit(options: LiveOptions, isConsentGiven: boolean): CreateChatSession {
  const { identity, metadata, locale } = options;
  return {
    pageUrl: location.href.slice(0, LONGEST),
    ...(document.referrer === '' ? {} : { referrer: document.referrer.slice(0, LONGEST) }),
    ...(locale === undefined ? {} : { locale }),
    ...(isConsentGiven ? { consent: 'granted' as const } : {}),
    ...(identity === undefined ? {} : { identity }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}
