import type { Page } from '@playwright/test';
import { findFaults } from '../support/axe.ts';
import { callApi } from '../support/chat-interfaces.ts';
import { sidewaysOf } from '../support/console.ts';
import { boxOf } from '../support/pixels.ts';
import type { RunningServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

type Task = { id: string; link: string };

const post = async (portico: RunningServer, path: string, body: object): Promise<Task> =>
  callApi<Task>(portico, 'POST', `/api/personas${path}`, body);

/** Starts a task; with the built-in model unless the persona sets another. */
async function startTask(portico: RunningServer, persona: object = {}, task: object = {}): Promise<Task> {
  const { id } = await post(portico, '', {
    name: 'Note taker',
    category: 'Content',
    autonomyLevel: 'approve_all',
    sopSteps: ['Collect the notes', 'Write them up'],
    deliverables: [{ name: 'Notes', type: 'pdf', guaranteed: true }],
    ...persona,
  });
  return post(portico, `/${id}/instances`, { taskTitle: 'Notes on the harbour', ...task });
}

const stateOf = (page: Page) => page.locator('[data-status]');

test('anyone with the link follows the task, decides, and downloads its results', async ({ page, portico }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  await page.goto((await startTask(portico)).link);
  await expect(page.getByRole('heading', { name: 'Notes on the harbour' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Step 1: Collect the notes' })).toBeVisible();
  await expect(stateOf(page)).toHaveText('Your decision is needed: Step 1: Collect the notes');
  expect(await findFaults(page)).toEqual([]);

  await page.getByText('Change before approving').click();
  await page.getByLabel('What the step is to do').fill('Collect the notes of May');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('heading', { name: 'Step 2: Write them up' })).toBeVisible();
  await expect(page.getByRole('list').getByText('Collect the notes of May', { exact: true })).toBeVisible();

  // The token survives a reload.
  await page.reload();
  await page.getByLabel(/Comment/).fill('The first step was enough.');
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(stateOf(page)).toHaveText('Completed. The deliverables are ready.');
  await expect(page.getByText('Left out', { exact: true })).toBeVisible();
  await expect(page.getByText('Comment: The first step was enough.', { exact: true })).toBeVisible();
  await page.getByText('Result of step 1').click();
  expect(await findFaults(page)).toEqual([]);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Notes' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('notes.pdf');
  expect(refused).toEqual([]);
});

test('approvals work with the keyboard alone, the focus is never lost, and each change is announced', async ({
  page,
  portico,
}) => {
  await page.goto((await startTask(portico)).link);
  await expect(page.getByRole('heading', { name: 'Step 1: Collect the notes' })).toBeVisible();
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    for (const region of document.querySelectorAll('[role=status]')) {
      const watch = new MutationObserver(() => said.push(region.textContent));
      watch.observe(region, { childList: true, characterData: true, subtree: true });
    }
  });
  const approve = page.getByRole('button', { name: 'Approve' });
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    if (await approve.evaluate((button) => button === document.activeElement)) break;
  }
  await expect(approve).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Step 2: Write them up' })).toBeVisible();
  await expect(page.locator('body')).not.toBeFocused();
  await page.getByRole('button', { name: 'Reject' }).focus();
  await page.keyboard.press('Space');
  await expect(stateOf(page)).toHaveText(/^Completed/);
  await expect(page.locator('main')).toBeFocused();
  const said = await page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
  expect(said).toContain('Your decision is needed: Step 2: Write them up');
  expect(said.at(-1)).toBe('Completed. The deliverables are ready.');
});

test('a model’s text is rendered as Markdown and can’t run scripts', async ({ page, portico, model }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const text =
    '# Found\n\n| a | b | Price |\n|---|---|---|\n| <img src=x onerror=alert(1)> | **two** | 11,200.50 |\n\n[x](javascript:alert(1))';
  model.answer({ text }, { text: 'The end.' });
  page.on('dialog', () => {
    throw new Error('the page ran what a model wrote');
  });
  await page.goto((await startTask(portico, { model: model.name, autonomyLevel: 'full_auto' })).link);
  await expect(stateOf(page)).toHaveText(/^Completed/);
  await page.getByText('Result of step 1').click();
  await expect(page.getByRole('heading', { name: 'Found' })).toBeVisible();
  await expect(page.getByRole('cell', { name: '<img src=x onerror=alert(1)>' })).toBeVisible();
  await expect(page.locator('.step-output strong')).toHaveText('two');
  // On a phone, the table is scrolled: a number that is broken into lines can't be read.
  const lines = await page.getByRole('cell', { name: '11,200.50' }).evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
  await expect(page.locator('.step-output :is(img, a)')).toHaveCount(0);
  expect(await findFaults(page)).toEqual([]);
});

test('the page says that it is offline, and a decision that did not arrive is not taken for one', async ({
  page,
  context,
  portico,
}) => {
  await page.goto((await startTask(portico)).link);
  await expect(stateOf(page)).toHaveText(/^Your decision is needed: Step 1/);
  await context.setOffline(true);
  await expect(page.getByText('Connection lost.')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await context.setOffline(false);
  await expect(page.getByText('Connection lost.')).toHaveCount(0);

  // A network that asks for a sign-in answers everything with its own page.
  await page.route('**/approvals/**', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Hotel</p>' }));
  await page.getByLabel(/Comment/).fill('Go ahead.');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'could not be sent' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(/Comment/)).toHaveValue('Go ahead.');
});

test('every state is described in words, on a phone in dark mode', async ({ page, portico, model }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const plain = () => ({ model: model.name, autonomyLevel: 'full_auto', deliverables: [] });
  const open = async (task: Task, state: RegExp): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(task.link);
    await expect(stateOf(page)).toHaveText(state);
    expect(await findFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  };
  const held = model.hold();
  const running = await startTask(portico, plain());
  await held.asked;
  await open(running, /^Working on step 1 of 2: Collect the notes$/);
  await post(portico, `/instances/${running.id}/cancel`, {});
  await expect(stateOf(page)).toHaveText('Cancelled');
  expect(await findFaults(page)).toEqual([]);

  model.reset();
  model.answer({ status: 400 });
  await open(await startTask(portico, plain()), /^Failed: ./);
  model.answer({ text: 'One.' });
  await open(await startTask(portico, plain(), { maxCostCredits: 0.001 }), /^Paused: the limit of credits \(0\.001\)/);
  await open(await startTask(portico, { sopSteps: ['x'.repeat(200)] }), /^Your decision is needed: Step 1: x+$/);
});

test.describe('in German, with text of twice the size on a narrow phone', () => {
  test.use({ locale: 'de', viewport: { width: 320, height: 740 } });

  test('nothing is cut off, and the steps have room for their words', async ({ page, portico }) => {
    await page.goto((await startTask(portico)).link);
    await expect(page.getByRole('button', { name: 'Freigeben' })).toBeVisible();
    const settings = await page.context().newCDPSession(page);
    await settings.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    const words = page.locator('.step-title').first();
    await expect(words).toHaveCSS('font-size', '34px');
    expect(await sidewaysOf(page)).toBe(0);
    // A word that is broken into letters can't be read.
    expect((await boxOf(words)).height).toBeLessThan(4 * 34 * 1.6);
    const skip = await boxOf(page.getByRole('link', { name: 'Zum Inhalt springen' }));
    expect(skip.y + skip.height).toBeLessThanOrEqual(0);
  });
});

test.describe('in Arabic', () => {
  test.use({ locale: 'ar-EG' });

  test('the page is written from right to left, in the reader’s language', async ({ page, portico }) => {
    await page.goto((await startTask(portico)).link);
    await expect(page.getByRole('button', { name: 'موافقة' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    await expect(page.getByRole('heading', { name: 'الخطوة 1: Collect the notes' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Notes on the harbour' })).toHaveCSS('text-align', 'right');
    expect(await findFaults(page)).toEqual([]);

    await page.goto((await startTask(portico, { autonomyLevel: 'full_auto' })).link);
    const kind = page.locator('.file-kind');
    // The type comes first and doesn't take the number of the size with it, which is left to right as well.
    const [whole, type] = [await boxOf(kind), await boxOf(kind.locator('bdi'))];
    expect(Math.abs(whole.x + whole.width - type.x - type.width)).toBeLessThan(1);
  });
});

test('a title in another language is aligned with the page', async ({ page, portico }) => {
  await page.goto((await startTask(portico, {}, { taskTitle: 'ملاحظات الميناء' })).link);
  await expect(page.getByRole('heading', { name: 'ملاحظات الميناء' })).toHaveCSS('text-align', 'left');
});

test('a link without its token gives no access, and the page can’t be framed', async ({ page, portico }) => {
  const [address = ''] = (await startTask(portico)).link.split('#');
  const response = await page.goto(address);
  await expect(page.getByText('This page needs the whole link')).toBeVisible();
  // Only the part after the # differs: the page reads the pasted link by itself.
  await page.goto(`${address}#token=wrong`);
  await expect(page.getByText('This link opens no task')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  expect(response?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
});
