import { findFaults } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import { askAndRead, callPortico, chooseFromMenu, launcherOf, openChat, repliesOf } from '../support/widget.ts';

test('a signed-in visitor finds the conversation of the first device on another one', async ({
  browser,
  newChat,
  embed,
}) => {
  const chat = await newChat();
  const identity = chat.sign('user-1');
  const address = embed(chat);
  const first = await (await browser.newContext()).newPage();
  await first.goto(address);
  await openChat(first);
  await callPortico(first, 'identify', identity);
  await askAndRead(first, 'The first subject');
  await chooseFromMenu(first, 'New conversation');
  await askAndRead(first, 'Another subject');
  await first.context().close();

  const second = await (await browser.newContext()).newPage();
  await second.goto(address);
  await expect(launcherOf(second)).toBeVisible();
  await callPortico(second, 'identify', identity);
  await openChat(second);
  await expect(repliesOf(second)).toHaveText('You said: Another subject');
  await chooseFromMenu(second, 'Earlier conversations');
  await second.getByRole('button', { name: /^The first subject/ }).click();
  await expect(repliesOf(second)).toHaveText('You said: The first subject');
  await askAndRead(second, 'More of the first');
  await second.context().close();
});

test('a wide page shows all conversations at the side', async ({ page, newChat, portico }) => {
  const chat = await newChat();
  await page.setViewportSize({ width: 1_440, height: 900 });
  // Some systems report tags that Intl rejects.
  await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { value: ['en-US@posix', 'en'] }));
  await page.goto(`${portico.url}/chat/${chat.slug}`);
  const side = page.getByRole('region', { name: 'Earlier conversations' });
  await askAndRead(page, 'The first subject');
  const current = side.locator('[aria-current=true]');
  await expect(current).toContainText('The first subject');
  await side.getByRole('button', { name: 'New conversation' }).click();
  await expect(current).toHaveCount(0);
  await expect(side.getByRole('listitem')).toHaveCount(1);
  await askAndRead(page, 'Another subject');
  await expect(current).toContainText('Another subject');
  const rows = side.getByRole('listitem');
  await expect(rows).toContainText(['Another subject', 'The first subject']);
  expect(await findFaults(page)).toEqual([]);
  const pictures = process.env['CONVERSATION_PICTURES'];
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/side.png` });
  await side.getByRole('button', { name: /^The first subject/ }).click();
  await expect(repliesOf(page)).toHaveText('You said: The first subject');
  await expect(current).toContainText('The first subject');
  await expect(rows).toContainText(['Another subject', 'The first subject']);
});
