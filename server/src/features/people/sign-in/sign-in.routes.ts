import {
  AuthMethods,
  CheckedLink,
  KeySignIn,
  LinkCheck,
  PasswordSignIn,
  SetupRequest,
  SignedIn,
  SignedOut,
} from '@portico/shared-types';
import { routesOn } from '../../../platform/http/routes-on.ts';
import type { PeoplePlatform } from '../people-platform.ts';
import { checkLink } from './check-link.ts';
import { listMethods } from './list-methods.ts';
import { setUp } from './set-up.ts';
import { signInWithKey, signInWithPassword } from './sign-in.ts';
import { signOut } from './sign-out.ts';

const { signInRoute } = routesOn<PeoplePlatform>();

const tag = 'Sign-in';

export const signInRoutes = [
  signInRoute({
    method: 'POST',
    path: '/auth/setup',
    tag,
    summary: 'Create an owner with a link',
    description: `Accepts the token of a link that a first start or \`npm run portico -- console link\` printed, and signs the browser in. The token works once; a refused request does not invalidate it.`,
    operationId: 'setUpOwner',
    body: SetupRequest,
    answer: SignedIn,
    status: 201,
    errors: ['invalid_api_key'],
    handle: async ({ platform, body, ...browser }) => setUp(platform, body, browser),
  }),
  signInRoute({
    method: 'POST',
    path: '/auth/check-link',
    tag,
    summary: 'Check a link',
    description: `Returns whom a setup link or an invitation is for, without using it up. A link that was used, withdrawn or has expired is refused.`,
    operationId: 'checkLink',
    body: LinkCheck,
    answer: CheckedLink,
    errors: ['invalid_api_key'],
    handle: async ({ platform, body }) => checkLink(platform, body),
  }),
  signInRoute({
    method: 'POST',
    path: '/auth/sign-in',
    tag,
    summary: 'Sign in with a password',
    description: `Sets the session cookie. Ten wrong passwords in 15 minutes lock the e-mail address, and the IP address,
for 15 minutes.`,
    operationId: 'signIn',
    body: PasswordSignIn,
    answer: SignedIn,
    errors: ['invalid_api_key'],
    handle: async ({ platform, body, ...browser }) => signInWithPassword(platform, body, browser),
  }),
  signInRoute({
    method: 'POST',
    path: '/auth/sign-in-with-key',
    tag,
    summary: 'Sign in with an API key',
    description: 'Sets the session cookie. The key needs every scope; the session ends when the key is revoked.',
    operationId: 'signInWithKey',
    body: KeySignIn,
    answer: SignedIn,
    errors: ['invalid_api_key', 'expired_api_key', 'revoked_api_key', 'insufficient_scope'],
    handle: async ({ platform, body, ...browser }) => signInWithKey(platform, body, browser),
  }),
  signInRoute({
    method: 'POST',
    path: '/auth/sign-out',
    tag,
    summary: 'Sign out',
    description: 'Ends the session and deletes the cookie.',
    operationId: 'signOut',
    answer: SignedOut,
    errors: ['insufficient_scope'],
    uncounted: true,
    handle: async ({ platform, ...browser }) => signOut(platform, browser),
  }),
  signInRoute({
    method: 'GET',
    path: '/auth/methods',
    tag,
    summary: 'Get the ways to sign in',
    description: 'Returns the ways to sign in to this server, and whether it has no owner yet.',
    answer: AuthMethods,
    uncounted: true,
    handle: async ({ platform }) => listMethods(platform),
  }),
];
