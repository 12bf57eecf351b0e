import { expect, test } from '../support/test.ts';
import { askAndRead, composerOf, openChat, repliesOf } from '../support/widget.ts';

/** Keys, pastes and scrolling in the chat, which a page may take for its own: from a shadow root they have no field. */
const shortcuts = `
  globalThis.heard = [];
  const isField = ({ target }) => /INPUT|TEXTAREA/.test(target.tagName);
  for (const type of ['keydown', 'keypress', 'keyup', 'copy', 'cut', 'paste', 'wheel'])
    addEventListener(type, (event) => {
      if (isField(event)) return;
      heard.push(type);
      event.preventDefault();
    }, { passive: false });
  // A modal dialog that keeps the focus, as in Bootstrap.
  document.addEventListener('focusin', ({ target }) => {
    if (target !== search) search.focus();
  });`;

test('keys, pastes and scrolling in the chat are not shortcuts of the page, which may keep its focus in a dialog', async ({
  page,
  visitChat,
  model,
}) => {
  await visitChat({}, { main: '<input id="search">', before: shortcuts });
  const composer = composerOf(page);
  await composer.pressSequentially('a/b');
  await composer.press('ArrowLeft');
  await composer.press('ControlOrMeta+a');
  await composer.press('ControlOrMeta+x');
  await expect(composer).toHaveValue('');
  await composer.press('ControlOrMeta+v');
  await expect(composer).toHaveValue('a/b');
  model.answer({ text: 'A line\n\n'.repeat(60) });
  await composer.press('Enter');
  await expect(page.locator('.actions')).toBeVisible();
  const scroller = page.locator('.scroll');
  const readTop = (): Promise<number> => scroller.evaluate(({ scrollTop }) => scrollTop);
  await scroller.hover();
  await page.mouse.wheel(0, 2_000);
  await expect.poll(readTop).toBeGreaterThan(500);
  expect(await page.evaluate('heard')).toEqual([]);
});

test('libraries of the page that change JSON and Event don’t end the conversation', async ({
  page,
  newChat,
  embed,
}) => {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  // As in Prototype 1.6 and MooTools 1.2.
  const before = `
    Array.prototype.toJSON = function () { return '[' + this.map(JSON.stringify).join(', ') + ']' };
    window.Event = function (event) { this.event = event };`;
  await page.goto(embed(await newChat(), { before }));
  await openChat(page);
  await askAndRead(page, 'On the first page');
  await page.reload();
  await expect(repliesOf(page)).toHaveText('You said: On the first page');
  await askAndRead(page, 'On the second page');
  expect(faults).toEqual([]);
});
