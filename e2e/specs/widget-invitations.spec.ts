import type { Page } from '@playwright/test';
import { expect, moving, test } from '../support/test.ts';
import { composerOf, launcherOf } from '../support/widget.ts';

test.use(moving);

const tipOf = (page: Page) => page.locator('.launcher .tip');

test('the launcher shows the owner’s texts in the visitor’s language before the panel loads', async ({
  page,
  newChat,
  embed,
}) => {
  const texts = { de: { launcher_label: 'Fragen?', proactive_message: 'Können wir helfen?' } };
  const launcher = { label: 'Questions?', proactive_message: 'Can we help?' };
  const chat = await newChat({ texts, behaviour: { launcher } });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(embed(chat, { script: { locale: 'de-AT' } }));
  await expect(page.getByRole('button', { name: 'Fragen?' })).toBeVisible();
  await expect(tipOf(page)).toContainText('Können wir helfen?');
  expect(loaded.filter((path) => path.includes('/widget/panel'))).toEqual([]);
  await page.goto(embed(chat, { script: { locale: 'fr' } }));
  await expect(page.getByRole('button', { name: 'Questions?' })).toBeVisible();
});

test('a message appears on its page and opens the chat', async ({ page, newChat, embed }) => {
  const proactive = [
    { message: 'Looking for a berth?', url_pattern: '/site-*', after_seconds: 0 },
    { message: 'Never here', url_pattern: '/elsewhere', after_seconds: 0 },
  ];
  const chat = await newChat({ proactive });
  await page.goto(embed(chat));
  await expect(tipOf(page)).toContainText('Looking for a berth?');
  await expect(page.getByText('Never here')).toHaveCount(0);
  await tipOf(page).getByRole('button', { name: 'Looking for a berth?' }).click();
  await expect(composerOf(page)).toBeFocused();
});

test('a message appears when the pointer leaves at the top', async ({ page, newChat, embed }) => {
  const chat = await newChat({ proactive: [{ message: 'Before you go', on_exit: true }] });
  await page.goto(embed(chat));
  await expect(launcherOf(page)).toBeVisible();
  await page.evaluate(() => document.dispatchEvent(new MouseEvent('mouseout', { clientY: -1 })));
  await expect(tipOf(page)).toContainText('Before you go');
});

test('the link in a mail opens the chat immediately and is removed from the address', async ({
  page,
  newChat,
  embed,
}) => {
  const chat = await newChat();
  await page.goto(`${embed(chat)}#portico-resume=used-before`);
  await expect(composerOf(page)).toBeFocused();
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('');
  await expect.poll(async () => (await chat.sessions()).length).toBe(1);
});
