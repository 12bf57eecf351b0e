import { expect, test } from '../support/test.ts';
test('ready', async ({ page, portico, hostPages }) => {
  expect((await page.request.get(`${portico.url}/readyz`)).status()).toBe(200);
  await page.goto(hostPages.add('zz.html', '<title>{{PORTICO}}</title>'));
  await expect(page).toHaveTitle(portico.url);
});
test('left out', async ({ page }) => { test.skip(true, 'x'); await page.goto('about:blank'); });
