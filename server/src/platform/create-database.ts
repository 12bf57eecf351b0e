import { fork } from 'node:child_process';
import { once } from 'node:events';
import { access, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Creates the embedded database in `directory` unless it exists, in a separate process: creating one takes about 190 MB
 * of memory, which WebAssembly never releases. An interrupted creation leaves a folder beside it, which the next one
 * removes. If the process fails, `directory` is left empty, and opening it creates the database or reports the reason.
 */
export async function createDatabaseOnce(directory: string): Promise<void> {
  if (await exists(join(directory, 'PG_VERSION'))) return;
  const unfinished = `${directory}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const child = fork(new URL('create-database.child.ts', import.meta.url), [unfinished], { stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code === 0) await rename(unfinished, directory);
  else await rm(unfinished, { recursive: true, force: true });
}

const exists = async (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
