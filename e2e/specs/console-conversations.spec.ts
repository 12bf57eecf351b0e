import type { Page } from '@playwright/test';
import { findFaults } from '../support/axe.ts';
import { callApi } from '../support/chat-interfaces.ts';
import type { RunningServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** Signs a page in to the console with the admin key. */
async function signIn(page: Page, { url, apiKey }: RunningServer): Promise<void> {
  await page.goto(`${url}/console`);
  const status = await page.evaluate(async (key) => {
    const body = JSON.stringify({ api_key: key });
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch('/api/v1/auth/sign-in-with-key', { method: 'POST', headers, body })).status;
  }, apiKey);
  expect(status).toBe(200);
}

/** Calls the public API of a chat as a visitor. */
async function callAsVisitor<Data>(
  { url }: RunningServer,
  slug: string,
  path: string,
  { token, body = {} }: { token?: string; body?: object } = {},
): Promise<Data> {
  const response = await fetch(`${url}/api/public/chat-interfaces/${slug}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBeLessThan(300);
  return ((await response.json()) as { data: Data }).data;
}

test('a member sees a visitor wait, takes over, answers, keeps notes and returns', async ({
  page,
  portico,
  newChat,
  model,
}) => {
  const chat = await newChat();
  await callApi(portico, 'PATCH', `/chat-interfaces/${chat.id}`, { handover: { enabled: true } });
  await signIn(page, portico);
  await page.goto(`${portico.url}/console/conversations`);
  await expect(page.getByRole('heading', { name: 'Choose a conversation' })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  model.answer({ text: 'I am only an agent.' });
  const { id, token } = await callAsVisitor<{ id: string; token: string }>(portico, chat.slug, '/sessions');
  await callAsVisitor(portico, chat.slug, `/sessions/${id}/messages`, {
    token,
    body: { content: 'Where is my order?' },
  });
  await callAsVisitor(portico, chat.slug, `/sessions/${id}/handover`, { token, body: { reason: 'The order is late' } });
  // It appears without a reload.
  const row = page.getByRole('link', { name: /I am only an agent/ });
  await expect(row).toContainText('Waiting');
  await row.click();
  const log = page.getByRole('log');
  await expect(log).toContainText('Where is my order?');
  await expect(log).toContainText('The order is late');

  await page.getByRole('button', { name: 'Take over' }).click();
  await expect(page.getByRole('button', { name: 'Return to agent' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Reply' }).fill('It leaves **today**.');
  await page.keyboard.press('Enter');
  await expect(log.locator('.said-member')).toContainText('It leaves today.');
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Parcel 77');
  // What is typed outlives a reload.
  await page.reload();
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Parcel 77');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(log.locator('.said-note')).toContainText('Parcel 77');
  expect(await findFaults(page)).toEqual([]);

  await callAsVisitor(portico, chat.slug, `/sessions/${id}/messages`, { token, body: { content: 'Thank you!' } });
  await expect(log).toContainText('Thank you!');
  await page.getByRole('button', { name: 'Return to agent' }).click();
  await expect(page.getByRole('button', { name: 'Take over' })).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
});

test('on a phone the list and a conversation are a page each, in the dark and in Arabic', async ({
  browser,
  portico,
  newChat,
  model,
}) => {
  const chat = await newChat();
  model.answer({ text: 'Yes.' });
  const { id, token } = await callAsVisitor<{ id: string; token: string }>(portico, chat.slug, '/sessions');
  const question = 'A-question-without-any-space-that-is-longer-than-a-phone-is-wide-and-goes-on';
  await callAsVisitor(portico, chat.slug, `/sessions/${id}/messages`, { token, body: { content: question } });
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    locale: 'ar-EG',
  });
  const page = await context.newPage();
  await signIn(page, portico);
  await page.goto(`${portico.url}/console/conversations`);
  await page.locator('.inbox-row').first().click();
  await expect(page.getByRole('log')).toContainText(question);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'المحادثات' }).first().click();
  await expect(page.locator('.inbox-row').first()).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await context.close();
});
