import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { z } from 'zod';
import { ApiError } from '../../platform/errors.ts';
import { limitConsole, limitStranger } from '../../platform/http/limits.ts';
import { publicBase } from '../../platform/http/public-base.ts';
import { refuseForeignPage } from '../../platform/http/same-origin.ts';
import type { Platform } from '../../platform/platform.ts';
import { findSession, type SessionRow, type PeoplePlatform } from '../people/index.ts';
import { readAuthorization, redirectWith, RefusedAuthorization } from './authorization.ts';
import { type SendPage, sendConsentPage, sendGrantsPage, sendRefusalPage } from './consent-page.ts';
import { exchangeCode, grantAccess, refreshTokens, revokeToken } from './grants.ts';
import { describeResource, describeServer } from './metadata.ts';
import { OAuthError } from './oauth-error.ts';
import { deleteGrant, listGrantsOfUser } from './oauth.sql.ts';
import { registerClient } from './register-client.ts';

type Handler = (request: Request, response: Response) => Promise<void>;

/**
 * Serves what MCP clients need to act for a person (docs/mcp.md#sign-in-with-oauth): metadata, registration, the consent page at
 * `/console/authorize`, tokens, and their revocation.
 */
export function mountOAuth(app: Express, platform: PeoplePlatform, sendPage: SendPage): void {
  const form = express.urlencoded({ extended: false, limit: '16kb' });
  mountMetadata(app, platform);
  const guarded = (handle: Handler) => answerErrors(platform, handle);
  app.options(['/oauth/register', '/oauth/token', '/oauth/revoke'], (_request, response) => {
    allowEveryOrigin(response).set('Access-Control-Allow-Headers', 'content-type, mcp-protocol-version');
    response.set('Access-Control-Allow-Methods', 'POST').status(204).end();
  });
  app.post(
    '/oauth/register',
    express.json({ limit: '16kb' }),
    guarded(async (request, response) => {
      await limitStranger(platform, request, response);
      response.status(201).json(await registerClient(platform, request.body));
    }),
  );
  app.post(
    '/oauth/token',
    form,
    guarded(async (request, response) => {
      await limitConsole(platform, request, response);
      response.json(await issue(platform, request.body));
    }),
  );
  app.post(
    '/oauth/revoke',
    form,
    guarded(async (request, response) => {
      await limitConsole(platform, request, response);
      const { token, client_id: clientId } = readBody(
        z.object({ token: z.string(), client_id: z.string() }),
        request.body,
      );
      await revokeToken(platform, token, clientId);
      response.json({});
    }),
  );
  mountConsent(app, platform, sendPage, form);
}

function mountMetadata(app: Express, platform: Platform): void {
  const serve = (describe: (base: string) => object) => (request: Request, response: Response) => {
    allowEveryOrigin(response)
      .set('Cache-Control', 'no-cache')
      .json(describe(publicBase(platform, request)));
  };
  const root = '/.well-known';
  app.get([`${root}/oauth-protected-resource`, `${root}/oauth-protected-resource/mcp`], serve(describeResource));
  app.get([`${root}/oauth-authorization-server`, `${root}/oauth-authorization-server/mcp`], serve(describeServer));
}

function mountConsent(app: Express, platform: PeoplePlatform, sendPage: SendPage, form: express.RequestHandler): void {
  const pages =
    (handle: (request: Request, response: Response, session: SessionRow) => Promise<void>) =>
    async (request: Request, response: Response, next: NextFunction): Promise<void> => {
      response.set('Cache-Control', 'no-store');
      try {
        const session = await findSession(platform, request.headers);
        // The console shows its sign-in, and opens this address again after it.
        if (session === undefined && request.method === 'GET') return next();
        if (session?.user_id == null)
          throw new OAuthError('access_denied', 'Sign in as a person: a key can not allow an app.');
        if (request.method !== 'GET') refuseForeignPage(platform, request.headers);
        await handle(request, response, session);
      } catch (error) {
        if (error instanceof RefusedAuthorization) return response.redirect(302, error.redirectTo);
        if (!(error instanceof OAuthError) && !(error instanceof ApiError)) return next(error);
        await sendRefusalPage(sendPage, response.status(error.status), error.message);
      }
    };
  app.get('/oauth/authorize', async (request, response, next) => {
    try {
      await limitConsole(platform, request, response);
      await readAuthorization(platform, publicBase(platform, request), request.query);
      response.redirect(302, `/console/authorize?${queryOf(request)}`);
    } catch (error) {
      if (error instanceof RefusedAuthorization) return response.redirect(302, error.redirectTo);
      if (!(error instanceof OAuthError) && !(error instanceof ApiError)) return next(error);
      await sendRefusalPage(sendPage, response.status(error.status), error.message);
    }
  });
  app.get(
    '/console/authorize',
    pages(async (request, response, session) => {
      const asked = await readAuthorization(platform, publicBase(platform, request), request.query);
      const { memberships, email } = session;
      if (memberships.length === 0) throw new OAuthError('access_denied', 'You belong to no workspace.');
      await sendConsentPage(sendPage, response, asked, { memberships, email: email ?? '', query: queryOf(request) });
    }),
  );
  app.post(
    '/oauth/authorize',
    form,
    pages(async (request, response, session) => {
      const base = publicBase(platform, request);
      const asked = await readAuthorization(platform, base, request.query);
      const { redirectUri, state } = asked;
      const Decision = z.object({ decision: z.enum(['allow', 'deny']), workspace: z.string().optional() });
      const { decision, workspace } = readBody(Decision, request.body);
      if (decision === 'deny') {
        return response.redirect(302, redirectWith(redirectUri, { error: 'access_denied', state, iss: base }));
      }
      const membership = session.memberships.find(({ workspace_id: id }) => id === workspace);
      if (membership === undefined) throw new OAuthError('access_denied', 'You do not belong to this workspace.', 403);
      const code = await grantAccess(platform, asked, membership);
      response.redirect(302, redirectWith(redirectUri, { code, state, iss: base }));
    }),
  );
  app.get(
    '/oauth/grants',
    pages(async (_request, response, { user_id: userId }) => {
      await sendGrantsPage(sendPage, response, await listGrantsOfUser(platform.database.sql, userId ?? ''));
    }),
  );
  app.post(
    '/oauth/grants/:id',
    pages(async (request, response, { user_id: userId }) => {
      const grants = await listGrantsOfUser(platform.database.sql, userId ?? '');
      const grant = grants.find(({ id }) => id === request.params['id']);
      if (grant !== undefined) await deleteGrant(platform.database.sql, grant.id);
      response.redirect(303, '/oauth/grants');
    }),
  );
}

const TokenRequest = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('authorization_code'),
    code: z.string(),
    client_id: z.string(),
    code_verifier: z.string().min(43).max(128),
    redirect_uri: z.string().optional(),
    resource: z.string().optional(),
  }),
  z.object({
    grant_type: z.literal('refresh_token'),
    refresh_token: z.string(),
    client_id: z.string(),
    resource: z.string().optional(),
  }),
]);

async function issue(platform: Platform, body: unknown): Promise<object> {
  const type = z.looseObject({ grant_type: z.string() }).safeParse(body).data?.grant_type;
  if (type !== 'authorization_code' && type !== 'refresh_token') {
    throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
  }
  const given = readBody(TokenRequest, body);
  if (given.grant_type === 'refresh_token') {
    return refreshTokens(platform, { token: given.refresh_token, clientId: given.client_id, resource: given.resource });
  }
  return exchangeCode(platform, {
    code: given.code,
    clientId: given.client_id,
    redirectUri: given.redirect_uri,
    verifier: given.code_verifier,
    resource: given.resource,
  });
}

function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new OAuthError(
    'invalid_request',
    `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'is not valid'}.`,
  );
}

/** Sends errors in OAuth's own shape; programs of every origin may read it, since nothing here depends on a cookie. */
function answerErrors(platform: Platform, handle: Handler): Handler {
  return async (request, response) => {
    allowEveryOrigin(response).set('Cache-Control', 'no-store');
    try {
      await handle(request, response);
    } catch (error) {
      if (error instanceof OAuthError) {
        response.status(error.status).json({ error: error.code, error_description: error.message });
      } else if (error instanceof ApiError && error.status < 500) {
        if (error.retryAfter !== undefined) response.set('Retry-After', String(error.retryAfter));
        response.status(error.status).json({ error: 'temporarily_unavailable', error_description: error.message });
      } else {
        platform.log.error({ err: error }, 'an OAuth request failed');
        response.status(500).json({ error: 'server_error', error_description: 'Something went wrong on our side.' });
      }
    }
  };
}

function allowEveryOrigin(response: Response): Response {
  return response.set('Access-Control-Allow-Origin', '*');
}

function queryOf(request: Request): string {
  const at = request.url.indexOf('?');
  return at === -1 ? '' : request.url.slice(at + 1);
}
