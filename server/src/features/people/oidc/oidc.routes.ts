import { OidcCallbackQuery, OidcStartQuery } from '@portico/shared-types';
import { routesOn } from '../../../platform/http/routes-on.ts';
import type { Platform } from '../../../platform/platform.ts';
import { finishOidc, startOidc } from './oidc.service.ts';
import { sendErrorToBrowser } from './send-error-to-browser.ts';

const { signInRoute } = routesOn<Platform>();

const tag = 'Sign-in';

export const oidcRoutes = [
  signInRoute({
    method: 'GET',
    path: '/auth/oidc/start',
    tag,
    summary: 'Sign in with OpenID Connect',
    description: `Redirects the browser to the OpenID provider. \`return_to\` is the path of the console to which it returns.`,
    operationId: 'startOidcSignIn',
    query: OidcStartQuery,
    status: 302,
    errors: ['resource_not_found'],
    sendError: sendErrorToBrowser,
    handle: async ({ platform, query: { return_to: returnTo } }) => startOidc(platform, returnTo),
  }),
  signInRoute({
    method: 'GET',
    path: '/auth/oidc/callback',
    tag,
    summary: 'Return from the OpenID provider',
    description: `Signs the person in and redirects the browser to the console. If the sign-in is refused, it redirects to \`/console#error=<code>\` with \`not_invited\`, \`email_unverified\`, \`sign_in_expired\` or \`sign_in_failed\`. Over the limit, a browser is redirected with \`too_many_attempts\`.`,
    operationId: 'finishOidcSignIn',
    query: OidcCallbackQuery,
    status: 302,
    errors: ['resource_not_found'],
    sendError: sendErrorToBrowser,
    handle: async ({ platform, query, ...browser }) => finishOidc(platform, query, browser),
  }),
];
