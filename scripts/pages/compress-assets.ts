import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compress, isCompressible } from '../../server/src/app/pages/compress.ts';

/**
 * Writes each script, style sheet and drawing of a built page a second time, compressed as the server would, as
 * `<name>.br`. A server would otherwise spend 4 s of processor time on it after each of its starts, during which the
 * first visitors wait.
 */
export async function compressAssets(dist: string): Promise<void> {
  const folder = join(dist, 'assets');
  if (!existsSync(folder)) return;
  const names = readdirSync(folder).filter((name) => isCompressible(name));
  await Promise.all(
    names.map(async (name) => {
      const unfinished = join(folder, `${name}.br.new`);
      writeFileSync(unfinished, await compress(readFileSync(join(folder, name)), 'br'));
      // A server may be running, and browsers keep what it sends for a year.
      renameSync(unfinished, join(folder, `${name}.br`));
    }),
  );
}
