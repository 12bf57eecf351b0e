import type { CreateChatSession } from '@portico/shared-types/api/public-chat';
import type { LiveOptions, Page } from '../types.ts';

const LONGEST = 2_000;

/** The page that the visitor is on, unless the site has named another. */
export function readPage({ url = location.href, title = document.title }: Partial<Page> = {}) {
  return { url: url.slice(0, LONGEST), title: title.slice(0, 500) };
}

/** What the server gets to know about a visit when its session begins. The interface's settings decide what is kept. */
export function describeVisit(options: LiveOptions, isConsentGiven: boolean): CreateChatSession {
  const { identity, metadata, locale, page } = options;
  return {
    pageUrl: readPage(page).url,
    ...(document.referrer === '' ? {} : { referrer: document.referrer.slice(0, LONGEST) }),
    ...(locale === undefined ? {} : { locale }),
    ...(isConsentGiven ? { consent: 'granted' as const } : {}),
    ...(identity === undefined ? {} : { identity }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}
