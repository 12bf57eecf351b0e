import { cutText } from '@portico/browser-kit/cut-text';
import type { CreateChatSession } from '@portico/shared-types/api/public-chat';
import { listLanguages } from '../locales/list-languages.ts';
import type { LiveOptions, Page } from '../types.ts';

const LONGEST = 2_000;

/** The visitor's current page, unless the site has set another. */
export function readPage({ url = location.href, title = document.title }: Partial<Page> = {}) {
  return { url: cutText(url, LONGEST), title: cutText(title, 500) };
}

/**
 * The data of a visit that is sent to the server when a session starts. The interface's settings decide what is stored.
 */
export function describeVisit(
  { identity, metadata, page }: LiveOptions,
  locale: string | null,
  isConsentGiven: boolean,
): CreateChatSession {
  return {
    pageUrl: readPage(page).url,
    referrer: cutText(document.referrer, LONGEST) || undefined,
    locale: cutText(listLanguages(locale).find(Boolean) ?? '', 35) || undefined,
    consent: isConsentGiven ? 'granted' : undefined,
    identity,
    metadata,
  };
}
