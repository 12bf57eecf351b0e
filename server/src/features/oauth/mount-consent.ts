import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { ApiError } from '../../platform/errors.ts';
import { limitConsole } from '../../platform/http/limits.ts';
import { publicBase } from '../../platform/http/public-base.ts';
import { refuseOtherMethods } from '../../platform/http/refuse-method.ts';
import { refuseForeignPage } from '../../platform/http/same-origin.ts';
import { identifyRequest } from '../../platform/request-context.ts';
import { findSession, type PeoplePlatform, type SessionRow } from '../people/index.ts';
import { readAuthorization, redirectWith, RefusedAuthorization } from './authorization.ts';
import { endGrant, grantAccess } from './grants.ts';
import { OAuthError } from './oauth-error.ts';
import { listGrantsOfUser } from './oauth.sql.ts';
import { sendAppsPage } from './pages/apps-page.ts';
import { sendConsentPage } from './pages/consent-page.ts';
import { sendRefusalPage } from './pages/refusal-page.ts';
import type { SendPage } from './pages/send-html.ts';
import { parseBody, readBody } from './read-body.ts';

type Handler = (request: Request, response: Response) => Promise<void>;
type SignedInHandler = (request: Request, response: Response, session: SessionRow) => Promise<void>;

const Decision = z.object({ decision: z.enum(['allow', 'deny']), workspace: z.string().optional() });

/**
 * Serves the pages on which people allow apps and revoke access: `/console/authorize` and `/oauth/grants`. Below
 * /console, the console shows its sign-in to people without a session, and opens the address again afterwards.
 */
export function mountConsent(app: Express, platform: PeoplePlatform, sendPage: SendPage, form: RequestHandler): void {
  const { sql } = platform.database;
  const reportRefusals =
    (handle: Handler) =>
    async (request: Request, response: Response, next: NextFunction): Promise<void> => {
      response.set('Cache-Control', 'no-store');
      try {
        await handle(request, response);
      } catch (error) {
        if (error instanceof RefusedAuthorization) return response.redirect(302, error.redirectTo);
        if (!(error instanceof OAuthError) && !(error instanceof ApiError)) return next(error);
        const signInAt =
          request.path === '/oauth/authorize' ? `/console/authorize?${queryOf(request)}` : '/console/apps';
        await sendRefusalPage(sendPage, request, response, error, signInAt);
      }
    };
  /** `whenSignedOut` replaces the refusal for signed-out people who only open a page. */
  const forPerson =
    (handle: SignedInHandler, whenSignedOut?: (response: Response, next: NextFunction) => void) =>
    async (request: Request, response: Response, next: NextFunction): Promise<void> => {
      const session = await findSession(platform, request.headers);
      if (session === undefined && whenSignedOut !== undefined) return whenSignedOut(response, next);
      await reportRefusals(async () => {
        const person = requirePerson(session);
        identifyRequest({ actor: person.actor, ip: request.ip });
        if (request.method !== 'GET') refuseForeignPage(platform, request.headers);
        await handle(request, response, person.session);
      })(request, response, next);
    };
  const toConsole = (_response: Response, next: NextFunction): void => next();

  app.get(
    '/oauth/authorize',
    reportRefusals(async (request, response) => {
      await limitConsole(platform, request, response);
      await readAuthorization(platform, publicBase(platform, request), request.query);
      response.redirect(302, `/console/authorize?${queryOf(request)}`);
    }),
  );
  app.get(
    '/console/authorize',
    forPerson(async (request, response, { memberships, email }) => {
      const asked = await readAuthorization(platform, publicBase(platform, request), request.query);
      if (memberships.length === 0) {
        throw new OAuthError('access_denied', 'You don’t belong to a workspace.', { reason: 'noWorkspace' });
      }
      const query = queryOf(request);
      await sendConsentPage(sendPage, request, response, { ...asked, memberships, email: email ?? '', query });
    }, toConsole),
  );
  app.post(
    '/oauth/authorize',
    forPerson(async (request, response, session) => {
      const base = publicBase(platform, request);
      const asked = await readAuthorization(platform, base, request.query);
      const { redirectUri, state } = asked;
      const { decision, workspace } = readBody(Decision, await parseBody(form, request, response, 'invalid_request'));
      if (decision === 'deny') {
        return response.redirect(302, redirectWith(redirectUri, { error: 'access_denied', state, iss: base }));
      }
      const membership = session.memberships.find(({ workspace_id: id }) => id === workspace);
      if (membership === undefined) {
        const message = 'You do not belong to this workspace.';
        throw new OAuthError('access_denied', message, { status: 403, reason: 'notAMember' });
      }
      const code = await grantAccess(platform, asked, membership);
      response.redirect(302, redirectWith(redirectUri, { code, state, iss: base }));
    }),
  );
  app.get(
    '/oauth/grants',
    forPerson(
      async (request, response, { user_id: userId }) => {
        await sendAppsPage(sendPage, request, response, await listGrantsOfUser(sql, userId ?? ''));
      },
      (response) => response.redirect(302, '/console/apps'),
    ),
  );
  app.get(
    '/console/apps',
    forPerson(async (_request, response) => response.redirect(302, '/oauth/grants'), toConsole),
  );
  app.post(
    '/oauth/grants/:id',
    forPerson(async (request, response, { user_id: userId }) => {
      const grants = await listGrantsOfUser(sql, userId ?? '');
      const grant = grants.find(({ id }) => id === request.params['id']);
      if (grant !== undefined) await platform.database.transaction(async (tx) => endGrant(tx, grant.id));
      response.redirect(303, '/oauth/grants');
    }),
  );
  refuseOtherMethods(app, '/oauth/authorize', ['GET', 'POST']);
  refuseOtherMethods(app, '/oauth/grants', ['GET']);
  refuseOtherMethods(app, '/oauth/grants/:id', ['POST']);
}

/** @throws OAuthError without a session, and for one that a key opened. */
function requirePerson(session: SessionRow | undefined) {
  if (session === undefined) {
    throw new OAuthError('access_denied', 'You are not signed in, or your session has ended.', { reason: 'signedOut' });
  }
  const { user_id: id, name, email, avatar_url: avatarUrl } = session;
  if (id === null) {
    throw new OAuthError('access_denied', 'Sign in as a person: a key can’t allow an app.', { reason: 'notAPerson' });
  }
  return { session, actor: { type: 'user', id, name: name ?? email ?? id, avatarUrl, memberId: null } as const };
}

function queryOf(request: Request): string {
  const at = request.url.indexOf('?');
  return at === -1 ? '' : request.url.slice(at + 1);
}
