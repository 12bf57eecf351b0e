import type { Page } from '@playwright/test';
import { callApi } from '../support/chat-interfaces.ts';
import { openVisit, recordNotices, signInWithKey } from '../support/console.ts';
import { recordSounds } from '../support/sounds.ts';
import { expect, test } from '../support/test.ts';
import { askAndRead, chooseFromMenu, launcherOf } from '../support/widget.ts';

/** What the browser says about the focus; automated pages always have it. */
async function setFocus(page: Page, hasFocus: boolean): Promise<void> {
  await page.evaluate((has) => {
    Object.defineProperty(document, 'hasFocus', { value: () => has, configurable: true });
    dispatchEvent(new Event(has ? 'focus' : 'blur'));
  }, hasFocus);
}

test('the console plays a sound for waiting visitors and new messages, unless the member is looking at them', async ({
  page,
  portico,
  newChat,
}) => {
  const shown = await recordNotices(page);
  const sounds = await recordSounds(page, false);
  // Notifications show when the page has received something, whether it plays a sound or not.
  await page.addInitScript(() => localStorage.setItem('portico:console:notices', JSON.stringify({ desktop: true })));
  const chat = await newChat();
  await callApi(portico, 'PATCH', `/chat-interfaces/${chat.id}`, { handover: { enabled: true } });
  const wait = async (reason: string) => {
    const visit = await openVisit(portico, chat.slug);
    await visit.post('/handover', { reason });
    return visit;
  };
  const lastShown = async () => (await shown()).at(-1);
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/conversations`);
  await expect(page.getByRole('heading', { name: 'Choose a conversation' })).toBeVisible();

  // Before the first click or key browsers allow no sound, and the page doesn't try. Visitors who were already waiting
  // when the page was opened are not announced.
  // The first may still be among those; a notice of a later one means that none before it is left to come.
  let early = 0;
  await expect(async () => {
    early += 1;
    await wait(`Early ${early}`);
    await expect.poll(shown, { timeout: 4_000 }).toContain(`A visitor waits for a person: Early ${early}`);
  }).toPass();
  expect(await sounds.count()).toBe(0);
  await sounds.setGesture(true);
  const visitor = await wait('Next');
  await expect.poll(lastShown).toBe('A visitor waits for a person: Next');
  expect(await sounds.count()).toBe(1);

  await page.locator(`.inbox-row[href*="${visitor.conversation}"]`).click();
  await page.getByRole('button', { name: 'Take over' }).click();
  await expect(page.getByRole('button', { name: 'Return to agent' })).toBeVisible();
  await visitor.say('In front of the member');
  await expect(page.getByRole('log')).toContainText('In front of the member');
  await expect
    .poll(async () => callApi(portico, 'GET', `/conversations/${visitor.conversation}`))
    .toMatchObject({ unread_count: 0 });
  await setFocus(page, false);
  await visitor.say('Behind another window');
  await expect.poll(lastShown).toBe('A visitor has written to you: Behind another window');
  expect(await sounds.count()).toBe(2);
  await setFocus(page, true);
  await expect
    .poll(async () => callApi(portico, 'GET', `/conversations/${visitor.conversation}`))
    .toMatchObject({ unread_count: 0 });
  await page.getByRole('link', { name: 'Conversations' }).first().click();
  await expect(page.getByRole('heading', { name: 'Choose a conversation' })).toBeVisible();
  await visitor.say('In another conversation');
  await expect.poll(lastShown).toBe('A visitor has written to you: In another conversation');
  expect(await sounds.count()).toBe(3);

  await page.getByRole('button', { name: 'Notices' }).click();
  const sound = page.getByRole('menuitemcheckbox', { name: 'Play a sound when a visitor waits' });
  await expect(sound).toBeChecked();
  await sound.click();
  await visitor.say('In silence');
  await expect.poll(lastShown).toBe('A visitor has written to you: In silence');
  expect(await sounds.count()).toBe(3);
  expect((await shown()).filter((text) => text.includes('In front'))).toEqual([]);
});

test('the widget plays a sound for a person’s reply that the visitor does not see, unless sounds are off', async ({
  page,
  portico,
  visitChat,
}) => {
  const sounds = await recordSounds(page, true);
  const chat = await visitChat({ handover: { enabled: true } });
  await askAndRead(page, 'Hello');
  const [session] = await chat.sessions();
  const path = `/conversations/${session?.thread_id.replace('thr_', 'cnv_')}`;
  const answer = async (content: string) => callApi(portico, 'POST', `${path}/messages`, { content });
  const close = async () => page.getByRole('button', { name: 'Close chat' }).last().click();
  const unread = (count: number) => page.getByRole('button', { name: `Open chat (${count})` });

  await answer('In front of you.');
  await expect(page.getByRole('dialog').locator('.msg').last()).toContainText('In front of you.');
  await close();
  await answer('Here it is.');
  await expect(unread(1)).toBeVisible();
  expect(await sounds.count()).toBe(1);

  await sounds.setGesture(false);
  await answer('Before any click.');
  await expect(unread(2)).toBeVisible();
  expect(await sounds.count()).toBe(1);

  await sounds.setGesture(true);
  await launcherOf(page).click();
  await chooseFromMenu(page, 'Turn sounds off');
  await close();
  await answer('In silence.');
  await expect(unread(1)).toBeVisible();
  expect(await sounds.count()).toBe(1);

  await launcherOf(page).click();
  await chooseFromMenu(page, 'Turn sounds on');
  await close();
  await answer('Aloud.');
  await expect(unread(1)).toBeVisible();
  expect(await sounds.count()).toBe(2);
});
