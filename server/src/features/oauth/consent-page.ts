import type { Response } from 'express';
import type { Membership } from '../people/index.ts';
import type { AuthorizationRequest } from './authorization.ts';
import type { McpScope } from './metadata.ts';
import type { GrantRow } from './oauth.sql.ts';

/** Sends a page of ours; `sendPage` of app/pages, passed in because features don't import the app. */
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

const template = new URL('../../../pages/authorize.html', import.meta.url);

const meanings: Readonly<Record<McpScope, string>> = {
  'agents:execute': 'ask your agents',
  'workflows:execute': 'run your workflows',
  'knowledge-bases:query': 'search and read your knowledge bases',
};

/** Where the forms of these pages may lead: here, and from here to the client. */
function policyFor(redirectUri: string | undefined): Record<string, string> {
  if (redirectUri === undefined) return { 'script-src': "'none'", 'form-action': "'self'" };
  const { protocol, origin } = new URL(redirectUri);
  const target = origin === 'null' ? protocol : origin;
  return { 'script-src': "'none'", 'form-action': `'self' ${target}` };
}

/** Asks the person whether an app may use a workspace. Nobody may frame the page. */
export async function sendConsentPage(
  send: SendPage,
  response: Response,
  { client, scopes, redirectUri }: AuthorizationRequest,
  { memberships, email, query }: { memberships: readonly Membership[]; email: string; query: string },
): Promise<void> {
  const { host, protocol } = new URL(redirectUri);
  const workspaces = memberships.map(
    ({ workspace_id: id, workspace_name: name }, index) =>
      `<p><label><input type="radio" name="workspace" value="${escape(id)}" ${index === 0 ? 'checked' : ''} required> ${escape(name)}</label></p>`,
  );
  const body = `
    <p class="lead"><strong>${escape(client.name)}</strong> wants to use Portico for you, ${escape(email)}.</p>
    <p>It will be able to:</p>
    <ul>${scopes.map((scope) => `<li>${meanings[scope]}</li>`).join('')}</ul>
    <p>You return to <strong>${escape(host === '' ? protocol : host)}</strong>. The name is the app's own and not checked:
    allow it only if you have just started this yourself.</p>
    <form method="post" action="/oauth/authorize?${escape(query)}">
      <p>In the workspace:</p>
      ${workspaces.join('')}
      <p>
        <button class="button" name="decision" value="allow">Allow</button>
        <button name="decision" value="deny">Deny</button>
      </p>
    </form>
    <p><a href="/oauth/grants">Apps that you have allowed</a></p>`;
  await sendHtml(send, response, `Allow ${client.name}?`, body, redirectUri);
}

/** Lists the apps that a person has allowed, each with a button that ends it. */
export async function sendGrantsPage(send: SendPage, response: Response, grants: readonly GrantRow[]): Promise<void> {
  const rows = grants.map(
    ({ id, client_name: name, workspace_name: workspace, created_at: since, last_used_at: used }) => `
      <form method="post" action="/oauth/grants/${escape(id)}">
        <p><strong>${escape(name)}</strong> in ${escape(workspace)}, since ${since.slice(0, 10)},
        ${used === null ? 'never used' : `last used ${used.slice(0, 10)}`}
        <button>Remove</button></p>
      </form>`,
  );
  const body = `<p class="lead">These apps use Portico for you.</p>${rows.join('') || '<p>None.</p>'}<p><a href="/console">Back to the console</a></p>`;
  await sendHtml(send, response, 'Connected apps', body, undefined);
}

/** Says why nothing can be allowed. */
export async function sendRefusalPage(send: SendPage, response: Response, message: string): Promise<void> {
  await sendHtml(send, response, 'This can not be allowed', `<p class="lead">${escape(message)}</p>`, undefined);
}

async function sendHtml(
  send: SendPage,
  response: Response,
  title: string,
  body: string,
  redirectUri: string | undefined,
): Promise<void> {
  await send(response, template, {
    values: { title },
    html: { body },
    frameAncestors: "'none'",
    policy: policyFor(redirectUri),
  });
}

function escape(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (sign) => names[sign] ?? sign);
}
