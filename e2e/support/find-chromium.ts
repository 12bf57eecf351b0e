import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { unpackChromium } from './unpack-chromium.ts';

/** A browser to drive: its executable, and what its environment needs on top of ours. */
export type Chromium = { executablePath: string; env: Record<string, string>; origin: string };

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macintosh = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * Finds a Chromium without root and without a download: CHROME_PATH, else the system's, else the one inside the package
 * `@sparticuz/chromium`, which is unpacked to the user's cache folder on its first use.
 * @throws Error that names the way out when there is none.
 */
export async function findChromium(environment: NodeJS.ProcessEnv = process.env): Promise<Chromium> {
  const told = environment['CHROME_PATH'];
  if (told !== undefined && told !== '') {
    if (!isExecutable(told)) throw new Error(`CHROME_PATH: ${told} can't be executed`);
    return { executablePath: told, env: {}, origin: 'CHROME_PATH' };
  }
  const folders = (environment['PATH'] ?? '').split(delimiter);
  const system = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  if (system !== undefined) return { executablePath: system, env: {}, origin: 'system' };
  if (isExecutable(macintosh)) return { executablePath: macintosh, env: {}, origin: 'system' };
  return findPackagedChromium();
}

async function findPackagedChromium(): Promise<Chromium> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('no Chromium found: install Chromium or Chrome, or set CHROME_PATH to its executable');
  }
  const folder = await unpackChromium();
  const executablePath = join(folder, 'chromium');
  const env: Record<string, string> = {};
  // The libraries that the binary wants (nss, expat …) come with the package; the system's own go first where it has them all.
  if (lacksLibraries(executablePath)) env['LD_LIBRARY_PATH'] = join(folder, 'al2023/lib');
  if (!existsSync('/etc/fonts/fonts.conf')) env['FONTCONFIG_FILE'] = join(folder, 'fonts.conf');
  return { executablePath, env, origin: '@sparticuz/chromium' };
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
