import type { Page } from '@playwright/test';
import { findFaults } from '../support/axe.ts';
import { callApi, type TestChat } from '../support/chat-interfaces.ts';
import type { RunningServer } from '../support/server.ts';
import { expect, test as base } from '../support/test.ts';
import { callPortico, launcherOf, replyTo } from '../support/widget.ts';

/** An agent that knows the prices of the berths, and an answer in a document without an address. */
async function makeAgent(portico: RunningServer, model: string): Promise<string> {
  const base = await callApi<{ id: string }>(portico, 'POST', '/knowledge-bases', { name: 'Harbour' });
  const documents = [
    {
      name: 'Prices',
      url: 'https://harbour.invalid/prices',
      text: '# Berths\n\nA berth of ten metres costs forty euros a night.',
    },
    { name: 'Showers', text: 'The showers open with a token from the harbour office.' },
  ];
  for (const document of documents) {
    const { id } = await callApi<{ id: string }>(portico, 'POST', `/knowledge-bases/${base.id}/documents`, document);
    const path = `/knowledge-bases/${base.id}/documents/${id}`;
    const readStatus = async () => (await callApi<{ status: string }>(portico, 'GET', path)).status;
    await expect.poll(readStatus).toBe('ready');
  }
  const agent = { name: 'Harbour desk', model, knowledge_base_ids: [base.id] };
  return (await callApi<{ id: string }>(portico, 'POST', '/agents', agent)).id;
}

const test = base.extend<{ harbour: TestChat }>({
  harbour: async ({ portico, model, newChat }, use) => {
    await use(await newChat({ agentId: await makeAgent(portico, model.name) }));
  },
});

const dialogOf = (page: Page) => page.getByRole('dialog');
const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Ask a question or search' });
const optionsOf = (page: Page) => page.getByRole('option');

test('the key opens a dialog that finds passages while typing, and answers after Enter', async ({
  page,
  harbour: chat,
  embed,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const listens = page.waitForResponse((response) => response.url().includes('/assets/widget/extras-'));
  await page.goto(embed(chat, { script: { mode: 'ask' }, main: '<button>Before</button>' }));
  await listens;
  // Neither the panel nor anything of the interface.
  expect(requests.filter((path) => /\/panel-|^\/api\//.test(path))).toEqual([]);
  const before = page.getByRole('button', { name: 'Before' });
  await before.focus();
  // The key is heard once that file has run.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(fieldOf(page)).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await expect(launcherOf(page)).toHaveCount(0);

  await page.keyboard.type('berth of ten metres');
  const passage = page.getByRole('option', { name: /Prices/ });
  await expect(passage).toContainText('forty euros a night');
  await expect(passage).toHaveAttribute('href', /^https:\/\/harbour\.invalid\/prices#/);
  // Its headings are above its text, and not in it again.
  await expect(passage).toContainText('Prices › Berths');
  await expect(passage.locator('.ask-text')).toHaveText(/^A berth of ten/);
  await expect(passage.locator('mark').first()).toHaveText('berth');
  await expect(optionsOf(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(passage).toHaveAttribute('aria-selected', 'true');
  expect(await findFaults(page)).toEqual([]);
  // Nothing was asked yet.
  expect(await chat.messages()).toEqual([]);

  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).locator('.msg.user')).toHaveText(/berth of ten metres/);
  await expect(replyTo(page, 'berth of ten metres')).toBeVisible();
  await expect(dialogOf(page).getByRole('button', { name: /Prices/ })).toBeVisible();
  await expect(fieldOf(page)).toBeFocused();
  await expect(fieldOf(page)).toHaveValue('');
  expect(await findFaults(page)).toEqual([]);

  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(before).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(replyTo(page, 'berth of ten metres')).toBeVisible();
  await dialogOf(page).getByRole('button', { name: 'New conversation' }).click();
  await expect(dialogOf(page).locator('.msg.user')).toHaveCount(0);
});

test("a press on the page's search box opens it, and typing there moves the text", async ({
  page,
  harbour: chat,
  embed,
}) => {
  const main = '<input id="search" aria-label="Search"> <button class="find">Find</button>';
  const script = { mode: 'ask', search: '#search, .find' };
  await page.goto(embed(chat, { script, main }));
  // The press is heard once a small file is loaded; an open dialog covers the button.
  await expect(async () => {
    if (!(await fieldOf(page).isVisible())) await page.getByRole('button', { name: 'Find' }).click({ timeout: 1_000 });
    await expect(fieldOf(page)).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Find' })).toBeFocused();

  // As when the focus came by Tab.
  await page.getByRole('textbox', { name: 'Search' }).focus();
  await page.keyboard.type('s');
  await expect(fieldOf(page)).toBeFocused();
  await expect(fieldOf(page)).toHaveValue('s');
  await page.keyboard.type('howers');
  // The document has no address: the passage is shown here.
  await page.getByRole('option', { name: /Showers/ }).click();
  const passage = page.getByRole('dialog', { name: /Showers/ });
  await expect(passage).toContainText('a token from the harbour office');
  await page.keyboard.press('Escape');
  await expect(passage).toBeHidden();
  await expect(fieldOf(page)).toBeVisible();
  await fieldOf(page).fill('xylophone lessons');
  await expect(dialogOf(page).locator('.ask-none')).toContainText('Nothing was found for this yet.');
  // A press beside the dialog.
  await page.mouse.click(5, 5);
  await expect(dialogOf(page)).toBeHidden();
});

test('consent and questions before the chat come first; on a phone the dialog fills the screen', async ({
  page,
  newChat,
  embed,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  const chat = await newChat({ consent: { required: true, text: 'We keep what you write.' } });
  await page.goto(embed(chat, { script: { mode: 'ask', locale: 'ar' } }));
  await callPortico(page, 'open');
  await expect(page.getByText('We keep what you write.')).toBeVisible();
  await expect(page.getByRole('combobox')).toHaveCount(0);
  expect(await chat.sessions()).toEqual([]);
  await callPortico(page, 'prefill', 'berths');
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('berths');
  await callPortico(page, 'consent', 'granted');
  const field = page.getByRole('combobox', { name: 'اطرح سؤالًا أو ابحث' });
  await expect(field).toHaveValue('berths');
  const box = await dialogOf(page).boundingBox();
  expect([box?.x, box?.width, box?.height]).toEqual([0, 390, 700]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await findFaults(page)).toEqual([]);
});
