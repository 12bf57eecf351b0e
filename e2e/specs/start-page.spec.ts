import { findFaults } from '../support/axe.ts';
import { sidewaysOf } from '../support/console.ts';
import { openStartingServer } from '../support/starting-server.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';
import { sourceOf } from '../support/widget.ts';

test('the start page shows the live widget, the form, the snippet and a working call', async ({ page, portico }) => {
  const faults = watchFaults(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(portico.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const snippet = await page.locator('#snippet').textContent();
  expect(snippet).toContain(`src="${portico.url}/embed.js"`);
  const command = await page.locator('#curl').textContent();
  const address = /http\S+/.exec(command ?? '')?.[0] ?? '';
  const answer = await fetch(address, { headers: { 'X-API-Key': portico.apiKey } });
  expect(answer.status).toBe(200);

  await page.getByRole('button', { name: 'How do I put the widget on my page?' }).first().click();
  // The demo answers its own first question with the tag that goes into the page, from the guide about that.
  await expect(page.getByText(`<script async src="${portico.url}/embed.js" data-chat=`).first()).toBeVisible();
  await expect(sourceOf(page, 'Put the widget on your page')).toBeVisible();
  expect(faults).toEqual([]);
});

test('the start page leads to the console, also on a phone', async ({ page, portico }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(portico.url);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Console' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Portico' })).toBeVisible();
});

test('no page is wider than a narrow phone with large texts', async ({ page, portico }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/', '/docs/widget', '/docs/reference/webhooks', '/nothing']) {
    await page.goto(portico.url + path);
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    expect(await sidewaysOf(page), path).toBe(0);
  }
});

test('the reference lists every group of calls, and the guides are readable', async ({ page, portico }) => {
  await page.goto(`${portico.url}/docs`);
  for (const name of ['Agents', 'Executions', 'Workflows', 'Knowledge bases', 'Public forms']) {
    await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
  }
  await page.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name: 'Getting started' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Getting started' })).toBeVisible();
});

test('unknown pages are a 404 with an explanation', async ({ request, portico }) => {
  for (const path of ['/chat/nobody', '/forms/nobody', '/docs/nothing', '/assets/widget/nothing.js']) {
    expect((await request.get(portico.url + path)).status(), path).toBe(404);
  }
});

test('a page that is opened while the server starts loads once it is ready, also at a part of it', async ({ page }) => {
  const server = await openStartingServer();
  const faults = watchFaults(page);
  await page.goto(`${server.url}/docs/webhooks#retries`);
  await expect(page.getByRole('heading', { name: 'One moment, please' })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  server.becomeReady('<h2 id="retries">Retries</h2>');
  await expect(page.getByRole('heading', { name: 'Retries' })).toBeVisible();
  expect(faults.filter((fault) => !fault.includes('503'))).toEqual([]);
  await server.close();
});
