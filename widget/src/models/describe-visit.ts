import type { CreateChatSession } from '@portico/shared-types/api/public-chat';
import { listLanguages } from '../locales/list-languages.ts';
import type { LiveOptions, Page } from '../types.ts';

const LONGEST = 2_000;

/** The visitor's current page, unless the site has set another. */
export function readPage({ url = location.href, title = document.title }: Partial<Page> = {}) {
  return { url: url.slice(0, LONGEST), title: title.slice(0, 500) };
}

/**
 * The data of a visit that is sent to the server when a session starts. The interface's settings decide what is stored.
 */
export function describeVisit(
  { identity, metadata, page }: LiveOptions,
  locale: string | null,
  isConsentGiven: boolean,
): CreateChatSession {
  const language = listLanguages(locale).find(Boolean);
  return {
    pageUrl: readPage(page).url,
    ...(document.referrer === '' ? {} : { referrer: document.referrer.slice(0, LONGEST) }),
    ...(language ? { locale: language.slice(0, 35) } : {}),
    ...(isConsentGiven ? { consent: 'granted' as const } : {}),
    ...(identity === undefined ? {} : { identity }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}
