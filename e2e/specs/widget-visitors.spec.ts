import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import {
  ask,
  askAndRead,
  callPortico,
  chooseFromMenu,
  composerOf,
  launcherOf,
  openChat,
  recordEvents,
  repliesOf,
  replyTo,
} from '../support/widget.ts';

const countStored = (page: Page): Promise<{ local: number; session: number }> =>
  page.evaluate(() => ({ local: localStorage.length, session: sessionStorage.length }));

test('before interest, and before the first message, nothing is stored and no row is created', async ({
  page,
  context,
  newChat,
  embed,
}) => {
  const chat = await newChat();
  await page.goto(embed(chat));
  await launcherOf(page).hover();
  await expect.poll(() => page.evaluate(() => performance.getEntriesByType('resource').length)).toBeGreaterThan(2);
  expect(await countStored(page)).toEqual({ local: 0, session: 0 });
  await openChat(page);
  // Only the open panel is remembered for the site's next page, and nothing about the visitor.
  expect(await countStored(page)).toEqual({ local: 0, session: 1 });
  expect(await context.cookies()).toEqual([]);
  expect(await chat.sessions()).toEqual([]);
  await askAndRead(page, 'Hello');
  expect(await chat.sessions()).toHaveLength(1);
});

for (const persistence of ['local', 'session', 'memory'] as const) {
  test(`${persistence}: the conversation is kept exactly as long as configured`, async ({
    page,
    context,
    newChat,
    embed,
  }) => {
    const chat = await newChat({ behaviour: { persistence } });
    const url = embed(chat);
    const posts: string[] = [];
    context.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/sessions')) posts.push(request.url());
    });
    await page.goto(url);
    await openChat(page);
    await askAndRead(page, 'Remember me');
    const stored = await countStored(page);
    expect(stored).toEqual({
      local: persistence === 'local' ? 1 : 0,
      session: { local: 1, session: 2, memory: 0 }[persistence],
    });
    await page.reload();
    if (persistence === 'memory') {
      await openChat(page);
      await expect(repliesOf(page)).toHaveCount(0);
    } else {
      // The panel was open, and reopens. Reading the stored conversation starts no session.
      for (let again = 0; again < 3; again += 1) await page.reload();
      await expect(repliesOf(page)).toHaveText('You said: Remember me');
    }
    expect(posts).toHaveLength(1);

    const tab = await context.newPage();
    await tab.goto(url);
    await openChat(tab);
    await expect(repliesOf(tab)).toHaveCount(persistence === 'local' ? 1 : 0);
    expect(await chat.sessions()).toHaveLength(1);
  });
}

test('consent: nothing is sent or stored before it is given, and a refusal is respected', async ({
  page,
  newChat,
  embed,
}) => {
  const chat = await newChat({ consent: { required: true, text: 'We keep what you write.' } });
  await page.goto(embed(chat));
  await launcherOf(page).click();
  await expect(page.getByText('We keep what you write.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Agree and chat' })).toBeFocused();
  await expect(composerOf(page)).toHaveCount(0);
  await callPortico(page, 'send', 'Sent by the page all the same');
  await page.getByRole('button', { name: 'No, thank you' }).click();
  await expect(page.getByText('No problem. Nothing was stored.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(await chat.sessions()).toEqual([]);
  await page.getByRole('button', { name: 'Agree and chat' }).click();
  await expect(composerOf(page)).toBeFocused();
  await askAndRead(page, 'Now I may ask');
  const [session] = await chat.sessions();
  expect(session?.consented_at).toEqual(expect.any(String));
  await page.reload();
  await expect(repliesOf(page)).toHaveText('You said: Now I may ask');
});

test('a signed identity finds its conversation on every device; a forged one finds nothing', async ({
  browser,
  newChat,
  embed,
}) => {
  const chat = await newChat();
  const url = embed(chat);
  const device = async (): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(url);
    await expect(launcherOf(page)).toBeVisible();
    return page;
  };
  const phone = await device();
  await callPortico(phone, 'identify', { ...chat.sign('ann'), name: 'Ann' });
  await openChat(phone);
  await askAndRead(phone, 'My order is late');

  const laptop = await device();
  await callPortico(laptop, 'identify', chat.sign('ann'));
  await openChat(laptop);
  await expect(repliesOf(laptop)).toHaveText('You said: My order is late');
  expect(new Set((await chat.sessions()).map(({ user_id: user }) => user))).toEqual(new Set(['ann']));
  expect(new Set((await chat.sessions()).map(({ thread_id: thread }) => thread)).size).toBe(1);

  const thief = await device();
  await callPortico(thief, 'identify', { ...chat.sign('bob'), userId: 'ann' });
  await launcherOf(thief).click();
  await expect(thief.getByRole('alert')).toBeVisible();
  await expect(repliesOf(thief)).toHaveCount(0);
  for (const page of [phone, laptop, thief]) await page.context().close();
});

test('after logout, without a reload, the next visitor sees nothing of the previous one', async ({
  page,
  newChat,
  embed,
}) => {
  const chat = await newChat();
  await page.goto(embed(chat));
  await expect(launcherOf(page)).toBeVisible();
  await callPortico(page, 'identify', chat.sign('ann'));
  await openChat(page);
  await askAndRead(page, 'A secret of Ann');
  await callPortico(page, 'prefill', 'and a draft of hers');
  await callPortico(page, 'logout');
  await expect(page.getByText('A secret of Ann')).toHaveCount(0);
  await expect(composerOf(page)).toHaveValue('');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await askAndRead(page, 'Somebody else');

  await callPortico(page, 'identify', chat.sign('ben'));
  await callPortico(page, 'newThread');
  await askAndRead(page, 'A secret of Ben');
  // Identifying another visitor logs the previous one out.
  await callPortico(page, 'identify', chat.sign('ann'));
  await expect(repliesOf(page)).toHaveText('You said: A secret of Ann');
  await expect(page.getByText('Ben')).toHaveCount(0);
});

test('logout before the panel was loaded removes everything of the previous visitor', async ({
  page,
  newChat,
  embed,
}) => {
  const chat = await newChat();
  const url = embed(chat);
  await page.goto(url);
  await openChat(page);
  await askAndRead(page, 'On the page before');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto(url);
  await expect(launcherOf(page)).toBeVisible();
  await callPortico(page, 'logout');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await openChat(page);
  await expect(repliesOf(page)).toHaveCount(0);
});

for (const [timeout, behaviour] of [
  ['idle', { idle_timeout_minutes: 1 }],
  ['session', { session_timeout_minutes: 1 }],
] as const) {
  test(`a session past its ${timeout} timeout is replaced, and the message is sent to the new one`, async ({
    page,
    portico,
    visitChat,
  }) => {
    const chat = await visitChat({ behaviour });
    await askAndRead(page, 'Before the pause');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    // Two of these steps take the clock at least one minute further.
    for (let times = 0; times < 2; times += 1) await portico.toNextMinute();
    await expect.poll(async () => (await chat.sessions())[0]?.status).toBe('expired');
    await openChat(page);
    await ask(page, 'After the pause');
    await expect.poll(async () => (await chat.sessions()).length).toBe(2);
    await expect(replyTo(page, 'After the pause')).toBeVisible();
    const [fresh, old] = await chat.sessions();
    expect(fresh?.thread_id).not.toBe(old?.thread_id);
  });
}

test('a limit is shown with a countdown, and waiting messages are sent when it ends', async ({
  page,
  portico,
  newChat,
  embed,
}) => {
  const chat = await newChat({ limits: { session_messages_per_minute: 1 } });
  const readEvents = await recordEvents(page);
  await page.clock.install();
  await page.goto(embed(chat));
  await launcherOf(page).click();
  await page.clock.runFor(500);
  // The limit is for a minute of the clock, which must not end between the two messages.
  await portico.toNextMinute();
  await ask(page, 'One');
  await page.clock.runFor(500);
  await expect(replyTo(page, 'One')).toBeVisible();
  await ask(page, 'One too many');
  const banner = page.getByText(/One moment please\. Sending in \d+ s\./);
  await page.clock.runFor(500);
  await expect(banner).toBeVisible();
  const secondsLeft = async (): Promise<number> => Number(/\d+/.exec((await banner.textContent()) ?? '')?.[0]);
  const first = await secondsLeft();
  await page.clock.runFor(2_000);
  await expect.poll(secondsLeft).toBeLessThan(first);
  await composerOf(page).fill('Not now');
  await expect(page.getByRole('button', { name: 'Send message' })).toHaveAttribute('aria-disabled', 'true');
  const fault = (await readEvents()).find(({ name }) => name === 'error')?.detail['error'];
  expect(fault).toMatchObject({ code: 'rate_limit_exceeded', retryAfter: expect.any(Number) });

  await chat.patch({ limits: { session_messages_per_minute: 100 } });
  await page.clock.runFor(61_000);
  await expect(replyTo(page, 'One too many')).toBeVisible();
  await expect(banner).toHaveCount(0);
  expect((await chat.messages()).filter(({ role }) => role === 'user')).toHaveLength(2);
});

test('“Delete my data” deletes the visitor here and on the server', async ({ page, visitChat, portico }) => {
  const chat = await visitChat();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'mine.txt', mimeType: 'text/plain', buffer: Buffer.from('Mine') });
  await expect(page.locator('.file.done')).toHaveCount(1);
  await askAndRead(page, 'Forget this');
  const [session] = await chat.sessions();
  await chooseFromMenu(page, 'Delete my data');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(repliesOf(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  expect(await chat.sessions()).toEqual([]);
  const thread = await fetch(`${portico.url}/api/v1/threads/${session?.thread_id}`, {
    headers: { 'X-API-Key': portico.apiKey },
  });
  expect(thread.status).toBe(404);
});
