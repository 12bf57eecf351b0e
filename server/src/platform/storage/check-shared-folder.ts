import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Database } from '../database.ts';
import { StartError } from '../errors.ts';

type FolderConfig = Pick<Config, 's3' | 'dataDir'>;

const fileName = 'files-id';

/**
 * Separate web and worker processes need one shared folder for files, or S3 (docs/reference/environment.md#roles): the
 * database stores the folder's id, which is in `DATA_DIR/files-id`. A server with both roles sets the id. Returns true
 * if that has replaced the id of another folder, whose files this one lacks.
 * @throws StartError if this process has one role and a different folder from the one before it.
 */
export async function checkSharedFolder(
  { role, s3, dataDir }: FolderConfig & Pick<Config, 'role'>,
  { sql }: Database,
): Promise<boolean> {
  if (s3 !== undefined) return false;
  const id = await keepId(join(dataDir, fileName));
  const isAlone = role === 'all';
  const [row] = await sql<{ value: string; before: string | null }[]>`
    WITH before AS (SELECT value FROM settings WHERE name = 'files_id')
    INSERT INTO settings (name, value) VALUES ('files_id', ${id})
    ON CONFLICT (name) DO UPDATE SET value = CASE WHEN ${isAlone} THEN EXCLUDED.value ELSE settings.value END
    RETURNING value, (SELECT value FROM before) AS before`;
  if (row?.value === id) return row.before !== null && row.before !== id;
  throw new StartError(
    `DATA_DIR: is not the folder of the other processes; --role ${role} needs a shared one, or S3_ENDPOINT`,
  );
}

/**
 * For commands that read or write files, which change nothing about the shared folder.
 * @throws StartError if DATA_DIR is not the folder that the installation's servers use.
 */
export async function requireSharedFolder({ s3, dataDir }: FolderConfig, { sql }: Database): Promise<void> {
  if (s3 !== undefined) return;
  const [row] = await sql<{ value: string }[]>`SELECT value FROM settings WHERE name = 'files_id'`;
  // An installation with S3 has none, nor has one before its first start.
  if (row === undefined) return;
  const id = await readFile(join(dataDir, fileName), 'utf8').catch(() => undefined);
  if (id === row.value) return;
  throw new StartError(
    `DATA_DIR: ${dataDir} is not the folder with the files of this installation. Set DATA_DIR to that folder; if it is ` +
      'lost, start the server once with this one and without --role',
  );
}

/** Another process may do the same at this moment, so the file is created atomically. */
async function keepId(path: string): Promise<string> {
  const id = randomUUID();
  const draft = `${path}.${id}`;
  await writeFile(draft, id, { mode: 0o600 });
  try {
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  return readFile(path, 'utf8');
}
