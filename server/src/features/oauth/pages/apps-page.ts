import type { Request, Response } from 'express';
import type { GrantRow } from '../oauth.sql.ts';
import { escape, fill, nameHtml, type SendPage, sendHtml } from './send-html.ts';
import type { Texts } from '@portico/shared-types/languages/en/consent';
import type { PageLanguage } from '../../../platform/http/choose-page-language.ts';

/** Lists the apps that a person has allowed, each with a button that ends it. */
export async function sendAppsPage(
  send: SendPage,
  request: Request,
  response: Response,
  grants: readonly GrantRow[],
): Promise<void> {
  await sendHtml(send, request, response, (language) => {
    const { texts } = language;
    return {
      title: texts.appsTitle,
      body: `
        <p>${escape(grants.length === 0 ? texts.noApps : texts.appsText)}</p>
        ${grants.map((grant) => describeGrant(grant, language)).join('')}
        <p class="fine"><a href="/console">${escape(texts.toConsole)}</a></p>`,
    };
  });
}

function describeGrant(grant: GrantRow, { language, texts }: PageLanguage<Texts>): string {
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const date = (at: string): string =>
    `<time datetime="${escape(at)}"><bdi>${escape(dates.format(new Date(at)))}</bdi></time>`;
  const used =
    grant.last_used_at === null ? escape(texts.neverUsed) : fill(texts.lastUsed, { date: date(grant.last_used_at) });
  const workspace = `<bdi>${escape(grant.workspace_name)}</bdi>`;
  const name = `app-${escape(grant.id)}`;
  return `
    <form class="row" method="post" action="/oauth/grants/${escape(grant.id)}">
      <p><span id="${name}">${nameHtml(grant.client_name)}</span><br>
        <span class="fine">${fill(texts.since, { workspace, date: date(grant.created_at) })}<br>${used}</span></p>
      <button class="secondary" aria-describedby="${name}">${escape(texts.remove)}</button>
    </form>`;
}
