import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { createDouble } from './double.ts';
import { openLooker } from './looker.ts';
import { scenes } from './scenes.ts';

/*
 * Opens the built page in Chromium in every state, desktop, phone, dark and right-to-left; takes a screenshot of each
 * and checks it with axe. `npm run look -w form-app [-- <folder> <part of a scene's name>]`. Fails on any fault, on any
 * console error (including policy violations) and on any request to another origin.
 */
const folder = process.argv[2] ?? join(tmpdir(), 'portico-form-looks');
const only = process.argv[3] ?? '';
await mkdir(folder, { recursive: true });

const double = createDouble({ dist: join(import.meta.dirname, '..', 'dist'), pace: 300 });
await new Promise<void>((resolve) => double.listen(0, '127.0.0.1', resolve));
const address = double.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;

const browser = await chromium.launch({
  executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
const faults: string[] = [];
for (const scene of scenes.filter(({ name }) => name.includes(only))) {
  const looker = await openLooker(browser, `http://127.0.0.1:${port}`, scene, folder);
  try {
    await scene.play(looker);
  } catch (error) {
    await looker.shoot('stuck').catch(() => undefined);
    faults.push(`${scene.name}: ${String(error).slice(0, 300)}`);
  }
  faults.push(...(await looker.close()));
}
await browser.close();
double.closeAllConnections();
double.close();
process.stdout.write(faults.length === 0 ? `no faults; pictures in ${folder}\n` : `${faults.join('\n')}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
