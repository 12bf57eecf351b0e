import { timingSafeEqual } from 'node:crypto';
import {
  type ApiKey,
  type ApiKeyCreate,
  type IssuedApiKey,
  type NamedListQuery,
  WorkspaceCreate,
} from '@portico/shared-types';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { toFieldErrors } from '../../platform/http/parse.ts';
import type { Page } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordChange } from '../audit-log/index.ts';
import { readKey, writeKey } from './key-format.ts';
import type { KeysPlatform } from './keys-platform.ts';
import {
  findKey,
  findKeyForLogin,
  findDefaultWorkspace,
  findNamedWorkspace,
  findWorkspace,
  insertKey,
  insertWorkspace,
  listKeys,
  listWorkspaces,
  markRevoked,
  markUsed,
  replaceSecret,
  type ApiKeyRow,
  type LoginKey,
} from './api-keys.sql.ts';
import { watchKey } from './watch-key.ts';

const lastMarked = new Map<string, number>();

/**
 * Authenticates a key. Throws 401 invalid_api_key, expired_api_key or revoked_api_key
 * (docs/reference/keys.md#authentication).
 */
export async function authenticateKey(platform: KeysPlatform, key: string | undefined): Promise<Caller> {
  const parsed = key === undefined ? undefined : readKey(key);
  const row = parsed === undefined ? undefined : await platform.apiKeys.lookUp(parsed.id);
  if (parsed === undefined || row === undefined || !timingSafeEqual(row.secret_hash, parsed.secretHash)) {
    throw new ApiError(
      'invalid_api_key',
      key === undefined ? 'An API key or a signed-in session is required.' : 'This API key is not valid.',
    );
  }
  return useKey(platform, row);
}

/** The same for a session that was opened with a key; it ends once the key is revoked, expires or gets a new secret. */
export async function authenticateKeyOfSession(
  platform: KeysPlatform,
  id: string,
  secretHash: Buffer,
): Promise<Caller> {
  const row = await platform.apiKeys.lookUp(id);
  if (row === undefined || !row.secret_hash.equals(secretHash)) {
    throw new ApiError('invalid_api_key', 'The API key that opened this session is no longer valid.');
  }
  return useKey(platform, row);
}

function useKey(platform: KeysPlatform, row: LoginKey): Caller {
  if (row.revoked_at !== null) throw new ApiError('revoked_api_key', 'This API key was revoked.');
  if (row.expires_at !== null && row.expires_at <= new Date().toISOString()) {
    throw new ApiError('expired_api_key', 'This API key has expired.');
  }
  noteUse(platform, row.id);
  return {
    workspaceId: row.workspace_id,
    actor: { type: 'api_key', id: row.id, name: row.name, avatarUrl: null, memberId: null },
    role: null,
    sessionId: null,
    holder: row.id,
    scopes: row.scopes,
    limitPerMinute: row.rate_limit_per_minute ?? platform.config.rateLimitPerMinute,
    limitPerDay: row.rate_limit_per_day ?? platform.config.rateLimitPerDay,
    watch: (scopes) => watchKey(platform, row, scopes),
  };
}

function noteUse(platform: Platform, id: string): void {
  const minute = Math.floor(Date.now() / 60_000);
  if (lastMarked.get(id) === minute) return;
  lastMarked.set(id, minute);
  markUsed(platform.database.sql, id).catch((error: unknown) => platform.log.warn({ err: error }, 'last_used_at'));
}

/** Issues a key; a caller can grant only its own scopes and limits (docs/reference/keys.md#create-and-manage-api-keys). */
export async function createApiKey(
  platform: Platform,
  grantor: Caller | { workspaceId: string },
  input: ApiKeyCreate,
): Promise<IssuedApiKey> {
  if ('scopes' in grantor) assertMayGrant(grantor, input);
  if (typeof input.expires_at === 'string' && Date.parse(input.expires_at) <= Date.now()) {
    throw invalid({ path: 'body.expires_at', message: 'must be in the future' });
  }
  const id = createId('key');
  const { key, secretHash } = writeKey(id);
  const values = {
    id,
    workspaceId: grantor.workspaceId,
    name: input.name,
    secretHash,
    scopes: [...new Set(input.scopes)],
    ...limitsOf(platform, grantor, input),
    expiresAt: input.expires_at ?? null,
  };
  return platform.database.transaction(async (tx) => {
    const after = present(await insertKey(tx, values));
    const { workspaceId } = grantor;
    await recordChange(tx, { workspaceId, action: 'api_key.created', resource: after, after });
    return { ...after, key };
  });
}

export async function getApiKey(platform: Platform, workspaceId: string, id: string): Promise<ApiKey> {
  return present(await requireKey(platform, workspaceId, id));
}

export async function listApiKeys(
  platform: Platform,
  workspaceId: string,
  query: NamedListQuery,
): Promise<Page<ApiKey>> {
  const { items, total } = await listKeys(platform.database.sql, workspaceId, query);
  return { items: items.map(present), total };
}

/**
 * Gives the key a new secret; the old one stops working immediately.
 * @throws ApiError 400 for a key that is revoked or has expired, because the new secret would not work either.
 */
export async function rotateApiKey(platform: Platform, caller: Caller, id: string): Promise<IssuedApiKey> {
  const known = await requireKey(platform, caller.workspaceId, id);
  assertMayManage(caller, known);
  const { key, secretHash } = writeKey(id);
  const { workspaceId } = caller;
  return platform.database.transaction(async (tx) => {
    const row = await replaceSecret(tx, workspaceId, id, secretHash);
    if (row === undefined) {
      const message = 'is a key that was revoked or has expired; create another one';
      throw invalid({ path: 'params.id', message, code: 'not_in_this_state' });
    }
    await recordChange(tx, { workspaceId, action: 'api_key.rotated', resource: row });
    return { ...present(row), key };
  });
}

/** Revokes a key; it takes effect with the next request, and closes open streams within two seconds. */
export async function revokeApiKey(
  platform: Platform,
  caller: Caller,
  id: string,
): Promise<{ id: string; deleted: true }> {
  const { workspaceId } = caller;
  const known = await requireKey(platform, workspaceId, id);
  assertMayManage(caller, known);
  await revoke(platform, known);
  return { id, deleted: true };
}

async function revoke({ database }: Platform, { id, name, workspace_id: workspaceId }: ApiKeyRow): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await markRevoked(tx, workspaceId, id))) return;
    await recordChange(tx, { workspaceId, action: 'api_key.deleted', resource: { id, name } });
  });
}

async function requireKey(platform: Platform, workspaceId: string, id: string): Promise<ApiKeyRow> {
  const row = await findKey(platform.database.sql, workspaceId, id);
  if (row === undefined) throw notFound('API key', id);
  return row;
}

function assertMayManage(caller: Caller, key: ApiKeyRow): void {
  const missing = key.scopes.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length === 0) return;
  throw new ApiError('insufficient_scope', `This key lacks ${missing.join(', ')}, which the other has.`, {
    required: key.scopes,
    missing,
  });
}

function assertMayGrant(caller: Caller, input: ApiKeyCreate): void {
  const missing = input.scopes.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length > 0) {
    throw new ApiError('insufficient_scope', `This key can't grant ${missing.join(', ')}.`, {
      required: input.scopes,
      missing,
    });
  }
  for (const [name, own] of [
    ['rate_limit_per_minute', caller.limitPerMinute],
    ['rate_limit_per_day', caller.limitPerDay],
  ] as const) {
    const wanted = input[name];
    if (typeof wanted === 'number' && wanted > own) {
      throw invalid({ path: `body.${name}`, message: `can't be higher than this key's own ${own}` });
    }
  }
}

/** The limits to store; null for the server's default, unless the key that grants it has a lower limit of its own. */
function limitsOf(
  { config }: Platform,
  grantor: Caller | { workspaceId: string },
  input: ApiKeyCreate,
): { limitPerMinute: number | null; limitPerDay: number | null } {
  const own = 'actor' in grantor && grantor.actor.type === 'api_key' ? grantor : undefined;
  const orOwn = (limit: number | undefined, most: number): number | null =>
    limit !== undefined && limit < most ? limit : null;
  return {
    limitPerMinute: input.rate_limit_per_minute ?? orOwn(own?.limitPerMinute, config.rateLimitPerMinute),
    limitPerDay: input.rate_limit_per_day ?? orOwn(own?.limitPerDay, config.rateLimitPerDay),
  };
}

function present({ workspace_id: _, ...row }: ApiKeyRow): ApiKey {
  return row;
}

/** For the operator's shell: creates a workspace and returns its id. Throws 400 if the name is not valid or taken. */
export async function createWorkspace(platform: Platform, wanted: string): Promise<string> {
  const { sql } = platform.database;
  const checked = WorkspaceCreate.shape.name.safeParse(wanted);
  if (!checked.success) throw invalid(toFieldErrors('name', checked.error.issues));
  const { data: name } = checked;
  if ((await findWorkspace(sql, name)) !== undefined) throw invalid({ path: 'name', message: 'is taken' });
  const id = createId('ws');
  await insertWorkspace(sql, id, name);
  return id;
}

/** For the operator's shell: every workspace. */
export async function listAllWorkspaces(platform: Platform) {
  return listWorkspaces(platform.database.sql);
}

/** For the operator's shell: the workspace with that id or name, or the default one. Throws 404. */
export async function requireWorkspace({ database: { sql } }: Platform, wanted: string | undefined): Promise<string> {
  const id = wanted === undefined ? await findDefaultWorkspace(sql) : await findNamedWorkspace(sql, wanted);
  if (id !== undefined) return id;
  const name = wanted ?? 'default';
  throw new ApiError('resource_not_found', `There is no workspace ${name}.`, { resource: 'workspace', id: name });
}

/** For the operator's shell: the keys of a workspace. */
export async function listAllKeys(platform: Platform, workspace: string | undefined): Promise<ApiKey[]> {
  const id = await requireWorkspace(platform, workspace);
  return (await listKeys(platform.database.sql, id, { page: 1, per_page: 1000 })).items.map(present);
}

/** For the operator's shell: revokes a key of any workspace. */
export async function revokeAnyKey(platform: Platform, id: string): Promise<string> {
  const row = await findKeyForLogin(platform.database.sql, id);
  if (row === undefined) throw notFound('API key', id);
  await revoke(platform, row);
  return id;
}
