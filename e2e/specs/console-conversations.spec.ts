import { findFaults } from '../support/axe.ts';
import { callApi } from '../support/chat-interfaces.ts';
import { openVisit, recordNotices, signInWithKey } from '../support/console.ts';
import { expect, test } from '../support/test.ts';

test('a member sees a visitor wait, takes over, replies, writes notes and returns the conversation', async ({
  page,
  portico,
  newChat,
  model,
}) => {
  const chat = await newChat();
  await callApi(portico, 'PATCH', `/chat-interfaces/${chat.id}`, { handover: { enabled: true } });
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/conversations`);
  await expect(page.getByRole('heading', { name: 'Choose a conversation' })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  model.answer({ text: 'I am only an agent.' });
  const visit = await openVisit(portico, chat.slug);
  await visit.say('Where is my order?');
  await visit.post('/handover', { reason: 'The order is late' });
  // It appears without a reload.
  const row = page.getByRole('link', { name: /I am only an agent/ });
  await expect(row).toContainText('Waiting');
  await row.click();
  const log = page.getByRole('log');
  await expect(log).toContainText('Where is my order?');
  await expect(log).toContainText('The order is late');

  await page.getByRole('button', { name: 'Take over' }).click();
  await expect(page.getByRole('button', { name: 'Return to agent' })).toBeVisible();
  // Why a person was asked for is known as long as a person answers.
  const visitor = page.getByRole('complementary', { name: 'Visitor' });
  await expect(visitor).toContainText('The order is late');
  await page.getByRole('textbox', { name: 'Reply' }).fill('It leaves **today**.');
  await page.keyboard.press('Enter');
  await expect(log.locator('.said-member')).toContainText('It leaves today.');
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Parcel 77');
  // Unsent text survives a reload. A note that is stored while the transcript is being read is shown, too.
  const { promise: isStored, resolve: release } = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(/\/conversations\/[^/]+\/messages\?/, async (route) => {
    if (!isFirst) return route.fallback();
    isFirst = false;
    const response = await route.fetch();
    await isStored;
    return route.fulfill({ response });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Parcel 77');
  const stored = page.waitForResponse((response) => response.url().endsWith('/notes'));
  await page.getByRole('button', { name: 'Add note' }).click();
  await stored;
  release();
  await expect(log.locator('.said-note')).toContainText('Parcel 77');
  expect(await findFaults(page)).toEqual([]);

  await visit.say('Thank you!');
  await expect(log).toContainText('Thank you!');
  await page.getByRole('button', { name: 'Return to agent' }).click();
  await expect(page.getByRole('button', { name: 'Take over' })).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();

  // A closed conversation shows what a reply does to it, which a note does not.
  const effect = page.getByText('Sending reopens the conversation and assigns it to you.');
  await expect(effect).toBeHidden();
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(effect).toBeVisible();
  await page.getByRole('textbox', { name: 'Reply' }).fill('It has arrived.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Return to agent' })).toBeVisible();
  await expect(effect).toBeHidden();

  // Once its chat is deleted, nothing can be sent that the visitor would not get.
  await callApi(portico, 'DELETE', `/chat-interfaces/${chat.id}`);
  await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveValue('');
  await page.getByRole('textbox', { name: 'Reply' }).fill('Are you there?');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('The chat was deleted');
  await page.reload();
  await expect(page.getByText('You can still add notes.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Note' }).fill('She calls us.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(log.locator('.said-note')).toContainText(['Parcel 77', 'She calls us.']);
  expect(await findFaults(page)).toEqual([]);
});

test('tags that are added while another one is being stored are all kept', async ({
  page,
  portico,
  newChat,
  model,
}) => {
  const chat = await newChat();
  model.answer({ text: 'Good morning.' });
  const visit = await openVisit(portico, chat.slug);
  await visit.say('Hello');
  const path = `/conversations/${visit.conversation}`;
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console${path}`);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/api/v1${path}`, async (route) => {
    if (route.request().method() === 'PATCH') await released;
    await route.continue();
  });
  const field = page.getByRole('textbox', { name: 'Add a tag' });
  for (const tag of ['first', 'second']) {
    await field.fill(tag);
    await field.press('Enter');
    await expect(field).toHaveValue('');
  }
  release();
  await expect(page.locator('.tag')).toHaveText(['first', 'second']);
  expect(await callApi<{ tags: string[] }>(portico, 'GET', path)).toMatchObject({ tags: ['first', 'second'] });
});

test('on a phone, the list and a conversation are separate pages, in dark mode and in Arabic', async ({
  browser,
  portico,
  newChat,
  model,
}) => {
  const chat = await newChat();
  model.answer({ text: 'Yes.' });
  const question = 'A-question-without-any-space-that-is-longer-than-a-phone-is-wide-and-goes-on';
  await (await openVisit(portico, chat.slug)).say(question);
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    locale: 'ar-EG',
  });
  const page = await context.newPage();
  await signInWithKey(page, portico);
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

test('waiting visitors are counted on every screen and announced once; files and earlier conversations are available', async ({
  page,
  portico,
  newChat,
  model,
}) => {
  const notices = await recordNotices(page);
  const chat = await newChat();
  await callApi(portico, 'PATCH', `/chat-interfaces/${chat.id}`, { handover: { enabled: true } });
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/conversations`);
  await page.getByRole('button', { name: 'Notices' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Show a notice when a visitor waits' }).click();
  await page.getByRole('link', { name: 'Agents' }).click();
  await expect(page.getByRole('heading', { name: 'Agents', level: 1 })).toBeVisible();
  const before = (await callApi<unknown[]>(portico, 'GET', '/conversations?status=waiting')).length;

  model.answer({ text: 'Good morning.' }, { text: 'Good evening.' });
  const first = await openVisit(portico, chat.slug);
  await first.say('The first time');
  const second = await openVisit(portico, chat.slug, { resume: first.token, newThread: true });
  await second.say('The second time');
  await second.post('/handover', { reason: 'The key is lost' });
  await expect(page.getByRole('img', { name: new RegExp(`^${before + 1} visitors? waits?$`) })).toBeVisible();
  await expect(page).toHaveTitle(`(${before + 1}) Agents · Portico`);
  await expect.poll(notices).toEqual(['Notices are on: ', 'A visitor waits for a person: The key is lost']);
  expect(await findFaults(page)).toEqual([]);

  await page.goto(`${portico.url}/console/conversations/${second.conversation}`);
  const panel = page.getByRole('complementary', { name: 'Visitor' });
  await expect(panel.getByRole('link', { name: 'Good morning.' })).toBeVisible();
  // A screen reader meets one control, not the browser's own as well.
  await expect(page.getByRole('button', { name: 'Attach a file' })).toHaveCount(1);
  await page.locator('input[type=file]').setInputFiles({
    name: 'map.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Turn left at the crane.'),
  });
  await page.getByRole('textbox', { name: 'Reply' }).fill('Here is a map.');
  await expect(page.getByText('map.txt')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByRole('log').getByRole('button', { name: 'map.txt' })).toBeEnabled();
  await panel.getByRole('link', { name: 'Good morning.' }).click();
  await expect(page.getByRole('log')).toContainText('The first time');
});

test('a message about a failed action covers no control', async ({ browser, portico, newChat, model }) => {
  const chat = await newChat();
  model.answer({ text: 'Yes.' });
  await (await openVisit(portico, chat.slug)).say('Hello');
  for (const width of [1280, 390]) {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    await signInWithKey(page, portico);
    await page.goto(`${portico.url}/console/conversations`);
    await page.locator('.inbox-row').first().click();
    const details = { status: 'human', assignee: { id: 'mem_1', name: 'Ada Miller' } };
    const json = { success: false, error: { code: 'VALIDATION_ERROR', message: 'No.', details } };
    await page.route('**/accept', async (route) => route.fulfill({ status: 400, json }));
    await page.getByRole('button', { name: 'Take over' }).click();
    const toast = page.locator('.toast');
    await expect(toast).toHaveText('Ada Miller answers already');
    await expect(toast).toBeInViewport({ ratio: 1 });
    const covered = await toast.evaluate((element) => {
      const box = element.getBoundingClientRect();
      return [...document.querySelectorAll('button, a, input, textarea')]
        .filter((control) => {
          const { left, right, top, bottom, width: w } = control.getBoundingClientRect();
          return w > 1 && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
        })
        .map((control) => control.outerHTML);
    });
    expect(covered).toEqual([]);
    await context.close();
  }
});
