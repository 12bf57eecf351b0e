import { join } from 'node:path';
import { waitUntilSearchable } from '../support/forms.ts';
import { expect, test } from '../support/test.ts';

const guide = join(import.meta.dirname, '../../docs/operating.md');

test('a visitor drops a file, sends it, watches it run, and uses the result', async ({ page, portico }) => {
  await page.goto(`${portico.url}/forms/demo-form`);
  await expect(page.getByRole('heading', { level: 1, name: 'Summarise anything' })).toBeVisible();
  await page.locator('input[type=file]').first().setInputFiles(guide);
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Summarise' }).click();

  await expect(page).toHaveURL(/\/forms\/demo-form\/s\/sub_/);
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  const summary = page.getByRole('listitem').filter({ hasText: /Portico|server|DATA_DIR|Postgres/ });
  await expect(summary.first()).toBeVisible();

  await waitUntilSearchable(page);
  await page.getByRole('textbox').last().fill('Which variable names the Postgres?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  const passages = page.locator('.passage');
  await expect(passages.first()).toContainText('operating.md');
  await expect(passages.getByText(/DATABASE_URL/).first()).toBeVisible();

  const link = page.url();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  expect(page.url()).toBe(link);
});

test('a missing value is reported beside its field, and nothing is sent', async ({ page, portico }) => {
  await page.goto(`${portico.url}/forms/demo-form`);
  await page.getByRole('button', { name: 'Summarise' }).click();
  await expect(page.getByRole('group', { name: 'One thing needs your attention' })).toBeFocused();
  expect(page.url()).toBe(`${portico.url}/forms/demo-form`);
});

test('the form is embedded in a page of another site, with its own height', async ({ page, hostPages }) => {
  await page.goto(hostPages.url('form.html'));
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Summarise anything' })).toBeVisible();
  const height = async () => (await page.locator('iframe').boundingBox())?.height ?? 0;
  await expect.poll(height).toBeGreaterThan(500);
});

test('without scripts the form says what it needs, on the first screen', async ({ browser, portico }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${portico.url}/forms/demo-form`);
  await expect(page.locator('noscript p')).toBeInViewport();
  await context.close();
});
