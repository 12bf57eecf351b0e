import type { Page } from '@playwright/test';
import { answering, makeForm, messageBox, output, submitButton } from '../support/forms.ts';
import { expect, test } from '../support/test.ts';

/** Opens a form in a new tab, whose message is this. */
async function openTab(page: Page, url: string, message: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(url);
  await expect(messageBox(tab)).toHaveValue(message);
  return tab;
}

/** Types a message, and waits until it is stored. */
async function type(tab: Page, message: string): Promise<void> {
  await messageBox(tab).fill(message);
  await expect.poll(() => tab.evaluate(() => Object.values(localStorage).join())).toContain(message);
}

test('a tab that only shows the draft does not replace what another tab wrote', async ({ page, portico }) => {
  const { url } = await makeForm(portico, answering('Done.'));
  const empty = await openTab(page, url, '');
  const first = await openTab(page, url, '');
  await type(first, 'A berth');
  const second = await openTab(page, url, 'A berth');
  await type(first, 'A berth for the summer');
  await second.goto('about:blank');
  await first.close({ runBeforeUnload: false });
  await empty.goto('about:blank');
  const third = await openTab(page, url, 'A berth for the summer');
  await type(third, 'A berth for the winter');
  const last = await openTab(page, url, 'A berth for the winter');
  await type(last, 'A berth for ever');
  await last.goto('about:blank');
  await third.goto('about:blank');
  await openTab(page, url, 'A berth for ever');
});

test('what one tab has sent is not kept by another one that shows it', async ({ page, portico }) => {
  const { url } = await makeForm(portico, answering('Done.'));
  const first = await openTab(page, url, '');
  await type(first, 'A berth');
  const second = await openTab(page, url, 'A berth');
  await submitButton(second).click();
  await expect(output(second)).toHaveText('Done.');
  await first.goto('about:blank');
  const third = await openTab(page, url, '');
  // Only what is typed afterwards is.
  const other = await openTab(page, url, '');
  await type(other, 'A crane');
  await submitButton(third).click();
  await messageBox(third).fill('A pilot');
  await submitButton(third).click();
  await expect(output(third)).toHaveText('Done.');
  await other.reload();
  await expect(messageBox(other)).toHaveValue('A crane');
});

test('starting over empties the form, also if another tab has begun a draft', async ({ page, portico }) => {
  const { url } = await makeForm(portico, answering('Done.'));
  const other = await openTab(page, url, '');
  const first = await openTab(page, url, '');
  await type(first, 'A berth');
  const second = await openTab(page, url, 'A berth');
  await type(other, 'A crane');
  await second.getByRole('button', { name: 'Start over' }).click();
  await expect(messageBox(second)).toHaveValue('');
  await second.goto('about:blank');
  await openTab(page, url, 'A crane');
});
