import {
  Deleted,
  PageQuery,
  Passkey,
  PasskeyAssertion,
  PasskeyOptions,
  PasskeyRegistration,
  SignedIn,
} from '@portico/shared-types';
import { routesOn } from '../../../platform/http/routes-on.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  finishRegistration,
  finishSignIn,
  pagePasskeys,
  removePasskey,
  startRegistration,
  startSignIn,
} from './passkeys.service.ts';

const { accountRoute, signInRoute } = routesOn<Platform>();

const tag = 'Sign-in';

export const passkeyRoutes = [
  accountRoute({
    method: 'POST',
    path: '/auth/passkeys/register-options',
    tag,
    summary: 'Start adding a passkey',
    description:
      'Returns the options for `startRegistration` of @simplewebauthn/browser. They work once, for 5 minutes.',
    operationId: 'startPasskeyRegistration',
    peopleOnly: true,
    answer: PasskeyOptions,
    handle: async ({ platform, caller }) => startRegistration(platform, caller),
  }),
  accountRoute({
    method: 'POST',
    path: '/auth/passkeys/register',
    tag,
    summary: 'Add a passkey',
    description: 'Accepts the result of `startRegistration` of @simplewebauthn/browser and a name.',
    operationId: 'registerPasskey',
    peopleOnly: true,
    body: PasskeyRegistration,
    answer: Passkey,
    status: 201,
    handle: async ({ platform, caller, body, headers }) =>
      finishRegistration(platform, caller, body, headers['user-agent']),
  }),
  signInRoute({
    method: 'POST',
    path: '/auth/passkeys/sign-in-options',
    tag,
    summary: 'Start signing in with a passkey',
    description:
      'Returns the options for `startAuthentication` of @simplewebauthn/browser. They work once, for 5 minutes.',
    operationId: 'startPasskeySignIn',
    answer: PasskeyOptions,
    handle: async ({ platform }) => startSignIn(platform),
  }),
  signInRoute({
    method: 'POST',
    path: '/auth/passkeys/sign-in',
    tag,
    summary: 'Sign in with a passkey',
    description: 'Accepts the result of `startAuthentication` of @simplewebauthn/browser and sets the session cookie.',
    operationId: 'signInWithPasskey',
    body: PasskeyAssertion,
    answer: SignedIn,
    errors: ['invalid_api_key'],
    handle: async ({ platform, body, ...browser }) => finishSignIn(platform, body, browser),
  }),
  accountRoute({
    method: 'GET',
    path: '/me/passkeys',
    tag: 'Me',
    summary: 'List your passkeys',
    description: 'Lists the passkeys of the person who is signed in.',
    peopleOnly: true,
    query: PageQuery,
    answer: Passkey,
    list: true,
    handle: async ({ platform, caller, query }) => pagePasskeys(platform, caller, query),
  }),
  accountRoute({
    method: 'DELETE',
    path: '/me/passkeys/:id',
    tag: 'Me',
    summary: 'Remove one of your passkeys',
    description:
      'The passkey can no longer be used to sign in. Its sessions continue. The only passkey of a person without a password is kept, unless OpenID Connect is configured.',
    peopleOnly: true,
    params: { id: 'passkey' },
    answer: Deleted,
    handle: async ({ platform, caller, params: { id } }) => removePasskey(platform, caller, id),
  }),
];
