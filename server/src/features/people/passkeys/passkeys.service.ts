import type { PasskeyAssertion, PasskeyRegistration, Passkey, PageQuery, SignedIn } from '@portico/shared-types';
import { ApiError, invalid, notFound } from '../../../platform/errors.ts';
import type { AccountCaller } from '../../../platform/http/caller.ts';
import type { Answer, Page } from '../../../platform/http/route.ts';
import { createId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordChange } from '../../audit-log/index.ts';
import { listMemberships } from '../members/members.sql.ts';
import { type Browser, signInUser } from '../sessions/open-session.ts';
import { findUser, lockUser } from '../users/users.sql.ts';
import { describeBrowser } from './describe-browser.ts';
import {
  deletePasskey,
  findByCredential,
  insertChallenge,
  insertPasskey,
  listCredentials,
  listPasskeys,
  markPasskeyUsed,
  type PasskeyRow,
  takeChallenge,
} from './passkeys.sql.ts';

const maxPasskeys = 50;
/** Ed25519, ES256 and RS256 (COSE); the library's default includes one that is experimental in Node. */
const algorithms = [-8, -7, -257];

/** The library takes 27 MB of memory, so it is loaded with the first passkey. */
const loadLibrary = async () => import('@simplewebauthn/server');

/** The site of passkeys: they work only for PUBLIC_URL. */
function siteOf({ publicUrl }: Platform): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { rpID: hostname, origin };
}

/** Options with which the browser creates a passkey for the signed-in person; the challenge works once. */
export async function startRegistration(
  platform: Platform,
  { actor }: AccountCaller,
): Promise<Record<string, unknown>> {
  const { sql } = platform.database;
  const user = await findUser(sql, actor.id);
  if (user === undefined) throw notFound('user', actor.id);
  const known = await listCredentials(sql, user.id);
  if (known.length >= maxPasskeys) {
    throw invalid({
      path: 'body',
      message: `there are ${maxPasskeys} passkeys already; remove one first`,
      code: 'too_many',
    });
  }
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: 'Portico',
    supportedAlgorithmIDs: algorithms,
    rpID: siteOf(platform).rpID,
    userName: user.email,
    userID: new TextEncoder().encode(user.id),
    userDisplayName: user.name,
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    // The passkey is the only credential: it has to identify the person, and to verify that it is this person.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await insertChallenge(sql, options.challenge, user.id);
  return { ...options };
}

/** Stores a new passkey. Throws 400 if it does not match the challenge. */
export async function finishRegistration(
  platform: Platform,
  { actor }: AccountCaller,
  { name, ...response }: PasskeyRegistration,
  userAgent: string | undefined,
): Promise<Passkey> {
  const { database } = platform;
  const { rpID, origin } = siteOf(platform);
  const { verifyRegistrationResponse } = await loadLibrary();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      id: response.id,
      rawId: response.rawId,
      type: response.type,
      clientExtensionResults: {},
      response: {
        clientDataJSON: response.response.clientDataJSON,
        attestationObject: response.response.attestationObject,
      },
    },
    supportedAlgorithmIDs: algorithms,
    expectedChallenge: async (challenge) => takeChallenge(database.sql, challenge, actor.id),
    expectedOrigin: origin,
    expectedRPID: rpID,
  }).catch((error: unknown) => {
    if (isOurs(error)) throw error;
    platform.log.info({ err: error }, 'a passkey was refused');
    return { registrationInfo: undefined };
  });
  if (registrationInfo === undefined) throw refusedPasskey();
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  const passkey = {
    id: createId('pky'),
    userId: actor.id,
    credentialId,
    publicKey,
    counter,
    transports: response.response.transports ?? [],
    name: name ?? describeBrowser(userAgent),
  };
  return database.transaction(async (tx) => {
    const made = await insertPasskey(tx, passkey);
    if (made === undefined) throw refusedPasskey();
    for (const { id, workspace_id: workspaceId } of await listMemberships(tx, actor.id)) {
      const states = { before: {}, after: { passkey: made.name } };
      await recordChange(tx, {
        workspaceId,
        action: 'member.updated',
        resource: { id, name: actor.name },
        ...states,
      });
    }
    return made;
  });
}

/** Options with which the browser finds a passkey of any person. */
export async function startSignIn(platform: Platform): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID: siteOf(platform).rpID,
    userVerification: 'required',
  });
  await insertChallenge(platform.database.sql, options.challenge, null);
  return { ...options };
}

/** Signs in with a passkey. Throws 401 if it is unknown or does not match the challenge. */
export async function finishSignIn(
  platform: Platform,
  assertion: PasskeyAssertion,
  browser: Browser,
): Promise<Answer<SignedIn>> {
  const { database, log } = platform;
  const passkey = await findByCredential(database.sql, assertion.id);
  if (passkey === undefined) throw unknownPasskey();
  const counter = await verify(platform, assertion, passkey).catch((error: unknown) => {
    if (isOurs(error)) throw error;
    log.info({ err: error }, 'a passkey was refused');
    throw unknownPasskey();
  });
  return database.transaction(async (tx) => {
    // Locked before the passkey, as by those who remove it: of two orders, each would wait for the other.
    const user = await lockUser(tx, passkey.user_id);
    if (user === undefined || !(await markPasskeyUsed(tx, passkey.id, counter))) throw unknownPasskey();
    return signInUser(platform, tx, user, browser);
  });
}

/** Returns the passkey's new counter; throws if the assertion does not match the challenge. */
async function verify(
  platform: Platform,
  { response, ...rest }: PasskeyAssertion,
  passkey: PasskeyRow,
): Promise<number> {
  const { rpID, origin } = siteOf(platform);
  const { clientDataJSON, authenticatorData, signature } = response;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: rest.id,
      rawId: rest.rawId,
      type: rest.type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: async (challenge) => takeChallenge(platform.database.sql, challenge, null),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
  });
  if (!verified) throw unknownPasskey();
  return authenticationInfo.newCounter;
}

export async function pagePasskeys(
  platform: Platform,
  { actor }: AccountCaller,
  query: PageQuery,
): Promise<Page<Passkey>> {
  return listPasskeys(platform.database.sql, actor.id, query);
}

/** Removes a passkey of the person: it no longer signs in. Throws 404, and 400 for the only way to sign in. */
export async function removePasskey(
  platform: Platform,
  { actor }: AccountCaller,
  id: string,
): Promise<{ id: string; deleted: true }> {
  await platform.database.transaction(async (tx) => {
    const user = await lockUser(tx, actor.id);
    const name = await deletePasskey(tx, actor.id, id);
    if (name === undefined) throw notFound('passkey', id);
    const hasOtherWay = user?.password_hash !== null || platform.config.oidc !== undefined;
    if (!hasOtherWay && (await listCredentials(tx, actor.id)).length === 0) throw onlyWayToSignIn();
    for (const { id: memberId, workspace_id: workspaceId } of await listMemberships(tx, actor.id)) {
      const resource = { id: memberId, name: actor.name };
      const states = { before: { passkey: name }, after: { passkey: null } };
      await recordChange(tx, { workspaceId, action: 'member.updated', resource, ...states });
    }
  });
  return { id, deleted: true };
}

/** Our own errors and those of the database; all others are faults of the passkey. */
function isOurs(error: unknown): boolean {
  return error instanceof ApiError || (error instanceof Error && 'severity' in error);
}

function unknownPasskey(): ApiError {
  return new ApiError('invalid_api_key', 'This passkey is not known here, or the attempt took too long. Try again.');
}

function onlyWayToSignIn(): ApiError {
  return invalid({
    path: 'params.id',
    message: 'is your only way to sign in. Set a password or add another passkey first',
    code: 'not_allowed',
  });
}

function refusedPasskey(): ApiError {
  return invalid({ path: 'body', message: 'is not a new passkey for this site and this attempt. Try again' });
}
