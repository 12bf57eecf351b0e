import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Creates `DATA_DIR/incoming` and removes partial files of a process that died; returns its path. */
export async function prepareIncoming(dataDir: string): Promise<string> {
  const incoming = join(dataDir, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  // Younger files may belong to another process.
  const yesterday = Date.now() - 86_400_000;
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < yesterday) await rm(path, { recursive: true, force: true });
  }
  return incoming;
}
