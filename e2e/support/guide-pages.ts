import { expect, type Page } from '@playwright/test';
import { composerOf, replyTo } from './widget.ts';

/** Text that each example shows on its page. */
export const shown: { has: string; see: (page: Page) => Promise<void> }[] = [
  { has: '<script async', see: (page) => expect(page.locator('.launcher .toggle')).toBeVisible() },
  {
    has: 'data-mode="ask"',
    see: async (page) => {
      await expect(async () => {
        const dialog = page.getByRole('dialog');
        if (!(await dialog.isVisible())) await page.locator('#search').click({ timeout: 1_000 });
        await expect(dialog).toBeVisible({ timeout: 1_000 });
      }).toPass();
    },
  },
  { has: '<portico-chat', see: (page) => expect(composerOf(page.locator('portico-chat'))).toBeVisible() },
  {
    has: 'mountForm({',
    see: async (page) => {
      const form = page.frameLocator('#form iframe');
      await expect(form.getByRole('heading', { name: 'Summarise anything' })).toBeVisible();
      await expect(page.locator('.launcher')).toHaveCount(0);
    },
  },
  { has: 'launcher: ({ open, unread })', see: (page) => expect(page.locator('.toggle .face')).toHaveText('Help') },
  {
    has: 'export function AskButton',
    see: async (page) => {
      await expect(page.locator('.toggle')).toBeVisible();
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await expect(replyTo(page, 'Where is my order?')).toBeVisible();
      await expect(page).toHaveTitle('You said: Where is my order?');
    },
  },
  {
    has: 'export function Controlled',
    see: async (page) => {
      await page.getByRole('button', { name: 'Show help' }).click();
      await expect(page.locator('.panel.open')).toBeVisible();
      // The visitor's actions go through the page's state.
      await composerOf(page).press('Escape');
      await expect(page.getByRole('button', { name: 'Show help' })).toBeVisible();
      await expect(page.locator('.panel.open')).toHaveCount(0);
    },
  },
  { has: 'tools={tools}', see: (page) => expect(page.locator('.launcher .toggle')).toBeVisible() },
  {
    has: 'createHeadlessChat(',
    see: async (page) => {
      await expect(page.locator('select')).toHaveText(/user: Helloassistant: You said: Hello$/);
      await expect(page.locator('button')).toBeEnabled();
    },
  },
  {
    has: 'connectFrame(',
    see: (page) => expect(replyTo(page.frameLocator('iframe').first(), 'Hello')).toBeVisible(),
  },
  {
    has: "data.type === 'height'",
    see: (page) => expect(page.locator('iframe').nth(1)).toHaveAttribute('style', /^height: \d{3,}px;$/),
  },
];
