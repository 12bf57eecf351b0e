import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { findFaults } from '../support/axe.ts';
import { callApi, type TestChat } from '../support/chat-interfaces.ts';
import { openVisit, sidewaysOf, signInWithKey, type Visit } from '../support/console.ts';
import type { RunningServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** A visitor who waits for a person, so that the agent is silent, and has written this many messages. */
async function openLongVisit(portico: RunningServer, chat: TestChat, messages: number): Promise<Visit> {
  await callApi(portico, 'PATCH', `/chat-interfaces/${chat.id}`, { handover: { enabled: true } });
  const visit = await openVisit(portico, chat.slug);
  await visit.post('/handover', {});
  for (let number = 1; number <= messages; number += 1) await visit.say(`Message ${number}`);
  return visit;
}

async function open(page: Page, portico: RunningServer, { conversation }: Visit): Promise<Locator> {
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/conversations/${conversation}`);
  return page.getByRole('log');
}

const topOf = async (place: Locator): Promise<number> => (await place.boundingBox())?.y ?? Number.NaN;

test('a member who reads earlier messages keeps the place, and gets to the end by a button or a reply', async ({
  page,
  portico,
  newChat,
}) => {
  const visit = await openLongVisit(portico, await newChat(), 205);
  const log = await open(page, portico, visit);
  await expect(log.getByText('Message 205', { exact: true })).toBeInViewport();
  const first = log.getByText('Message 101', { exact: true });
  const earlier = page.getByRole('button', { name: 'Show earlier messages' });
  await log.evaluate((list) => list.scrollTo(0, 0));
  const before = await topOf(first);
  await earlier.focus();
  await page.keyboard.press('Enter');
  await expect(log.getByText('Message 1', { exact: true })).toHaveCount(1);
  await expect.poll(async () => Math.abs((await topOf(first)) - before)).toBeLessThan(2);
  // The button is gone, and the keyboard is still in the list.
  await expect(log).toBeFocused();

  const latest = page.getByRole('button', { name: 'New messages' });
  await expect(latest).toHaveCount(0);
  await visit.say('Are you still there?');
  const asked = log.getByText('Are you still there?');
  await expect(asked).toHaveCount(1);
  await expect(asked).not.toBeInViewport();
  await latest.click();
  await expect(asked).toBeInViewport();
  await expect(latest).toHaveCount(0);

  await log.evaluate((list) => list.scrollTo(0, 0));
  await page.getByRole('textbox', { name: 'Reply' }).fill('Yes, we are.');
  await page.keyboard.press('Enter');
  await expect(log.getByText('Yes, we are.')).toBeInViewport();
  await expect(latest).toHaveCount(0);
  expect(await findFaults(page)).toEqual([]);
});

const table = '| Berth | Price |\n| --- | --- |\n| 7 | 40 |\n\n```ts\nconst berth = 7;\n```\n\n> Paid';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a member's table and code can be read on a phone, and the page doesn't scroll (${colorScheme})`, async ({
    page,
    portico,
    newChat,
  }) => {
    const visit = await openLongVisit(portico, await newChat(), 20);
    await callApi(portico, 'POST', `/conversations/${visit.conversation}/messages`, { content: table });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme });
    const log = await open(page, portico, visit);
    await expect(log.getByRole('cell', { name: '40' })).toBeInViewport();
    await expect(log.getByRole('columnheader', { name: 'Price' })).toBeInViewport();
    expect(await findFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  });
}

const shot = join(import.meta.dirname, '../../docs/images/console-home.png');

test('pictures of a visitor are shown in the transcript and open large, by keyboard too; other files are named', async ({
  page,
  portico,
  newChat,
}) => {
  const visit = await openLongVisit(portico, await newChat(), 1);
  const bytes = await readFile(shot);
  await visit.sendFile(new File([bytes], 'screen.png', { type: 'image/png' }), 'This is what I see.');
  await visit.sendFile(new File(['Berth 7'], 'note.txt', { type: 'text/plain' }), 'And this is my note.');
  const log = await open(page, portico, visit);
  const picture = log.getByRole('button', { name: 'Open picture screen.png' });
  await expect.poll(async () => widthOf(picture.locator('img'))).toBeGreaterThan(0);
  await expect(log.getByRole('button', { name: 'note.txt' })).toBeEnabled();
  await expect(log.locator('img')).toHaveCount(1);

  const small = await picture.boundingBox();
  await picture.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'screen.png' });
  await expect.poll(async () => widthOf(dialog.getByRole('img', { name: 'screen.png' }))).toBeGreaterThan(0);
  const large = await dialog.getByRole('img').boundingBox();
  expect(large?.width).toBeGreaterThan((small?.width ?? 0) * 2);
  expect(await findFaults(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('screen.png');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(picture).toBeFocused();

  // Beside a picture, a named file is as high as its name.
  const tiny = { name: 'dot.gif', mimeType: 'image/gif', buffer: Buffer.from(dot, 'base64') };
  const plan = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Berth 7') };
  await page.locator('input[type=file]').setInputFiles([plan, tiny]);
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(log.getByRole('button', { name: 'Open picture dot.gif' }).locator('img')).toHaveCSS(
    'object-fit',
    'scale-down',
  );
  const [named, shown] = await Promise.all(
    ['plan.txt', 'Open picture dot.gif'].map(async (name) => log.getByRole('button', { name }).boundingBox()),
  );
  expect(named?.height).toBeLessThan((shown?.height ?? 0) / 2);
});

const dot = 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** The width of the decoded picture; 0 while it is not loaded, and if it can't be. */
const widthOf = async (picture: Locator): Promise<number> =>
  picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0));

test('the last message stays in view while saved replies are listed and the reply grows', async ({
  page,
  portico,
  newChat,
}) => {
  const visit = await openLongVisit(portico, await newChat(), 20);
  for (const name of ['one', 'two', 'three', 'four'])
    await callApi(portico, 'POST', '/saved-replies', { shortcut: `berth-${name}`, name, content: 'It is free.' });
  const log = await open(page, portico, visit);
  const last = log.getByText('Message 20', { exact: true });
  await expect(last).toBeInViewport({ ratio: 1 });
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await reply.fill('/berth');
  await expect(page.getByRole('list', { name: 'Saved replies' }).getByRole('listitem')).toHaveCount(4);
  await expect(last).toBeInViewport({ ratio: 1 });
  await reply.fill('One line\n'.repeat(30));
  await expect(page.getByRole('list', { name: 'Saved replies' })).toHaveCount(0);
  await expect(last).toBeInViewport({ ratio: 1 });
  // A reader who has scrolled up stays there.
  const first = log.getByText('Message 1', { exact: true });
  await log.evaluate((list) => list.scrollTo(0, 0));
  await reply.fill('');
  await expect(first).toBeInViewport({ ratio: 1 });
});

test('in a low window, such as one that is zoomed in, the transcript can be read beside the composer', async ({
  page,
  portico,
  newChat,
}) => {
  const visit = await openLongVisit(portico, await newChat(), 12);
  // A window of 1280 × 800 at 200 %.
  await page.setViewportSize({ width: 640, height: 400 });
  const log = await open(page, portico, visit);
  await expect(log.getByText('Message 12', { exact: true })).toBeInViewport();
  const heightOf = async (place: Locator): Promise<number> => (await place.boundingBox())?.height ?? 0;
  expect(await heightOf(log)).toBeGreaterThan(150);
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await expect(reply).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Send reply' })).toBeInViewport({ ratio: 1 });
  await reply.fill('One line\n'.repeat(30));
  expect(await heightOf(log)).toBeGreaterThan(80);
  await expect(page.getByRole('button', { name: 'Send reply' })).toBeInViewport({ ratio: 1 });
  expect(await findFaults(page)).toEqual([]);
  expect(await sidewaysOf(page)).toBe(0);
  // The other screens are one step away.
  await page.getByRole('link', { name: 'Conversations' }).click();
  await expect(page.getByRole('link', { name: 'Improve' })).toBeVisible();
});

test('how a reply came about is laid out on the first screen that is opened', async ({
  page,
  portico,
  newChat,
  model,
}) => {
  model.answer({ text: 'Berth 7 is free.' });
  const visit = await openVisit(portico, (await newChat()).slug);
  await visit.say('Is berth 7 free?');
  const log = await open(page, portico, visit);
  await log.getByRole('button', { name: 'How this reply came about' }).click();
  const step = log.locator('.step').first();
  // A name, the tokens and the time, in columns.
  await expect(step).toHaveCSS('display', 'grid');
  expect(await findFaults(page)).toEqual([]);
});

test('a printed conversation is whole, and without the list, the navigation and the composer', async ({
  page,
  portico,
  newChat,
}) => {
  const visit = await openLongVisit(portico, await newChat(), 60);
  const log = await open(page, portico, visit);
  await expect(log.getByText('Message 60', { exact: true })).toBeInViewport();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('textbox', { name: 'Reply' })).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Conversations', exact: true })).toHaveCount(0);
  // Nothing is left in a part that scrolls, which paper can't.
  await expect.poll(async () => log.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);
  const top = await topOf(log.getByText('Message 1', { exact: true }));
  const end = await topOf(log.getByText('Message 60', { exact: true }));
  expect(end - top).toBeGreaterThan(60 * 20);
  // White letters of the dark theme would be printed on white.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
});
