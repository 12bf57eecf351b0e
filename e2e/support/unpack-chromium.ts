import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];

/**
 * Unpacks the browser of `@sparticuz/chromium` and the libraries that come with it into the user's cache folder, once
 * for each version of the package, and returns the folder.
 */
export async function unpackChromium(): Promise<string> {
  const binaries = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin');
  const { version } = readManifest(join(binaries, '../package.json'));
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'portico');
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  // Unpacked in another folder and renamed: the folder is always complete, even if two processes start at the same
  // time.
  const aside = mkdtempSync(`${folder}-`);
  try {
    await inflate(
      archives.map((archive) => join(binaries, archive)),
      aside,
    );
    writeFileSync(join(aside, 'fonts.conf'), fontConfiguration(folder));
    renameSync(aside, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return folder;
}

/** The package can only unpack to the temporary folder, so it runs in a process with a separate one. */
async function inflate(files: string[], into: string): Promise<void> {
  const program = `
    import { inflate } from ${JSON.stringify(import.meta.resolve('@sparticuz/chromium'))};
    await Promise.all(process.argv.slice(1).map(inflate));`;
  await run(process.execPath, ['--input-type=module', '--eval', program, ...files], {
    env: { ...process.env, TMPDIR: into },
  });
}

function readManifest(file: string): { version: string } {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The package's own configuration looks for its fonts in the temporary folder. */
function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
}
