import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Database } from '../database.ts';
import { StartError } from '../errors.ts';

/**
 * Separate web and worker processes need one shared folder for files, or S3 (docs/reference/environment.md#roles): the
 * database stores the folder's id, which is in `DATA_DIR/files-id`. A server with both roles sets the id.
 * @throws StartError if this process has a different folder from the one before it.
 */
export async function checkSharedFolder(
  { role, s3, dataDir }: Pick<Config, 'role' | 's3' | 'dataDir'>,
  { sql }: Database,
): Promise<void> {
  if (s3 !== undefined) return;
  const id = await keepId(join(dataDir, 'files-id'));
  const isAlone = role === 'all';
  const [row] = await sql<{ value: string }[]>`
    INSERT INTO settings (name, value) VALUES ('files_id', ${id})
    ON CONFLICT (name) DO UPDATE SET value = CASE WHEN ${isAlone} THEN EXCLUDED.value ELSE settings.value END
    RETURNING value`;
  if (row?.value === id) return;
  throw new StartError(
    `DATA_DIR: is not the folder of the other processes; --role ${role} needs a shared one, or S3_ENDPOINT`,
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
