import express, { type Express, type Request, type Response } from 'express';
import { z } from 'zod';
import { ApiError } from '../../platform/errors.ts';
import { limitConsole, limitRegistration } from '../../platform/http/limits.ts';
import { readOnlyRoute, refuseOtherMethods } from '../../platform/http/refuse-method.ts';
import { publicBase } from '../../platform/http/public-base.ts';
import type { Platform } from '../../platform/platform.ts';
import { identifyRequest } from '../../platform/request-context.ts';
import type { PeoplePlatform } from '../people/index.ts';
import { exchangeCode, refreshTokens, revokeToken } from './grants.ts';
import { describeResource, describeServer } from './metadata.ts';
import { mountConsent } from './mount-consent.ts';
import { OAuthError } from './oauth-error.ts';
import type { SendPage } from './pages/send-html.ts';
import { parseBody, readBody, StorableText } from './read-body.ts';
import { registerClient } from './register-client.ts';

type Handler = (request: Request, response: Response) => Promise<void>;

/**
 * Serves everything that MCP clients need to act for a person (docs/mcp.md#sign-in-with-oauth): metadata, registration,
 * the consent page at `/console/authorize`, tokens, and their revocation.
 */
export function mountOAuth(app: Express, platform: PeoplePlatform, sendPage: SendPage): void {
  const json = express.json({ limit: '16kb' });
  const form = express.urlencoded({ extended: false, limit: '16kb' });
  mountMetadata(app, platform);
  const guarded = (handle: Handler) => answerErrors(platform, handle);
  app.options(['/oauth/register', '/oauth/token', '/oauth/revoke'], (_request, response) => {
    allowEveryOrigin(response).set('Access-Control-Allow-Headers', 'content-type, mcp-protocol-version');
    response.set('Access-Control-Allow-Methods', 'POST').status(204).end();
  });
  app.post(
    '/oauth/register',
    guarded(async (request, response) => {
      await limitRegistration(platform, request, response);
      const body = await parseBody(json, request, response, 'invalid_client_metadata');
      response.status(201).json(await registerClient(platform, body));
    }),
  );
  app.post(
    '/oauth/token',
    guarded(async (request, response) => {
      await limitConsole(platform, request, response);
      response.json(await issue(platform, await parseBody(form, request, response, 'invalid_request')));
    }),
  );
  app.post(
    '/oauth/revoke',
    guarded(async (request, response) => {
      await limitConsole(platform, request, response);
      const body = await parseBody(form, request, response, 'invalid_request');
      const { token, client_id: clientId } = readBody(z.object({ token: z.string(), client_id: z.string() }), body);
      await revokeToken(platform, token, clientId);
      response.json({});
    }),
  );
  for (const path of ['/oauth/register', '/oauth/token', '/oauth/revoke']) refuseOtherMethods(app, path, ['POST']);
  mountConsent(app, platform, sendPage, form);
}

function mountMetadata(app: Express, platform: Platform): void {
  const serve = (describe: (base: string) => object) => (request: Request, response: Response) => {
    allowEveryOrigin(response)
      .set('Cache-Control', 'no-cache')
      .json(describe(publicBase(platform, request)));
  };
  const root = '/.well-known';
  readOnlyRoute(app, `${root}/oauth-protected-resource{/mcp}`).get(serve(describeResource));
  readOnlyRoute(app, `${root}/oauth-authorization-server{/mcp}`).get(serve(describeServer));
}

const TokenRequest = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('authorization_code'),
    code: z.string(),
    client_id: StorableText,
    code_verifier: z.string().min(43).max(128),
    redirect_uri: z.string().optional(),
    resource: z.string().optional(),
  }),
  z.object({
    grant_type: z.literal('refresh_token'),
    refresh_token: z.string(),
    client_id: StorableText,
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

/** Sends errors in OAuth's format; programs of every origin may read it, because nothing here depends on a cookie. */
function answerErrors(platform: Platform, handle: Handler): Handler {
  return async (request, response) => {
    allowEveryOrigin(response).set('Cache-Control', 'no-store');
    identifyRequest({ ip: request.ip });
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
