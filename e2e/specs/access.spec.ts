import { findFaults } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import { sourceOf } from '../support/widget.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('axe finds nothing on the start page, with the chat closed and open', async ({ page, portico }) => {
      await page.goto(portico.url);
      await expect(page.getByRole('button', { name: 'Chat with the demo agent' })).toBeVisible();
      expect(await findFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Chat with the demo agent' }).click();
      await expect(page.getByText('Hello! I know the documentation of Portico.')).toBeVisible();
      expect(await findFaults(page)).toEqual([]);
    });

    test('axe finds nothing in the full-page chat after a reply', async ({ page, portico }) => {
      await page.goto(`${portico.url}/chat/demo`);
      await page.getByRole('textbox').fill('How do I connect a real model?');
      await page.keyboard.press('Enter');
      await expect(sourceOf(page, /^(Models|Getting started)/)).toBeVisible();
      expect(await findFaults(page)).toEqual([]);
    });

    test('axe finds nothing on the form, before and after it was sent', async ({ page, portico }) => {
      await page.goto(`${portico.url}/forms/demo-form`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await findFaults(page)).toEqual([]);
      await page
        .getByRole('textbox')
        .first()
        .fill('Portico is a kit. It is small. It keeps what it is told. It runs anywhere.');
      await page.getByRole('button', { name: 'Summarise' }).click();
      await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
      expect(await findFaults(page)).toEqual([]);
    });

    test('the reference of the API is a part of its page, with names and contrasts', async ({ page, portico }) => {
      await page.goto(`${portico.url}/docs`);
      await page.getByRole('heading', { name: /^Agents/, level: 3 }).click();
      await page.getByRole('button', { name: /^POST \/api\/v1\/agents Create/ }).click();
      await page.getByRole('button', { name: 'Try it out' }).click();
      await expect(page.getByRole('textbox', { name: 'Body' })).toBeVisible();
      await expect(page.getByRole('main')).toHaveCount(1);
      await page.getByRole('heading', { name: /^Knowledge bases/, level: 3 }).click();
      const put = page.locator('.opblock-put').first();
      await put.locator('.opblock-summary-control').click();
      await put.getByRole('button', { name: 'Try it out' }).click();
      await expect(put.getByRole('button', { name: 'Cancel' })).toBeVisible();
      const rules = ['color-contrast', 'heading-order', 'label', 'select-name', 'scrollable-region-focusable'];
      expect(await findFaults(page, rules)).toEqual([]);
      await page.getByRole('button', { name: 'Authorize' }).first().click();
      await expect(page.getByRole('button', { name: 'Close' }).first()).toBeVisible();
      expect(await findFaults(page, ['button-name'])).toEqual([]);
    });

    test('axe finds nothing in a guide', async ({ page, portico }) => {
      await page.goto(`${portico.url}/docs/operating`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await findFaults(page)).toEqual([]);
    });
  });
}
