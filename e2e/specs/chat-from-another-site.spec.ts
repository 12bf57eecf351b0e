import { expect, test } from '../support/test.ts';
import { sourceOf } from '../support/widget.ts';

test('a visitor of another site opens the bubble, asks, reads sources, and finds everything after a reload', async ({
  page,
  hostPages,
}) => {
  await page.goto(hostPages.url('script-tag.html'));
  await page.getByRole('button', { name: /chat/i }).click();
  await expect(page.getByText('Hello! I know the documentation of Portico.')).toBeVisible();

  await page.getByRole('button', { name: 'How do I connect a real model?' }).click();
  await expect(page.getByText('Here is what I found').first()).toBeVisible();
  await expect(sourceOf(page, /^(Models|Getting started)/)).toBeVisible();

  await page.reload();
  // The panel was open, so it opens again by itself.
  await expect(page.getByText('How do I connect a real model?')).toBeVisible();
  await expect(page.getByText('Here is what I found').first()).toBeVisible();
  await expect(sourceOf(page, /^(Models|Getting started)/)).toBeVisible();
});

test('a page of another site can call the widget before and after it has loaded', async ({ page, hostPages }) => {
  await page.goto(hostPages.url('script-tag.html'));
  await page.getByRole('button', { name: 'Ask something' }).click();
  await expect(page.getByText('How do I connect a real model?').first()).toBeVisible();
  await expect(sourceOf(page, /^(Models|Getting started)/)).toBeVisible();
});

test('nothing loads before interest: no panel, no storage, no cookie, no session', async ({
  page,
  context,
  hostPages,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto(hostPages.url('script-tag.html'));
  await expect(page.getByRole('button', { name: /chat/i })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const ours = requests.filter((line) => !line.includes('script-tag.html') && !line.includes('favicon'));
  expect(ours.toSorted()).toEqual(['GET /api/public/chat-interfaces/demo', 'GET /embed.js']);
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test('the inline chat and the iframe work too', async ({ page, hostPages }) => {
  await page.goto(hostPages.url('inline.html'));
  await expect(page.getByText('Hello! I know the documentation of Portico.')).toBeVisible();

  await page.goto(hostPages.url('iframe.html'));
  const frame = page.frameLocator('iframe');
  await frame.getByRole('textbox').fill('What can a workflow do?');
  await page.keyboard.press('Enter');
  await expect(sourceOf(frame, /^(Workflows|Getting started)/)).toBeVisible();
});
