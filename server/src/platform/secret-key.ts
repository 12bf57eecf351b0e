import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './errors.ts';

/** Where the key is stored if the operator doesn't set SECRET_KEY. */
export const secretKeyPath = (dataDir: string): string => join(dataDir, 'secret-key');

/**
 * The key in DATA_DIR that signs links and seals secrets; undefined if there is none.
 * @throws StartError if the file is empty or damaged, or can't be read.
 */
export function readSecretKey(dataDir: string): string | undefined {
  const path = secretKeyPath(dataDir);
  let key: string;
  try {
    if (!existsSync(path)) return undefined;
    key = readFileSync(path, 'utf8').trim();
  } catch {
    throw new StartError(`DATA_DIR: ${path} can't be read`);
  }
  if (isWhole(key)) return key;
  throw new StartError(
    `DATA_DIR: ${path} is empty or damaged. Restore it from a backup, or set SECRET_KEY to the key that it contained; ` +
      `if there is no copy, delete it and run "${acceptCommand}"`,
  );
}

/**
 * The key in DATA_DIR, created if there is none. The file gets its name only once it is complete and on disk, so that a
 * crash never leaves a partial key.
 * @throws StartError as `readSecretKey`, or if the file can't be written.
 */
export function keepSecretKey(dataDir: string): string {
  const path = secretKeyPath(dataDir);
  try {
    if (!existsSync(path)) writeNew(path);
  } catch {
    throw new StartError(`DATA_DIR: ${path} can't be written`);
  }
  const key = readSecretKey(dataDir);
  if (key === undefined) throw new StartError(`DATA_DIR: ${path} was removed`);
  return key;
}

/** Identifies a secret key without revealing it. */
export function fingerprintKey(secretKey: string): string {
  return createHmac('sha256', secretKey).update('portico backup').digest('hex').slice(0, 32);
}

/** What an operator runs after a loss of the key (docs/operating.md#if-you-lose-the-secret-key). */
export const acceptCommand = 'npm run portico -- secret-key accept';

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
