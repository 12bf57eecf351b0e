import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);
const texts = new Set(['.js', '.css', '.svg']);

/**
 * Writes each script, style sheet and drawing of a built page a second time, compressed with Brotli's highest level, as
 * `<name>.br`. A server would otherwise spend 4 s of processor time on it after each of its starts, during which the
 * first visitors wait.
 */
export async function compressAssets(dist: string): Promise<void> {
  const folder = join(dist, 'assets');
  if (!existsSync(folder)) return;
  const names = readdirSync(folder).filter((name) => texts.has(extname(name)));
  await Promise.all(
    names.map(async (name) => {
      const content = readFileSync(join(folder, name));
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      const unfinished = join(folder, `${name}.br.new`);
      writeFileSync(unfinished, await brotli(content, { params }));
      // A server may be running, and browsers keep what it sends for a year.
      renameSync(unfinished, join(folder, `${name}.br`));
    }),
  );
}
