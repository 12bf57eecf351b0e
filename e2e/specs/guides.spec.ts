import { findFaults } from '../support/axe.ts';
import { sidewaysOf } from '../support/console.ts';
import { looks } from '../support/looks.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';

test('each code block has a button that copies it, and says so', async ({ page, portico }) => {
  const faults = watchFaults(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: portico.url });
  await page.goto(`${portico.url}/docs/install-on-a-site`);
  const button = page.getByRole('button', { name: 'Copy code' }).first();
  expect(await page.getByRole('button', { name: 'Copy code' }).count()).toBe(await page.locator('.prose pre').count());
  // Firefox draws a white bar on the dark code otherwise.
  await expect(page.locator('.prose pre').first()).toHaveCSS('scrollbar-color', /rgba\(0, 0, 0, 0\)$/);
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

test('the search shows results while one types, and the keyboard reaches them', async ({ page, portico }) => {
  const faults = watchFaults(page);
  await page.goto(`${portico.url}/docs/getting-started`);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('searchbox', { name: 'Search the guides' });
  await expect(field).toBeFocused();
  await page.keyboard.type('webhook retries');
  await expect(page.getByRole('status').filter({ hasText: /\d+ results/ })).toBeAttached();
  const results = page.getByRole('search').getByRole('link');
  await expect(results.first()).toContainText('Retries');
  await page.keyboard.press('ArrowDown');
  await expect(results.first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(results).toHaveCount(0);
  await expect(field).toHaveValue('webhook retries');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/search\?q=webhook\+retries$/);
  await expect(field).toHaveValue('webhook retries');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Retries Webhooks/ })
    .click();
  await expect(page).toHaveURL(/\/docs\/webhooks#retries$/);
  expect(faults).toEqual([]);
});

test('the search says that nothing was found, that the server can’t be reached, and that there were too many', async ({
  page,
  portico,
}) => {
  await page.goto(`${portico.url}/docs`);
  const field = page.getByRole('searchbox', { name: 'Search the guides' });
  await field.pressSequentially('zxqwv');
  await expect(page.getByRole('search').getByText('Nothing found for “zxqwv”').first()).toBeVisible();
  let isDown = true;
  const body = '<p class="found-count">Too many requests: 300 a minute are allowed.</p>';
  await page.route('**/docs/search?**', async (route) =>
    isDown ? route.abort() : route.fulfill({ status: 429, contentType: 'text/html', body }),
  );
  await field.pressSequentially('y');
  await expect(page.getByRole('search').getByText('can’t be reached').first()).toBeVisible();
  isDown = false;
  await field.pressSequentially('z');
  await expect(page.getByRole('search').getByText('Too many requests').first()).toBeVisible();
});

test('a printed guide has its whole code and tables, in dark letters, and no navigation', async ({ page, portico }) => {
  // The width of a sheet of A4 between its margins.
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const guide of ['webhooks', 'reference/environment']) {
    await page.goto(`${portico.url}/docs/${guide}`);
    const parts = page.locator('.prose pre, .prose .scroll');
    await expect(parts.first()).toBeVisible();
    const cut = await parts.evaluateAll((elements) =>
      elements.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.slice(0, 40)),
    );
    expect(cut).toEqual([]);
  }
  await page.goto(`${portico.url}/docs/webhooks`);
  // Printers leave out the background: light letters would be white on white.
  await expect(page.locator('.prose pre').first()).toHaveCSS('color', 'rgb(25, 27, 34)');
  for (const hidden of ['.docs-bar', '.docs-menu', '.contents', '.turn', '.copy']) {
    await expect(page.locator(hidden).first()).toBeHidden();
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the guides are searched by a page, and have no button that does nothing', async ({ page, portico }) => {
    await page.goto(`${portico.url}/docs/widget`);
    await expect(page.getByRole('button', { name: 'Copy code' })).toHaveCount(0);
    await page.getByRole('searchbox').fill('proactive');
    await page.getByRole('searchbox').press('Enter');
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /proactive/i })
        .first(),
    ).toBeVisible();
  });
});

for (const { name, use } of looks) {
  test.describe(name, () => {
    test.use(use);

    test('the results fit, and axe finds nothing', async ({ page, portico }) => {
      await page.goto(`${portico.url}/docs/webhooks`);
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Console' })).toBeVisible();
      await page.getByRole('searchbox').fill('signature');
      await expect(page.getByRole('search').getByRole('link').first()).toBeVisible();
      expect(await findFaults(page)).toEqual([]);
      expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
      const box = await page.getByRole('search').getByRole('list').boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
      await page.goto(`${portico.url}/docs/search?q=signature`);
      expect(await findFaults(page)).toEqual([]);
    });
  });
}
