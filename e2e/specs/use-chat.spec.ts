import type { Locator, Page } from '@playwright/test';
import { findDemoAgent } from '../support/demo.ts';
import type { HeldReply, Model } from '../support/model.ts';
import { expect, test } from '../support/test.ts';

// The real `useChat` of the AI SDK, in React, in the component of docs/ai-sdk.md: the fixture `useChatApp`.

const replyOf = (page: Page): Locator => page.locator('li[data-role=assistant]').last();
const statusOf = (page: Page): Locator => page.locator('output');

async function send(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** Asks for a reply that starts with “One” and is continued by the test. */
async function beginReply(page: Page, address: string, model: Model): Promise<HeldReply> {
  await page.goto(address);
  const held = model.hold();
  await send(page, 'Count');
  await held.asked;
  await held.write('One ');
  await expect(replyOf(page).locator('p')).toHaveText('One');
  return held;
}

test('a reply streams and is stopped, and the next one is complete', async ({
  page,
  useChatApp: app,
  newChat,
  model,
}) => {
  const held = await beginReply(page, app.url((await newChat()).slug), model);
  await expect(statusOf(page)).toHaveText('streaming');
  await held.write('two ');
  await expect(replyOf(page).locator('p')).toHaveText('One two');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(statusOf(page)).toHaveText('ready');
  // Stopping only stops reading; the server writes the reply to its end.
  await held.write('three');
  await held.end();
  await expect(replyOf(page).locator('p')).toHaveText('One two');
  await send(page, 'Again');
  await expect(replyOf(page).locator('p')).toHaveText('You said: Again');
});

test('a reload shows the conversation, which continues', async ({ page, useChatApp: app, newChat }) => {
  await page.goto(app.url((await newChat()).slug));
  const texts = page.locator('li p');
  await send(page, 'One');
  await expect(texts).toHaveText(['One', 'You said: One']);
  await page.reload();
  await expect(texts).toHaveText(['One', 'You said: One']);
  await send(page, 'Two');
  await expect(texts).toHaveText(['One', 'You said: One', 'Two', 'You said: Two']);
});

test('a reload resumes the reply from its start', async ({ page, useChatApp: app, newChat, model }) => {
  const held = await beginReply(page, app.url((await newChat()).slug), model);
  await page.reload();
  await expect(replyOf(page).locator('p')).toHaveText('One');
  await held.write('two');
  await held.end();
  await expect(replyOf(page).locator('p')).toHaveText('One two');
  await expect(statusOf(page)).toHaveText('ready');
});

test('sources and tools are parts of the message', async ({ page, useChatApp: app, newChat, model, portico }) => {
  const cited = await newChat({ agentId: await findDemoAgent(portico), behaviour: { show_citations: true } });
  await page.goto(app.url(cited.slug));
  await send(page, 'How do I connect a real model?');
  await expect(replyOf(page).locator('cite').first()).not.toBeEmpty();
  await expect(statusOf(page)).toHaveText('ready');

  const tools = [{ type: 'builtin', name: 'current_time' }];
  const timed = await newChat({ tools, behaviour: { show_tool_calls: true } });
  await page.evaluate('sessionStorage.clear()');
  await page.goto(app.url(timed.slug));
  model.answer({ tool: 'current_time', arguments: {} }, { text: 'It is noon.' });
  await send(page, 'What time is it?');
  await expect(replyOf(page).locator('code')).toHaveText('current_time: output-available');
  await expect(replyOf(page).locator('p')).toHaveText('It is noon.');
});

test('a tool of the page runs in onToolCall, and one that throws is reported', async ({
  page,
  useChatApp: app,
  newChat,
  model,
}) => {
  const tools = ['read_cart', 'empty_cart'].map((name) => ({
    type: 'client',
    name,
    description: `The shop's ${name}.`,
  }));
  await page.goto(app.url((await newChat({ tools })).slug));
  model.answer({ tool: 'read_cart', arguments: {} });
  await send(page, 'What is in my cart?');
  // Without a script the double repeats its last input: the tool's result.
  await expect(replyOf(page).locator('p')).toContainText('{"items":2}');
  model.answer({ tool: 'empty_cart', arguments: {} });
  await send(page, 'Empty it');
  await expect(replyOf(page).locator('p')).toContainText('reported an error: TypeError');
});

test('an error is shown, and the reply is regenerated', async ({ page, useChatApp: app, newChat, model }) => {
  await page.goto(app.url((await newChat()).slug));
  model.answer({ status: 400 });
  await send(page, 'Hello');
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await expect(statusOf(page)).toHaveText('error');
  model.answer({ text: 'Here I am.' });
  await page.getByRole('button', { name: 'Again' }).click();
  await expect(replyOf(page).locator('p')).toHaveText('Here I am.');
  await expect(page.getByRole('alert')).toBeEmpty();
});

test('a message that was refused, lost or not answered is sent again', async ({
  page,
  useChatApp: app,
  newChat,
  model,
}) => {
  await page.goto(app.url((await newChat()).slug));
  const texts = page.locator('li p');
  const retry = page.getByRole('button', { name: 'Retry' });
  await send(page, 'One');
  await expect(texts).toHaveText(['One', 'You said: One']);
  await page.route('**/ui-messages', async (route) => route.fulfill({ status: 429 }), { times: 1 });
  await send(page, 'Two');
  await expect(statusOf(page)).toHaveText('error');
  await retry.click();
  await expect(texts).toHaveText(['One', 'You said: One', 'Two', 'You said: Two']);
  // The message arrives, and its response doesn't.
  await page.route(
    '**/ui-messages',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await send(page, 'Three');
  await expect(statusOf(page)).toHaveText('error');
  await retry.click();
  await expect(replyOf(page).locator('p')).toHaveText('You said: Three');
  model.answer({ status: 400 });
  await send(page, 'Four');
  await expect(statusOf(page)).toHaveText('error');
  await retry.click();
  await expect(replyOf(page).locator('p')).toHaveText('You said: Four');
  await page.reload();
  await expect(texts).toHaveText(['One', 'Two', 'Three', 'Four'].flatMap((text) => [text, `You said: ${text}`]));
});
