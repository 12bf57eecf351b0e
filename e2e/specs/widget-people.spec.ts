import type { Page } from '@playwright/test';
import { findFaults } from '../support/axe.ts';
import { callApi } from '../support/chat-interfaces.ts';
import type { TestChat } from '../support/chat-interfaces.ts';
import type { RunningServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { ask, askAndRead, chooseFromMenu, composerOf, launcherOf, repliesOf } from '../support/widget.ts';

const handover = { enabled: true, away_message: 'Nobody is here now. We answer tomorrow.' };
/** The area about people above the composer. */
const noteOf = (page: Page) => page.locator('.people');
const dialogOf = (page: Page) => page.getByRole('dialog', { name: /Harbour/ });
/** The last announcement for screen readers. */
const spoken = (page: Page) => page.locator('.sr[aria-live]').last();

/** Acts as the team on the conversation of the newest session; an API key is a member with the key's name. */
function asTeam(portico: RunningServer, chat: TestChat) {
  return async (act: string, body: object = {}): Promise<void> => {
    const [newest] = await chat.sessions();
    await callApi(portico, 'POST', `/conversations/${newest?.thread_id.replace('thr_', 'cnv_')}/${act}`, body);
  };
}

/** A file of the team. */
async function uploadMap({ url, apiKey }: RunningServer): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob(['Turn left at the crane.'], { type: 'text/plain' }), 'map.txt');
  const response = await fetch(`${url}/api/v1/files`, { method: 'POST', headers: { 'X-API-Key': apiKey }, body: form });
  return ((await response.json()) as { data: { id: string } }).data.id;
}

test('a visitor asks for a person, sees who answers and types, and rates what is closed', async ({
  page,
  portico,
  visitChat,
}) => {
  const chat = await visitChat({ handover });
  const team = asTeam(portico, chat);
  const { api_key: key } = await callApi<{ api_key: { name: string } }>(portico, 'GET', '/me');
  const name = key.name.split(' ')[0] ?? '';
  const dialog = dialogOf(page);
  await askAndRead(page, 'Where is my bike?');
  await dialog.getByRole('button', { name: 'Talk to a person' }).click();
  await expect(noteOf(page).first()).toContainText('A person has been asked to join');
  await expect(dialog.getByRole('button', { name: 'Talk to a person' })).toHaveCount(0);
  expect(await findFaults(page)).toEqual([]);
  await ask(page, 'Hello?');
  await expect(dialog.locator('.msg .typing')).toHaveCount(0);

  await team('accept');
  await expect(dialog.getByRole('heading', { name })).toBeVisible();
  // It is shown for five seconds, and again for as long as the person types.
  await expect(async () => {
    await team('typing');
    await expect(noteOf(page)).toContainText(`${name} is typing`, { timeout: 1_000 });
  }).toPass();
  await team('messages', { content: 'I am looking for it.' });
  await expect(noteOf(page)).toHaveCount(0);
  const reply = dialog.locator('.msg.assistant').last();
  await expect(reply).toContainText('I am looking for it.');
  await expect(reply.locator('.person')).toHaveText(name);
  // A person's message can't be rated or regenerated.
  await expect(reply.getByRole('button')).toHaveCount(0);
  await expect(spoken(page)).toContainText(`${name} says: I am looking for it.`);
  expect(await findFaults(page)).toEqual([]);
  await team('messages', { content: 'Here is a map.', attachments: [await uploadMap(portico)] });
  await expect(reply).toContainText('Here is a map.');
  const download = page.waitForEvent('download');
  await reply.getByRole('link', { name: 'map.txt' }).click();
  expect((await download).suggestedFilename()).toBe('map.txt');

  const typed = page.waitForRequest((request) => request.url().endsWith('/typing'));
  await composerOf(page).pressSequentially('Thank you');
  await typed;
  await composerOf(page).press('Enter');
  // A message that arrives after the end would begin another part of the conversation.
  await expect.poll(async () => (await chat.messages()).at(-1)?.content).toBe('Thank you');
  await team('close');
  const rating = dialog.getByRole('group', { name: 'How was this conversation?' });
  await rating.getByRole('button', { name: 'Very good' }).click();
  await dialog.getByRole('textbox', { name: /could we do better/ }).fill('Nothing.');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(noteOf(page)).toHaveText('Thank you for your rating.');
  const [newest] = await chat.sessions();
  const path = `/conversations/${newest?.thread_id.replace('thr_', 'cnv_')}`;
  expect(await callApi(portico, 'GET', path)).toMatchObject({ csat: { score: 5, comment: 'Nothing.' } });
  // Not asked again after a reload, but after it is closed again.
  await page.reload();
  await expect(noteOf(page)).toHaveText('Thank you for your rating.');
  await expect(rating).toHaveCount(0);
  await team('reopen');
  await team('close');
  await expect(rating).toBeVisible();

  // The agent replies to the next message.
  await askAndRead(page, 'One more thing');
  await expect(dialog.getByRole('heading', { name: /Harbour/ })).toBeVisible();
});

test('a reply that a person interrupts is not said to be stopped by the visitor', async ({
  page,
  portico,
  visitChat,
  model,
}) => {
  const chat = await visitChat({ handover });
  const reply = model.hold();
  await ask(page, 'Where is my bike?');
  await reply.write('It may be ');
  await expect(repliesOf(page)).toContainText('It may be');
  await asTeam(portico, chat)('messages', { content: 'It is here.' });
  await expect(repliesOf(page)).toHaveText(['It may be', 'It is here.']);
  await expect(page.getByText('Reply stopped.')).toBeVisible();
});

test('the menu offers a person too, before the first message', async ({ page, visitChat }) => {
  await visitChat({ handover });
  await expect(dialogOf(page).getByRole('button', { name: 'Talk to a person' })).toBeVisible();
  await chooseFromMenu(page, 'Talk to a person');
  await expect(noteOf(page).first()).toContainText('A person has been asked to join');
});

test('outside business hours the visitor is informed, and leaves an e-mail address', async ({
  page,
  portico,
  visitChat,
}) => {
  await callApi(portico, 'PATCH', '/workspace', { business_hours: { intervals: [], dates_off: [] } });
  try {
    const texts = { de: { away_message: 'Gerade ist niemand da.' } };
    const chat = await visitChat({ handover: { ...handover, hours: 'business' }, texts });
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: 'Talk to a person' }).click();
    await expect(dialog.locator('.msg').last()).toContainText('Nobody is here now. We answer tomorrow.');
    await dialog.getByLabel('Leave your e-mail address').fill('ada@example.com');
    expect(await findFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(noteOf(page)).toHaveText('Thank you. The answer will come by e-mail.');
    const [newest] = await chat.sessions();
    const path = `/conversations/${newest?.thread_id.replace('thr_', 'cnv_')}`;
    expect(await callApi(portico, 'GET', path)).toMatchObject({ visitor: { email: 'ada@example.com' } });
  } finally {
    await callApi(portico, 'PATCH', '/workspace', { business_hours: null });
  }
});

/** Makes the page believe that it is in a background tab, or in front again. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

test('a person’s messages are counted while the panel is closed, and a hidden page is marked', async ({
  page,
  portico,
  visitChat,
}) => {
  const chat = await visitChat({ handover });
  const team = asTeam(portico, chat);
  await askAndRead(page, 'Hello');
  await team('accept');
  await expect(dialogOf(page).getByRole('heading', { name: /Harbour/ })).toBeHidden();
  await page.getByRole('button', { name: 'Close chat' }).last().click();
  const title = await page.title();
  await setHidden(page, true);
  await team('messages', { content: 'Here it is.' });
  await expect(page.getByRole('button', { name: 'Open chat (1)' })).toBeVisible();
  await expect(page).toHaveTitle(`● ${title}`);
  await setHidden(page, false);
  await expect(page).toHaveTitle(title);
  await launcherOf(page).click();
  await expect(page.getByRole('dialog').locator('.msg').last()).toContainText('Here it is.');
});

test('on the site’s next page a closed panel counts a person’s messages, also those that came between', async ({
  page,
  portico,
  visitChat,
}) => {
  const chat = await visitChat({ handover });
  const team = asTeam(portico, chat);
  await askAndRead(page, 'Hello');
  await page.getByRole('button', { name: 'Close chat' }).last().click();
  const address = page.url();
  await page.goto('about:blank');
  await team('accept');
  await team('messages', { content: 'Are you still there?' });
  await page.addInitScript(() => {
    Object.assign(globalThis, { counts: [] });
    addEventListener('portico:unread', (event) =>
      (globalThis as unknown as { counts: number[] }).counts.push(
        (event as CustomEvent<{ count: number }>).detail.count,
      ),
    );
  });
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Open chat (1)' })).toBeVisible();
  await team('messages', { content: 'I have found it.' });
  await expect(page.getByRole('button', { name: 'Open chat (2)' })).toBeVisible();
  expect(await page.evaluate('counts')).toEqual([1, 2]);
  await launcherOf(page).click();
  await expect(dialogOf(page).locator('.msg').last()).toContainText('I have found it.');
  // Seen, so the next page counts nothing.
  await page.getByRole('button', { name: 'Close chat' }).last().click();
  const read = page.waitForResponse((response) => /sessions\/[^/]+$/.test(response.url()));
  await page.reload();
  await read;
  await team('messages', { content: 'Good bye.' });
  await expect(page.getByRole('button', { name: 'Open chat (1)' })).toBeVisible();
});

test('a conversation with a person is restored after a reload, in the visitor’s language', async ({
  page,
  portico,
  newChat,
  embed,
}) => {
  const chat = await newChat({ handover });
  const team = asTeam(portico, chat);
  await page.goto(embed(chat, { script: { locale: 'de' } }));
  await page.locator('.launcher .toggle').click();
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Mit einem Menschen sprechen' }).click();
  await expect(noteOf(page).first()).toContainText('Ein Mensch wurde dazugerufen');
  await team('messages', { content: 'Guten Tag!' });
  await expect(dialog.locator('.msg').last()).toContainText('Guten Tag!');
  await page.reload();
  await expect(dialog.locator('.msg.assistant')).toContainText('Guten Tag!');
  await expect(dialog.locator('.msg .person')).toBeVisible();
});

test('the code for people is not loaded if visitors can’t ask for a person', async ({ page, visitChat }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await visitChat();
  await askAndRead(page, 'Hello');
  expect(loaded.filter((path) => path.includes('people'))).toEqual([]);
  expect(loaded.filter((path) => path.includes('page-tools'))).toEqual([]);
});
