import { watchFaults } from '../support/console.ts';
import { expect, test } from '../support/test.ts';

test('each code block has a button that copies it, and says so', async ({ page, portico }) => {
  const faults = watchFaults(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: portico.url });
  await page.goto(`${portico.url}/docs/install-on-a-site`);
  const button = page.getByRole('button', { name: 'Copy code' }).first();
  expect(await page.getByRole('button', { name: 'Copy code' }).count()).toBe(await page.locator('.prose pre').count());
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  await expect(button).toBeFocused();
  const copied = await page.evaluate(async () => navigator.clipboard.readText());
  expect(copied).toBe(`<script async src="${portico.url}/embed.js" data-chat="support"></script>`);
  expect(faults).toEqual([]);
});

test('code is copied on plain http, where browsers have no clipboard API', async ({ page, portico }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto(`${portico.url}/docs/install-on-a-site`);
  await page.getByRole('button', { name: 'Copy code' }).first().click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  await page.goto(portico.url);
  const button = page.locator('[data-copy="snippet"]');
  await button.click();
  await expect(button).toHaveText('Copied');
});
