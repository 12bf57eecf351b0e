import { callApi } from '../support/chat-interfaces.ts';
import { signInWithKey, sidewaysOf } from '../support/console.ts';
import { expect, test } from '../support/test.ts';

test('the console follows the text size of the browser’s settings', async ({ page, portico }) => {
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/agents`);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveCSS('font-size', '20px');
  const settings = await page.context().newCDPSession(page);
  await settings.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await expect(title).toHaveCSS('font-size', '40px');
  // The layout is that of a page that is zoomed in.
  await expect(page.locator('.bar')).toBeVisible();
  for (const screen of ['agents', 'conversations', 'workflows', 'settings/members', '']) {
    await page.goto(`${portico.url}/console/${screen}`);
    await expect(title).toBeVisible();
    expect(await sidewaysOf(page), screen).toBe(0);
  }
});

test.describe('in German, with text of twice the size on a phone', () => {
  test.use({ locale: 'de', viewport: { width: 390, height: 844 } });

  test('no list can be scrolled sideways on a phone that is narrow, too', async ({ page, portico }) => {
    await page.setViewportSize({ width: 320, height: 844 });
    await signInWithKey(page, portico);
    const [agent] = await callApi<{ id: string }[]>(portico, 'GET', '/agents');
    // More than a page of changes.
    for (let change = 0; change < 30; change += 1) {
      await callApi(portico, 'PATCH', `/agents/${agent?.id}`, { description: `Change ${change}` });
    }
    const settings = await page.context().newCDPSession(page);
    await settings.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    for (const screen of ['improve/usage', 'personas', 'settings/audit-log']) {
      await page.goto(`${portico.url}/console/${screen}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.skeleton')).toHaveCount(0);
      await expect.poll(async () => sidewaysOf(page), screen).toBe(0);
    }
  });

  test('no screen can be scrolled sideways, and the bar cuts off no word', async ({ page, portico }) => {
    await signInWithKey(page, portico);
    const [base] = await callApi<{ id: string }[]>(portico, 'GET', '/knowledge-bases');
    const [chat] = await callApi<{ id: string }[]>(portico, 'GET', '/chat-interfaces');
    const [form] = await callApi<{ id: string }[]>(portico, 'GET', '/form-interfaces');
    const settings = await page.context().newCDPSession(page);
    await settings.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    for (const screen of [
      '',
      'improve/figures',
      'improve/usage',
      `knowledge/${base?.id}`,
      `chat/${chat?.id}`,
      `chat/${chat?.id}/words`,
      `forms/${form?.id}`,
      'settings/workspace',
      'settings/saved-replies',
      'settings/keys',
    ]) {
      await page.goto(`${portico.url}/console/${screen}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.skeleton')).toHaveCount(0);
      await expect.poll(async () => sidewaysOf(page), screen).toBe(0);
    }
    for (const word of await page.locator('.bar .side-word, .bar .bar-link > span').all()) {
      expect(await word.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    }
  });
});

test.describe('at 320 by 256 pixels, as at a zoom of 400 %', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('the bar with the screens scrolls away, and its menu has all others', async ({ page, portico }) => {
    await signInWithKey(page, portico);
    await page.goto(`${portico.url}/console`);
    const bar = page.locator('.bar');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.goto(`${portico.url}/console`);
    await expect(page.getByText('Failed executions')).toBeAttached();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(bar).not.toBeInViewport();
  });
});
