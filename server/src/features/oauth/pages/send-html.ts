import type { Request, Response } from 'express';
import type { Texts } from '@portico/shared-types/languages/en/consent';
import { textsByLanguage } from '@portico/shared-types/languages/lists/consent';
import { choosePageLanguage, type PageLanguage } from '../../../platform/http/choose-page-language.ts';

/** `sendPage` of app/pages, passed in because features don't import the app. */
export type SendPage = (
  response: Response,
  template: URL,
  options: {
    values: Readonly<Record<string, string>>;
    html: Readonly<Record<string, string>>;
    frameAncestors: string;
    policy: Readonly<Record<string, string>>;
  },
) => Promise<void>;

const template = new URL('../../../../pages/authorize.html', import.meta.url);

interface Content {
  readonly title: string;
  readonly body: string;
}

/**
 * Sends a page in the language of the browser, without scripts. It can't be framed, and its forms may only be sent to
 * this server, which may redirect to `redirectUri`.
 */
export async function sendHtml(
  send: SendPage,
  request: Request,
  response: Response,
  make: (language: PageLanguage<Texts>) => Content,
  redirectUri?: string,
): Promise<void> {
  const chosen = choosePageLanguage(request, textsByLanguage);
  const { title, body } = make(chosen);
  response.vary('Accept-Language');
  await send(response, template, {
    values: { title, language: chosen.language, direction: chosen.direction },
    html: { body },
    frameAncestors: "'none'",
    policy: { 'script-src': "'none'", 'form-action': ["'self'", ...targetOf(redirectUri)].join(' ') },
  });
}

/** The origin of an address, or the scheme of an app's own. */
function targetOf(redirectUri: string | undefined): string[] {
  if (redirectUri === undefined) return [];
  const { protocol, origin } = new URL(redirectUri);
  return [origin === 'null' ? protocol : origin];
}

/** Fills the placeholders of a text; the values are HTML. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return escape(text).replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

/** A name that somebody else has chosen; it keeps its own text direction. */
export function nameHtml(name: string): string {
  return `<strong><bdi>${escape(name)}</bdi></strong>`;
}

export function escape(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (sign) => names[sign] ?? sign);
}
