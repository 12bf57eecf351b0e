import { existsSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Scope } from '@portico/shared-types';
import { createId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { transactOrUndo } from '../../platform/storage/index.ts';
import { findDefaultWorkspace, insertDefaultWorkspace } from './api-keys.sql.ts';
import { hasKeys, insertFirstKey, lockFirstKey } from './first-key.sql.ts';
import { readGivenKey, writeKey } from './key-format.ts';

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
 * DATA_DIR/admin-key (mode 0600). Of several servers that start at the same time, one creates the key.
 */
export async function prepareFirstKey(platform: Pick<Platform, 'config' | 'database'>): Promise<FirstKey> {
  const { config, database } = platform;
  const given = readGivenKey(config);
  await insertDefaultWorkspace(database.sql, createId('ws'));
  const workspaceId = await findDefaultWorkspace(database.sql);
  if (workspaceId === undefined) throw new Error('the default workspace is missing');
  const path = join(config.dataDir, 'admin-key');
  if (config.apiKey !== undefined && given !== undefined) {
    const isNew = await insertFirstKey(database.sql, { ...admin, ...given, workspaceId });
    return { workspaceId, key: config.apiKey, isNew };
  }
  if (existsSync(path)) return { workspaceId, key: readFileSync(path, 'utf8').trim(), isNew: false };
  if (await hasKeys(database.sql, workspaceId)) return { workspaceId, key: undefined, isNew: false };
  const id = createId('key');
  const { key, secretHash } = writeKey(id);
  // The file is written first: a stored key that nobody knows would be useless.
  const draft = `${path}.${id}`;
  await writeFile(draft, key, { mode: 0o600 });
  const isNew = await transactOrUndo(
    database,
    async (tx) => {
      await lockFirstKey(tx);
      return !(await hasKeys(tx, workspaceId)) && insertFirstKey(tx, { ...admin, id, secretHash, workspaceId });
    },
    async () => rm(draft, { force: true }),
  );
  if (isNew) await rename(draft, path);
  else await rm(draft, { force: true });
  return { workspaceId, key: isNew ? key : undefined, isNew };
}

const admin = {
  name: 'admin',
  scopes: Scope.options,
  limitPerMinute: null,
  limitPerDay: null,
  expiresAt: null,
} as const;
