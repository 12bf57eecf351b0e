import { readFileSync } from 'node:fs';
import { expect, moving, test } from '../support/test.ts';
import {
  ask,
  askAndRead,
  callPortico,
  chooseFromMenu,
  composerOf,
  launcherOf,
  recordEvents,
  repliesOf,
  replyTo,
} from '../support/widget.ts';

test.use(moving);

test('welcome message, suggested prompts, and a message beside the launcher', async ({ page, newChat, embed }) => {
  const chat = await newChat({
    behaviour: {
      welcome_message: 'Hi there! I know our **handbook**.',
      suggested_prompts: ['How do I return a bike?', 'What do you sell?'],
      launcher: { proactive_message: 'Questions about bikes?', label: 'Help' },
    },
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto(embed(chat));
  const launcher = page.getByRole('button', { name: 'Help' });
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return launcher.isVisible();
    })
    .toBe(true);
  await expect(page.getByText('Questions about bikes?')).toHaveCount(0);
  await page.clock.fastForward(3_000);
  await page.clock.resume();
  await page.getByText('Questions about bikes?').click();
  await expect(page.getByText('Hi there! I know our handbook.')).toBeVisible();
  await expect(page.getByText('Questions about bikes?')).toHaveCount(0);
  await page.getByRole('button', { name: 'How do I return a bike?' }).click();
  await page.clock.runFor(1_000);
  await expect(replyTo(page, 'How do I return a bike?')).toBeVisible();
  await expect(page.getByRole('button', { name: 'What do you sell?' })).toHaveCount(0);
});

test('a reply that arrives while the panel is closed is counted on the launcher', async ({
  page,
  visitChat,
  model,
}) => {
  const readEvents = await recordEvents(page);
  await visitChat();
  const reply = model.hold();
  await ask(page, 'Take your time');
  await reply.write('Here ');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await reply.write('it is.');
  await reply.end();
  await expect(page.getByRole('button', { name: 'Open chat (1)' })).toBeVisible();
  await launcherOf(page).click();
  await expect(repliesOf(page)).toHaveText('Here it is.');
  await expect(page.getByRole('button', { name: 'Close chat (1)' })).toHaveCount(0);
  const counts = async () =>
    (await readEvents()).filter(({ name }) => name === 'unread').map(({ detail }) => detail['count']);
  await expect.poll(async () => (await counts()).slice(-2)).toEqual([1, 0]);
});

test('stop keeps the text; a reply can be regenerated, and a failed one retried', async ({
  page,
  visitChat,
  model,
}) => {
  await visitChat();
  const long = model.hold();
  await ask(page, 'A long one');
  await long.write('Once upon a time ');
  await expect(repliesOf(page)).toContainText('Once upon a time');
  await page.getByRole('button', { name: 'Stop reply' }).click();
  await expect(page.getByText('Reply stopped.')).toBeVisible();
  // The button is gone; the next key must not go to the page.
  await expect(composerOf(page)).toBeFocused();
  await expect(repliesOf(page)).toHaveText('Once upon a time');

  model.answer({ text: 'Another beginning.' });
  await page.getByRole('button', { name: 'Write again' }).click();
  await expect(repliesOf(page)).toHaveText('Another beginning.');

  model.answer({ status: 400 });
  await ask(page, 'This fails');
  await expect(page.getByText('The reply couldn’t be finished.')).toBeVisible();
  model.answer({ text: 'Now it works.' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(repliesOf(page)).toHaveText(['Another beginning.', 'Now it works.']);
  await expect(page.getByText('The reply couldn’t be finished.')).toHaveCount(0);
});

test('a reply is rated with a comment, by keyboard alone', async ({ page, visitChat }) => {
  const chat = await visitChat();
  await askAndRead(page, 'Rate me');
  const down = page.getByRole('button', { name: 'Not helpful' });
  await down.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'What could be better?' })).toBeFocused();
  await page.keyboard.type('Too short');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(composerOf(page)).toBeFocused();
  await expect(down).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(async () => (await chat.messages()).at(-1)?.feedback)
    .toEqual({ rating: 'down', comment: 'Too short' });
  await page.getByRole('button', { name: 'Helpful', exact: true }).click();
  await expect.poll(async () => (await chat.messages()).at(-1)?.feedback).toEqual({ rating: 'up' });
});

test('the Esc that ends a word of an input method keeps the comment and the chat', async ({ page, visitChat }) => {
  await visitChat();
  await askAndRead(page, 'Rate me');
  const client = await page.context().newCDPSession(page);
  const escapeFrom = async (text: string) => {
    await client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await page.keyboard.press('Escape');
    await client.send('Input.insertText', { text });
  };
  await page.getByRole('button', { name: 'Not helpful' }).click();
  const comment = page.getByRole('textbox', { name: 'What could be better?' });
  await comment.fill('短すぎる');
  await escapeFrom('に');
  await expect(comment).toHaveValue('短すぎるに');
  await page.keyboard.press('Escape');
  await expect(comment).toHaveCount(0);
  await escapeFrom('に');
  await expect(composerOf(page)).toBeFocused();
});

test('a new conversation moves the previous one to the history, from which it can be restored', async ({
  page,
  visitChat,
}) => {
  await visitChat();
  await askAndRead(page, 'The first subject');
  await chooseFromMenu(page, 'New conversation');
  await expect(repliesOf(page)).toHaveCount(0);
  await expect(composerOf(page)).toBeFocused();
  await askAndRead(page, 'Another subject');
  await chooseFromMenu(page, 'Earlier conversations');
  await page.getByRole('button', { name: /^The first subject/ }).click();
  await expect(repliesOf(page)).toHaveText('You said: The first subject');
  await askAndRead(page, 'More of the first');
  await callPortico(page, 'newThread');
  await expect(repliesOf(page)).toHaveCount(0);
  await chooseFromMenu(page, 'Earlier conversations');
  const list = page.getByRole('region', { name: 'Earlier conversations' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  // Escape leads back to the conversation; closed with the list, the panel opens with it.
  await page.keyboard.press('Escape');
  await expect(composerOf(page)).toBeFocused();
  await chooseFromMenu(page, 'Earlier conversations');
  await callPortico(page, 'close');
  await callPortico(page, 'open');
  await expect(list).toBeFocused();
});

test('a transcript is saved as Markdown and as text', async ({ page, visitChat, model }) => {
  await visitChat({ behaviour: { title: 'Harbour desk' } });
  model.answer({ text: 'It is **free**.' });
  await ask(page, 'What does it cost?');
  await expect(repliesOf(page)).toHaveText('It is free.');
  const save = async (name: string): Promise<{ file: string; text: string }> => {
    const [download] = await Promise.all([page.waitForEvent('download'), chooseFromMenu(page, name)]);
    return { file: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
  };
  const markdown = await save('Save as Markdown');
  expect(markdown.file).toMatch(/\.md$/);
  expect(markdown.text).toMatch(/What does it cost\?[\s\S]*It is \*\*free\*\*\./);
  const text = await save('Save as text');
  expect(text.file).toMatch(/\.txt$/);
  expect(text.text).toMatch(/What does it cost\?[\s\S]*It is free\./);
});
