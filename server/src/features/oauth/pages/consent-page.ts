import type { Request, Response } from 'express';
import type { Membership } from '../../people/index.ts';
import type { AuthorizationRequest } from '../authorization.ts';
import { escape, fill, nameHtml, type SendPage, sendHtml } from './send-html.ts';
import type { Texts as PageTexts } from '@portico/shared-types/languages/en/consent';

/** Asks the person whether an app may use a workspace. `query` is the request that the app made. */
export async function sendConsentPage(
  send: SendPage,
  request: Request,
  response: Response,
  asked: AuthorizationRequest & { memberships: readonly Membership[]; email: string; query: string },
): Promise<void> {
  const { client, scopes, redirectUri, memberships, email, query } = asked;
  const { host, protocol } = new URL(redirectUri);
  const place = `<strong><bdi dir="ltr">${escape(host === '' ? protocol : host)}</bdi></strong>`;
  await sendHtml(
    send,
    request,
    response,
    ({ texts }) => ({
      title: texts.allowTitle.replace('{app}', () => client.name),
      body: `
        <p>${fill(texts.asks, { app: nameHtml(client.name), email: `<bdi>${escape(email)}</bdi>` })}</p>
        <p id="abilities">${escape(texts.ableTo)}</p>
        <ul aria-labelledby="abilities">${scopes.map((scope) => `<li>${escape(texts.abilities[scope])}</li>`).join('')}</ul>
        <form method="post" action="/oauth/authorize?${escape(query)}">
          ${chooseWorkspace(texts, memberships)}
          <p class="fine">${fill(texts.returnsTo, { place })}</p>
          <p class="actions">
            <button class="primary" name="decision" value="allow">${escape(texts.allow)}</button>
            <button class="secondary" name="decision" value="deny">${escape(texts.deny)}</button>
          </p>
        </form>
        <p class="fine"><a href="/oauth/grants">${escape(texts.apps)}</a></p>`,
    }),
    redirectUri,
  );
}

/** The workspaces to choose from. The first one is preselected; with a single workspace, only its name is shown. */
function chooseWorkspace(texts: PageTexts, memberships: readonly Membership[]): string {
  const [only, ...others] = memberships;
  if (only !== undefined && others.length === 0) {
    return `<p>${escape(texts.workspace)}: ${nameHtml(only.workspace_name)}
      <input type="hidden" name="workspace" value="${escape(only.workspace_id)}"></p>`;
  }
  const choices = memberships.map(
    ({ workspace_id: id, workspace_name: name }, index) => `
      <label><input type="radio" name="workspace" value="${escape(id)}" ${index === 0 ? 'checked' : ''} required>
      <bdi>${escape(name)}</bdi></label>`,
  );
  return `<fieldset><legend>${escape(texts.workspace)}</legend>${choices.join('')}</fieldset>`;
}
