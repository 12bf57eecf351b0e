import type { Page } from '@playwright/test';
import { answering, makeForm } from '../support/forms.ts';
import { watchErrors } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';
import { ask, askAndRead, callPortico, composerOf, openChat, placeholders } from '../support/widget.ts';

/** Parts of the widget whose code can't be loaded at the moment when they are needed. */

/** Requests for the chunk of this name fail until `restore` is called, which also reports that the network is back. */
async function loseChunk(page: Page, name: string): Promise<{ attempts: () => number; restore: () => Promise<void> }> {
  let isAway = true;
  let attempts = 0;
  await page.route(new RegExp(`/assets/widget/${name}-[\\w-]{6}\\.js`), (route) => {
    if (isAway) attempts += 1;
    return isAway ? route.abort() : route.continue();
  });
  return {
    attempts: () => attempts,
    async restore() {
      isAway = false;
      await page.evaluate(() => dispatchEvent(new Event('online')));
    },
  };
}

/** Requests that failed, and the second attempt at another address. */
const twice = 2;

test('a conversation can be saved without a connection', async ({ page, visitChat }) => {
  const errors = watchErrors(page);
  await visitChat();
  await askAndRead(page, 'Hello');
  await page.getByRole('button', { name: 'More options' }).click();
  const item = page.getByRole('menuitem', { name: 'Save as Markdown' });
  await expect(item).toBeVisible();
  await page.route('**/assets/widget/**', (route) => route.abort());
  const saved = page.waitForEvent('download');
  await item.click();
  expect((await saved).suggestedFilename()).toMatch(/\.md$/);
  expect(errors).toEqual([]);
});

test('a menu that is opened without a connection has its items once the network is back', async ({
  page,
  visitChat,
}) => {
  const errors = watchErrors(page);
  const lost = await loseChunk(page, 'later-parts');
  await visitChat();
  await page.getByRole('button', { name: 'More options' }).click();
  await expect.poll(lost.attempts).toBeGreaterThanOrEqual(twice);
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await lost.restore();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  expect(errors).toEqual([]);
});

test('a chat whose language is missing is English, and in that language once the network is back', async ({
  page,
  newChat,
  embed,
}) => {
  const errors = watchErrors(page);
  const lost = await loseChunk(page, 'de');
  await page.goto(embed(await newChat(), { script: { locale: 'de' } }));
  await page.locator('.launcher .toggle').click();
  await expect.poll(lost.attempts).toBeGreaterThanOrEqual(twice);
  await expect(page.getByPlaceholder(placeholders.en)).toBeVisible();
  await lost.restore();
  await expect(page.getByPlaceholder(placeholders.de)).toBeVisible();
  expect(errors).toEqual([]);
});

test('a chat without its analytics works, and forwards events once the network is back', async ({
  page,
  newChat,
  embed,
}) => {
  const errors = watchErrors(page);
  const lost = await loseChunk(page, 'extras');
  await page.goto(embed(await newChat(), { script: { analytics: 'datalayer' }, before: 'window.dataLayer = [];' }));
  await openChat(page);
  await askAndRead(page, 'Hello');
  expect(lost.attempts()).toBeGreaterThanOrEqual(twice);
  expect(errors).toEqual([]);
  await lost.restore();
  await askAndRead(page, 'Hello again');
  await expect.poll(() => page.evaluate('dataLayer.map(({ event }) => event)')).toContain('portico_message_received');
});

test('a form whose code is missing appears once the network is back', async ({ page, portico, hostPages }) => {
  const errors = watchErrors(page);
  const form = await makeForm(portico, answering('Berth M-088 is yours.'), { input_label: 'What is it about?' });
  const lost = await loseChunk(page, 'form-entry');
  await page.goto(
    hostPages.add(
      'form-without-code.html',
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A site</title></head><body><main>
      <h1>Our moorings</h1><div id="form"></div></main><script>
      window.Portico = function () { (Portico.q = Portico.q || []).push(arguments); };
      window.heard = [];
      addEventListener('portico:error', ({ detail }) => heard.push(detail.error.code));
      Portico('on', 'ready', () => heard.push('ready'));
      </script><script async src="{{PORTICO}}/embed.js" data-form="${form.slug}" data-mode="inline" data-target="#form">
      </script></body></html>`,
    ),
  );
  await expect.poll(lost.attempts).toBeGreaterThanOrEqual(twice);
  await expect.poll(() => page.evaluate('heard')).toContain('offline');
  expect(errors).toEqual([]);
  await lost.restore();
  await expect(page.frameLocator('iframe').getByRole('textbox', { name: 'What is it about?' })).toBeVisible();
  await expect.poll(() => page.evaluate('heard')).toContain('ready');
});

test('files whose code is missing show an error, also if the conversation is left in the meantime', async ({
  page,
  visitChat,
}) => {
  const errors = watchErrors(page);
  await visitChat({ uploads: { enabled: true, allowed_types: ['text/plain'] } });
  await askAndRead(page, 'Hello');
  let fail = (): void => {};
  const requested = new Promise<void>((resolve) => (fail = resolve));
  await page.route(/\/upload-files-[\w-]{6}\.js/, async (route) => {
    await requested;
    await route.abort();
  });
  const asked = page.waitForRequest(/\/upload-files-[\w-]{6}\.js/);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') });
  await asked;
  await callPortico(page, 'newThread');
  fail();
  await expect(page.getByRole('alert').filter({ hasText: 'You are offline' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('a mail’s link that no longer works is explained without its code, too', async ({ page, newChat, embed }) => {
  const errors = watchErrors(page);
  const lost = await loseChunk(page, 'refused-link');
  await page.goto(`${embed(await newChat())}#portico-resume=used`);
  await expect(composerOf(page)).toBeVisible();
  await expect.poll(lost.attempts).toBeGreaterThanOrEqual(twice);
  await lost.restore();
  await expect(page.getByRole('alert').filter({ hasText: 'link' })).toBeVisible();
  expect(errors).toEqual([]);
});

test.describe('in a contrast theme', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

  test('a chat without the theme’s styles works, and gets them once the network is back', async ({
    page,
    newChat,
    embed,
  }) => {
    const errors = watchErrors(page);
    const lost = await loseChunk(page, 'forced-colors');
    await page.goto(embed(await newChat()));
    await openChat(page);
    await expect.poll(lost.attempts).toBeGreaterThanOrEqual(twice);
    await ask(page, 'Hello');
    expect(errors).toEqual([]);
    const panel = page.locator('.panel');
    await expect(panel).toHaveCSS('border-top-width', '0px');
    await lost.restore();
    await expect(panel).toHaveCSS('border-top-width', '1px');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test('a panel that can’t follow the keyboard works, and follows it once the network is back', async ({
    page,
    newChat,
    embed,
  }) => {
    const errors = watchErrors(page);
    const lost = await loseChunk(page, 'follow-viewport');
    await page.goto(embed(await newChat()));
    await page.locator('.launcher .toggle').tap();
    await expect.poll(lost.attempts).toBeGreaterThanOrEqual(twice);
    await askAndRead(page, 'Hello');
    expect(errors).toEqual([]);
    const loaded = page.waitForResponse(/\/follow-viewport-[\w-]{6}\.js/);
    await lost.restore();
    expect((await loaded).ok()).toBe(true);
  });
});
