import { createServer } from 'node:http';
import { findFaults } from '../support/axe.ts';
import { callApi } from '../support/chat-interfaces.ts';
import { signInWithKey, watchFocus } from '../support/console.ts';
import { answering, makeForm } from '../support/forms.ts';
import { watchJumps } from '../support/jumps.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';

test('a form’s questions are moved by mouse and by keyboard with their choices, and an example shows what arrives', async ({
  page,
  portico,
}) => {
  const fields = [
    { name: 'boat', label: 'Which boat?', type: 'select', options: ['Sloop', 'Ketch'] },
    { name: 'basin', label: 'Which basin?', type: 'select', options: ['North', 'South'] },
    { name: 'length', label: 'How long?', type: 'number' },
  ];
  const form = await makeForm(portico, answering('Noted.'), { fields });
  const faults = watchFaults(page);
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/forms/${form.id}`);
  // The preview shows each draft without taking the focus from what is being typed.
  const expectFocusKept = await watchFocus(page);
  const cards = page.locator('.field-card');
  const labels = async () =>
    Promise.all((await cards.getByLabel('Label', { exact: true }).all()).map(async (input) => input.inputValue()));
  const choices = page.getByLabel('Choices');

  await cards.nth(1).locator('.grip').dragTo(cards.nth(0));
  await expect.poll(labels).toEqual(['Which basin?', 'Which boat?', 'How long?']);
  await expect(choices.first()).toHaveValue('North\nSouth');
  await expect(choices.nth(1)).toHaveValue('Sloop\nKetch');
  await page.getByRole('button', { name: 'Move How long? up' }).press('Enter');
  await expect.poll(labels).toEqual(['Which basin?', 'How long?', 'Which boat?']);
  // The focus follows the question, so that the next press moves the same one on.
  await expect(page.getByRole('button', { name: 'Move How long? up' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(labels).toEqual(['How long?', 'Which basin?', 'Which boat?']);
  await expect(page.getByRole('button', { name: 'Move How long? down' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(labels).toEqual(['Which basin?', 'How long?', 'Which boat?']);
  // The real form shows the order before it is saved.
  const preview = page.frameLocator('iframe[title="Preview"]');
  await expect(preview.getByText(/Which b|How long/)).toHaveText([/basin/, /How long/, /boat/]);
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();

  // A new question has the focus, and the error of one is at it.
  await page.getByRole('button', { name: 'Add question' }).click();
  await expect(cards.nth(3).getByLabel('Label', { exact: true })).toBeFocused();
  await page.keyboard.type('Name');
  await cards.nth(3).getByLabel('Type').selectOption('One choice');
  await expect(choices.nth(2)).toHaveValue('First choice\nSecond choice');
  expect(faults).toEqual([]);
  await choices.nth(2).fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(cards.nth(3).getByText('A select needs options')).toBeVisible();
  await expect(choices.nth(2)).toBeFocused();
  // The browser reports both responses with status 400, of the preview and of saving.
  await expect.poll(() => faults).toEqual([expect.stringContaining('400'), expect.stringContaining('400')]);
  faults.length = 0;
  await cards.nth(3).getByRole('button', { name: 'Remove Name' }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await expectFocusKept();

  await page.getByRole('link', { name: 'Handled by' }).click();
  await page.getByRole('group', { name: 'Inputs' }).getByRole('button', { name: 'Add' }).click();
  await page.getByLabel('Inputs 1: Input').fill('message');
  await page.getByLabel('Inputs 1: Template').fill('{{ message }} ({{ boat }}, {{ length }} m)');
  await page.getByLabel('Example message').fill('A berth, please');
  await expect(page.getByLabel('Example answers')).toHaveValue(/"boat": "Sloop"/);
  await page.getByRole('button', { name: 'Show what arrives' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'A berth' })).toContainText('A berth, please (Sloop, 12 m)');
  expect(await findFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('a tool is made by a form and tried, which shows the request; a chat is paused with one click, and its page says what to do', async ({
  page,
  portico,
  newChat,
}) => {
  const site = await listenOnLoopback(
    createServer((request, response) => response.end(`Berth ${request.url?.slice(1)} is free.`)),
  );
  const agent = await callApi<{ id: string }>(portico, 'POST', '/agents', { name: 'Berths' });
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/agents/${agent.id}/tools`);
  await page.getByRole('button', { name: 'Add tool' }).click();
  await page.getByRole('menuitem', { name: 'HTTP request' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).first().fill('berth_status');
  await dialog.getByLabel('When to use it').fill('Tells whether a berth is free');
  await dialog.getByLabel('Address').fill(`${site.url}/north-4`);
  await dialog.locator('summary', { hasText: 'Try it' }).click();
  await dialog.getByRole('button', { name: 'Call' }).click();
  await expect(dialog.getByRole('status')).toContainText(`GET ${site.url}/north-4`);
  await expect(dialog.getByRole('status')).toContainText('Berth north-4 is free.');
  expect(await findFaults(page)).toEqual([]);
  await site.stop();

  const chat = await newChat();
  await page.goto(`${portico.url}/console/chat/${chat.id}/install`);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Go live' })).toBeVisible();
  const { checks, status } = {
    checks: await callApi<{ name: string; ok: boolean }[]>(portico, 'GET', `/chat-interfaces/${chat.id}/checks`),
    ...(await callApi<{ status: string }>(portico, 'GET', `/chat-interfaces/${chat.id}`)),
  };
  expect(status).toBe('paused');
  expect(checks.find(({ ok }) => !ok)).toBeDefined();
  await expect(page.getByText(/is paused/i).first()).toBeVisible();
});

test('pausing a form says what has happened, as pausing a chat does', async ({ page, portico, newChat }) => {
  const chat = await newChat();
  const form = await makeForm(portico, answering('Received.'));
  await signInWithKey(page, portico);
  for (const path of [`chat/${chat.id}`, `forms/${form.id}`]) {
    await page.goto(`${portico.url}/console/${path}`);
    for (const [action, done] of [
      ['Pause', 'Paused'],
      ['Go live', 'Live'],
    ] as const) {
      await page.getByRole('button', { name: action, exact: true }).click();
      await expect(page.locator('.toast', { hasText: done })).toBeVisible();
    }
  }
});

test('a delivery shows each attempt and is sent again, in a list that keeps its filter', async ({ page, portico }) => {
  let status = 500;
  const desk = await listenOnLoopback(
    createServer((request, response) => {
      request.resume();
      response.writeHead(status).end('The desk is closed.');
    }),
  );
  const webhook = await callApi<{ id: string }>(portico, 'POST', '/webhooks', {
    name: 'Order desk',
    url: `${desk.url}/orders`,
    event_types: ['execution.completed'],
  });
  await callApi(portico, 'POST', `/webhooks/${webhook.id}/test`, {});
  const faults = watchFaults(page);
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/settings/webhooks/${webhook.id}?status=failed`);
  await page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first().click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('HTTP 500')).toBeVisible();
  await panel.locator('summary', { hasText: 'Response' }).click();
  await expect(panel.getByText('The desk is closed.')).toBeVisible();
  await expect(panel.getByText('webhook.test').first()).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  status = 200;
  await panel.getByRole('button', { name: 'Send again' }).click();
  await expect(panel.getByText('HTTP 200')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(/\?status=failed$/);
  await desk.stop();

  // Without a response, the reason is as long as it is, also on a phone.
  await callApi(portico, 'POST', `/webhooks/${webhook.id}/test`, {});
  await page.setViewportSize({ width: 390, height: 800 });
  await page.reload();
  await page.locator('.row-link').first().click();
  await expect(panel.getByText('No connection to the server')).toBeVisible();
  expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  expect(faults).toEqual([]);
});

test('the page of a webhook does not move while its deliveries are loaded', async ({ page, portico }) => {
  const webhook = await callApi<{ id: string }>(portico, 'POST', '/webhooks', {
    name: 'Closed desk',
    url: 'http://127.0.0.1:9/orders',
    event_types: ['execution.completed'],
  });
  await callApi(portico, 'POST', `/webhooks/${webhook.id}/test`, {});
  await signInWithKey(page, portico);
  const held = Promise.withResolvers<undefined>();
  await page.route('**/deliveries?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  // High enough for the whole page: what is out of view doesn't count.
  await page.setViewportSize({ width: 1280, height: 1400 });
  await page.goto(`${portico.url}/console/settings/webhooks/${webhook.id}`);
  await expect(page.getByLabel('Name')).toHaveValue('Closed desk');
  const readJumps = await watchJumps(page);
  held.resolve(undefined);
  await expect(page.getByRole('table', { name: 'Deliveries' }).getByRole('link')).toBeVisible();
  expect(await readJumps()).toBe(0);
});

test('many files are sent at once with progress, and one that fails stays with its reason', async ({
  page,
  portico,
}) => {
  const base = await callApi<{ id: string }>(portico, 'POST', '/knowledge-bases', { name: 'Harbour papers' });
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/knowledge/${base.id}`);
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/documents', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  const papers = Array.from({ length: 11 }, (_, at) => ({
    name: `paper-${at}.md`,
    mimeType: 'text/markdown',
    buffer: Buffer.from(`# Paper ${at}\n\nBerth ${at} has water and electricity.`),
  }));
  const program = { name: 'tool.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') };
  await expect(page.getByRole('button', { name: 'Choose files' })).toHaveCount(1);
  await page.locator('input[type=file]').setInputFiles([...papers, program]);
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByText('0 of 12')).toBeVisible();
  release?.();
  await expect(page.getByText('tool.exe')).toBeVisible();
  await expect(page.locator('.fault').first()).not.toBeEmpty();
  await expect(page.getByRole('table').getByText('Ready')).toHaveCount(11);
  expect(await findFaults(page)).toEqual([]);
});
