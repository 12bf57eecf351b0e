import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Scope } from '@portico/shared-types';
import type { Config } from '../../platform/config.ts';
import { StartError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { findDefaultWorkspace, findKeyForLogin, insertDefaultWorkspace, insertKey } from './api-keys.sql.ts';
import { readKey, writeKey, type ParsedKey } from './key-format.ts';

export interface FirstKey {
  readonly workspaceId: string;
  /** The admin key if this machine knows it: just created, or stored in DATA_DIR/admin-key. */
  readonly key: string | undefined;
  /** True on the start that created the key. */
  readonly isNew: boolean;
}

/**
 * Creates the workspace `default` and one key with every scope if they don't exist yet
 * (docs/reference/environment.md#first-key): PORTICO_API_KEY if given, else a generated key, stored in
 * DATA_DIR/admin-key (mode 0600).
 */
export async function prepareFirstKey(platform: Platform): Promise<FirstKey> {
  const { config, database } = platform;
  const given = readGivenKey(config);
  await insertDefaultWorkspace(database.sql, createId('ws'));
  const workspaceId = await findDefaultWorkspace(database.sql);
  if (workspaceId === undefined) throw new Error('the default workspace is missing');
  const path = join(config.dataDir, 'admin-key');
  if (config.apiKey !== undefined && given !== undefined) {
    const isNew = await storeAdminKey(platform, workspaceId, given.id, given.secretHash);
    return { workspaceId, key: config.apiKey, isNew };
  }
  if (existsSync(path)) return { workspaceId, key: readFileSync(path, 'utf8').trim(), isNew: false };
  const [any] = await database.sql`SELECT 1 FROM api_keys WHERE workspace_id = ${workspaceId} LIMIT 1`;
  if (any !== undefined) return { workspaceId, key: undefined, isNew: false };
  const id = createId('key');
  const { key, secretHash } = writeKey(id);
  // The file is written first: a stored key that nobody knows would be useless.
  await writeFile(`${path}.new`, key, { mode: 0o600 });
  await storeAdminKey(platform, workspaceId, id, secretHash);
  await rename(`${path}.new`, path);
  return { workspaceId, key, isNew: true };
}

/** Parses PORTICO_API_KEY; main.ts calls it before anything is opened. Throws StartError if it is not a key. */
export function readGivenKey(config: Pick<Config, 'apiKey'>): ParsedKey | undefined {
  if (config.apiKey === undefined) return undefined;
  const given = readKey(config.apiKey);
  if (given !== undefined) return given;
  throw new StartError('PORTICO_API_KEY: is not a key of the form ptk_…; leave it out to have one created');
}

async function storeAdminKey(
  platform: Platform,
  workspaceId: string,
  id: string,
  secretHash: Buffer,
): Promise<boolean> {
  const { sql } = platform.database;
  if ((await findKeyForLogin(sql, id)) !== undefined) return false;
  await insertKey(sql, {
    id,
    workspaceId,
    name: 'admin',
    secretHash,
    scopes: Scope.options,
    limitPerMinute: null,
    limitPerDay: null,
    expiresAt: null,
  });
  return true;
}
