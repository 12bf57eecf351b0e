import { sleepThrough } from '../support/sleep-through.ts';
import { startStreamCutter, type StreamCutter } from '../support/stream-cutter.ts';
import { expect, test as base } from '../support/test.ts';
import { ask, askAndRead, callPortico, openChat, repliesOf, replyTo } from '../support/widget.ts';

const test = base.extend<{ cutter: StreamCutter }>({
  cutter: async ({ portico }, use) => {
    const cutter = await startStreamCutter(portico.url);
    await use(cutter);
    await cutter.stop();
  },
});

const words = ['Seven ', 'herons ', 'stand ', 'in ', 'the ', 'reeds.'];

test('a connection that is lost at every event neither loses nor repeats a word', async ({
  page,
  newChat,
  embed,
  model,
  cutter,
}) => {
  const chat = await newChat({
    tools: [{ type: 'builtin', name: 'current_time' }],
    behaviour: { show_tool_calls: true },
  });
  // Always over one transport: after three streams without data the widget would switch.
  await page.goto(embed(chat, { origin: cutter.url, script: { transport: 'sse' } }));
  await openChat(page);
  await askAndRead(page, 'Before the storm');
  model.answer({ tool: 'current_time', arguments: {} });
  const reply = model.hold();
  // The open stream ends with the next event, each later one with its second.
  cutter.cutEventsAfter(1);
  await ask(page, 'Count');
  let said = '';
  for (const word of words) {
    await reply.write(word);
    said += word;
    await expect(repliesOf(page).last()).toHaveText(said.trim());
  }
  // Each word was sent after the previous one was read, so each arrived over a separate stream.
  expect(cutter.cuts).toBeGreaterThanOrEqual(words.length);
  await reply.end();
  await expect(page.getByRole('button', { name: 'Write again' })).toBeVisible();
  await expect(page.locator('.msg')).toHaveCount(4);
  expect((await chat.messages()).map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
});

test('a lost response is requested again, and the message appears once', async ({ page, visitChat, cutter }) => {
  const chat = await visitChat({}, { origin: cutter.url });
  await askAndRead(page, 'First');
  cutter.swallowAnswer(/^POST \S+\/messages /);
  await askAndRead(page, 'Second');
  await expect(page.locator('.msg.user .bubble')).toHaveText(['First', 'Second']);
  expect((await chat.messages()).filter(({ role }) => role === 'user')).toHaveLength(2);
});

test('messages written offline wait, even across pages, and are sent once', async ({ page, visitChat, context }) => {
  const chat = await visitChat();
  await askAndRead(page, 'Online');
  await context.setOffline(true);
  await ask(page, 'Written in a tunnel');
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByText('Waiting for a connection')).toBeVisible();
  await callPortico(page, 'shutdown');
  await context.setOffline(false);
  await page.reload();
  await openChat(page);
  await expect(replyTo(page, 'Written in a tunnel')).toBeVisible();
  await expect(page.getByText('Waiting for a connection')).toHaveCount(0);
  const sent = (await chat.messages()).filter(({ role }) => role === 'user').map(({ content }) => content);
  expect(sent).toEqual(['Online', 'Written in a tunnel']);
});

test('a message waits while a network that asks for a sign-in answers everything with its own page', async ({
  page,
  newChat,
  portico,
}) => {
  const chat = await newChat();
  await page.goto(`${portico.url}/chat/${chat.slug}`);
  await askAndRead(page, 'In the harbour');
  const signIn = '<!doctype html><title>Hotel</title><p>Accept our terms.</p>';
  let isLetThrough = false;
  await page.route('**/api/**', (route) =>
    isLetThrough ? route.fallback() : route.fulfill({ contentType: 'text/html; charset=utf-8', body: signIn }),
  );
  await ask(page, 'In the hotel');
  await expect(page.getByText('Waiting for a connection')).toBeVisible();
  const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note') };
  await page.locator('input[type=file]').setInputFiles(note);
  await expect(page.locator('.file.failed')).toBeVisible();
  isLetThrough = true;
  await expect(replyTo(page, 'In the hotel')).toBeVisible();
  const sent = (await chat.messages()).filter(({ role }) => role === 'user').map(({ content }) => content);
  expect(sent).toEqual(['In the harbour', 'In the hotel']);
});

test('a message that the server failed to accept is kept across pages, and sent once, by the visitor', async ({
  page,
  visitChat,
}) => {
  const chat = await visitChat();
  await askAndRead(page, 'First');
  let isBroken = true;
  await page.route(/\/messages$/, async (route) => {
    const error = { code: 'internal_error', message: 'Internal error', details: {} };
    if (isBroken && route.request().method() === 'POST') await route.fulfill({ status: 500, json: { error } });
    else await route.fallback();
  });
  await ask(page, 'Too long to write again');
  await expect(page.getByText('Not sent.')).toBeVisible();
  isBroken = false;
  await page.reload();
  await expect(page.getByText('Not sent.')).toBeVisible();
  await askAndRead(page, 'Second');
  await expect(page.locator('.msg.user').filter({ hasText: 'Too long to write again' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(replyTo(page, 'Too long to write again')).toBeVisible();
  await page.reload();
  await expect(replyTo(page, 'Too long to write again')).toBeVisible();
  await expect(page.getByText('Not sent.')).toHaveCount(0);
  const sent = (await chat.messages()).filter(({ role }) => role === 'user').map(({ content }) => content);
  expect(sent).toEqual(['First', 'Second', 'Too long to write again']);
});

for (const transport of ['sse', 'socket.io']) {
  test(`a connection that was lost for a moment is online again by ${transport}`, async ({
    page,
    visitChat,
    context,
  }) => {
    await visitChat({}, { script: { transport } });
    await askAndRead(page, 'Online');
    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await context.setOffline(false);
    await askAndRead(page, 'Online again');
    await expect(page.locator('.banner')).toHaveCount(0);
  });
}

test('a reply is complete after the tab was frozen and after the laptop slept', async ({
  page,
  visitChat,
  context,
  model,
}) => {
  const chat = await visitChat();
  for (const isCut of [false, true]) {
    const reply = model.hold();
    await ask(page, `Asleep, ${isCut ? 'and cut off' : 'and connected'}`);
    await reply.write('Half ');
    await expect(repliesOf(page).last()).toContainText('Half');
    await sleepThrough(page, async () => {
      if (isCut) await context.setOffline(true);
      await reply.write('and whole.');
      await reply.end();
      await expect.poll(async () => (await chat.messages()).at(-1)?.status).toBe('complete');
      if (isCut) await context.setOffline(false);
    });
    await expect(repliesOf(page).last()).toHaveText('Half and whole.');
    await expect(page.getByRole('button', { name: 'Write again' })).toBeVisible();
  }
  await expect(repliesOf(page)).toHaveCount(2);
});

test('a reply outlives the server that started it', async ({ page, visitChat, model, portico }) => {
  const chat = await visitChat();
  await askAndRead(page, 'Before the restart');
  await portico.restart();
  await askAndRead(page, 'After the restart');
  model.answer({ text: 'Still here.' });
  await ask(page, 'And now?');
  await expect(repliesOf(page).last()).toHaveText('Still here.');
  expect(await chat.sessions()).toHaveLength(1);
});

test('two tabs show the same conversation live, and end it together', async ({
  page,
  context,
  newChat,
  embed,
  model,
}) => {
  const chat = await newChat();
  const url = embed(chat);
  await page.goto(url);
  await openChat(page);
  await askAndRead(page, 'From the first tab');
  const other = await context.newPage();
  await other.goto(url);
  await openChat(other);
  await expect(repliesOf(other)).toHaveText('You said: From the first tab');
  const reply = model.hold();
  await ask(other, 'From the second tab');
  await reply.write('Seen ');
  await expect(page.locator('.msg.user .bubble')).toHaveText(['From the first tab', 'From the second tab']);
  await expect(repliesOf(page).last()).toHaveText('Seen');
  await reply.write('in both.');
  await reply.end();
  for (const tab of [page, other]) await expect(repliesOf(tab).last()).toHaveText('Seen in both.');
  await callPortico(other, 'logout');
  await expect(repliesOf(page)).toHaveCount(0);
  expect(await chat.sessions()).toHaveLength(1);
});
