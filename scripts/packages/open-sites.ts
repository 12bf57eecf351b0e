import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { findChromium } from '../../e2e/support/find-chromium.ts';
import { findFreePort } from '../tests/free-port.ts';

/** A site that a command serves. */
export interface Site {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a program of a project (`next start`) at a free port, and waits until its page is served. Throws with its
 * output.
 */
export async function serveSite(program: string, words: (port: string) => string[], cwd: string): Promise<Site> {
  const port = String(await findFreePort());
  const child = spawn(process.execPath, [program, ...words(port)], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok === true) return { url, stop: async () => stop(child) };
    if (child.exitCode !== null) break;
    await sleep(200);
  }
  await stop(child);
  throw new Error(`${program} does not serve:\n${output}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(late);
}

/**
 * Opens a site in Chromium as a visitor does, asks the chat a question, and waits for the reply. Throws if the page
 * reports an error.
 */
export async function askOnSite(url: string): Promise<void> {
  const browser = await chromium.launch({ ...(await findChromium()), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(url);
    await page.getByRole('button', { name: /^Open chat/ }).click();
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await field.fill('How do I connect a real model?');
    await field.press('Enter');
    // The demo's reply ends with the documents that it uses.
    await page.locator('.sources').first().waitFor();
    if (faults.length > 0) throw new Error(faults.join('\n'));
  } finally {
    await browser.close();
  }
}
