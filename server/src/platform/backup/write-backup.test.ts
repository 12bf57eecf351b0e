import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startServer } from '../../../test/start-server.ts';
import { writeBackup } from './write-backup.ts';

test('a backup that fails before its first entry ends with the reason, and leaves no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-backup-'));
  const server = await startServer();
  const { version, config, database, storage } = server.platform;
  const snapshot = async () => {
    // By then, the archive is being read.
    await pause(50);
    throw new Error('The database is away.');
  };
  const home = { version, config, storage, database: { ...database, snapshot } };
  try {
    await expect(writeBackup(home, join(folder, 'backup.zip'))).rejects.toThrow('The database is away.');
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
});
