import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { signInWithKey } from './console.ts';
import { Film } from './film.ts';
import { type RunningServer, startServer } from './server.ts';
import { repliesOf } from './widget.ts';

const guide = join(import.meta.dirname, '../../docs/operating.md');
const readingMs = 2_500;

/**
 * Records the first start of Portico as a new user sees it: the shell with the server's real output, the start page,
 * the demo chat, the demo form and the console. Writes an animated WebP.
 */
export async function filmFirstRun(browser: Browser, file: string): Promise<string> {
  const server = await startServer({ LOG_LEVEL: 'silent' });
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    const film = new Film(page);
    await filmShell(film, page, server);
    await filmChat(film, page);
    await filmForm(film, page);
    await signInWithKey(page, server);
    await page.goto('/console');
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    await film.take(readingMs);
    const { frames, seconds, bytes } = await film.write(file);
    return `${frames} pictures, ${seconds.toFixed(0)} s, ${(bytes / 1e6).toFixed(2)} MB`;
  } finally {
    await context.close();
    await server.stop();
  }
}

/**
 * A shell in which the command is typed; below it is the output of the server that is filmed, with its secrets removed.
 */
async function filmShell(film: Film, page: Page, { printed, url }: RunningServer): Promise<void> {
  const output = printed()
    .replaceAll(url, 'http://localhost:3000')
    .replaceAll(/((?:ptk_|setup=)[\w-]{6})[\w-]+/g, '$1…')
    .trimEnd();
  await page.setContent(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Shell</title>
    <style>
      body { margin: 0; background: #101116; color: #eef0f5; font: 20px/1.7 'DejaVu Sans Mono', monospace; }
      pre { margin: 0; padding: 36px 40px; font: inherit; white-space: pre-wrap; }
      i { font-style: normal; color: #b3b5f5; }
    </style><pre><i>$ </i><span id="typed"></span><br><span id="printed"></span></pre></html>`);
  const show = async (place: string, text: string, shownMs: number): Promise<void> => {
    await page.locator(`#${place}`).evaluate((element, words) => (element.textContent = words), text);
    await film.take(shownMs);
  };
  await show('typed', '', 500);
  for (const text of ['npm install', 'npm install && npm start']) await show('typed', text, 500);
  await show('printed', output, readingMs);
}

async function filmChat(film: Film, page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Open chat/ })).toBeVisible();
  await film.take(2_000);
  await page.getByRole('button', { name: 'How do I put the widget on my page?' }).first().click();
  const sources = page.locator('.sources').first();
  await film.takeWhile(() => sources.isVisible());
  await expect(sources).toBeVisible();
  await expect(repliesOf(page).first()).not.toBeEmpty();
  await film.take(readingMs + 1_000);
}

async function filmForm(film: Film, page: Page): Promise<void> {
  await page.goto('/forms/demo-form');
  await expect(page.getByRole('heading', { level: 1, name: 'Summarise anything' })).toBeVisible();
  await film.take(1_500);
  await page.locator('input[type=file]').first().setInputFiles(guide);
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible();
  await page.getByText('Uploaded', { exact: true }).scrollIntoViewIfNeeded();
  await film.take(1_500);
  await page.getByRole('button', { name: 'Summarise' }).click();
  await expect(page.getByText('Processing', { exact: true })).toBeVisible();
  const copy = page.getByRole('button', { name: 'Copy', exact: true });
  await film.takeWhile(() => copy.isVisible());
  await expect(copy).toBeVisible();
  await film.take(readingMs);
}
