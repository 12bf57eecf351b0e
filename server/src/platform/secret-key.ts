import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './errors.ts';

/**
 * The key that signs links and seals secrets, stored in `secret-key`; a first start creates it. The file gets its name
 * only once it is complete and on disk, so that a crash never leaves a partial key.
 * @throws StartError if the file is empty or damaged, or can't be read or written.
 */
export function keepSecretKey(dataDir: string): string {
  const path = join(dataDir, 'secret-key');
  try {
    if (!existsSync(path)) writeNew(path);
    const key = readFileSync(path, 'utf8').trim();
    if (isWhole(key)) return key;
  } catch {
    throw new StartError(`DATA_DIR: ${path} can't be read or written`);
  }
  throw new StartError(
    `DATA_DIR: ${path} is empty or damaged. Restore it from a backup, or set SECRET_KEY to the key that it contained; ` +
      'if there is no copy, delete it: a new key is created, and stored secrets (webhooks, tool headers) have to be entered again',
  );
}

/** 64 hexadecimal digits as generated here, or the operator's own text. A shorter run of digits is a truncated key. */
function isWhole(key: string): boolean {
  return /^[0-9a-f]{64}$/.test(key) || (/^[\x20-\x7e]{32,}$/.test(key) && !/^[0-9a-f]+$/.test(key));
}

function writeNew(path: string): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      writeSync(file, randomBytes(32).toString('hex'));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    // Not a rename: if two processes start at the same time, the second uses the key of the first.
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
