import { callApi } from '../support/chat-interfaces.ts';
import { findDemoAgent } from '../support/demo.ts';
import { watchJumps } from '../support/jumps.ts';
import { expect, moving, test } from '../support/test.ts';
import { ask, askAndRead, repliesOf } from '../support/widget.ts';

test.use(moving);

const story = `The **Harbour** is our city bicycle.

| Model | Weight |
| --- | ---: |
| Harbour | 14 kg |
| Quay | 10 kg |

\`\`\`ts
const answer = 42;
\`\`\`

See [the guide](https://example.com/guide), and [what is no link](javascript:alert(1)).

1. One
2. Two`;

test('a conversation that is loaded again is shown at its end, also if the browser scrolls up when it shrinks', async ({
  page,
  visitChat,
  model,
}) => {
  await visitChat();
  model.answer({ text: `${story}\n\n`.repeat(8) });
  await ask(page, 'Tell me of your bicycles');
  await expect(repliesOf(page).locator('table')).toHaveCount(8);
  // The plain text, which is replaced as soon as the renderer is loaded, is higher. Safari then scrolls to the beginning.
  const plain = page.locator('.msg.assistant .plain');
  const { promise: isWatched, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/markdown-[^/]*\.js/, async (route) => {
    await isWatched;
    await route.continue();
  });
  await page.reload();
  await expect(plain).toBeVisible();
  const scroller = page.getByRole('log');
  await scroller.evaluate((list) => {
    const watch = new MutationObserver(() => {
      if (list.querySelector('.plain') === null) {
        watch.disconnect();
        list.scrollTop = 0;
      }
    });
    watch.observe(list, { childList: true, subtree: true });
  });
  release();
  await expect(repliesOf(page).locator('table')).toHaveCount(8);
  await expect
    .poll(() => scroller.evaluate((list) => Math.round(list.scrollHeight - list.clientHeight - list.scrollTop)))
    .toBe(0);
});

for (const [where, offset, further] of [
  ['at the top', 0, 0],
  ['just below it', 30, 0],
  ['where the visitor has scrolled meanwhile', 0, 120],
] as const) {
  test(`earlier messages, the visitor’s own among them, are added above what is read: ${where}`, async ({
    page,
    visitChat,
    portico,
  }) => {
    const chat = await visitChat();
    await askAndRead(page, 'Is anybody there?');
    const [session] = await chat.sessions();
    const path = `/conversations/${session?.thread_id.replace('thr_', 'cnv_')}/messages`;
    for (let number = 1; number <= 52; number += 1) {
      await callApi(portico, 'POST', path, {
        content: `Part ${number} of the story\n\n${'It goes on.\n\n'.repeat(4)}`,
      });
    }
    await page.reload();
    const first = page.getByText('Part 3 of the story', { exact: true });
    await expect(page.getByText('Part 52 of the story', { exact: true })).toBeInViewport();
    await page.getByRole('log').evaluate((list, offset) => list.scrollTo(0, offset), offset);
    await expect(first).toBeInViewport();
    const readTop = async (): Promise<number> => (await first.boundingBox())?.y ?? Number.NaN;
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/messages\?/, async (route) => {
      await held;
      await route.continue();
    });
    // A press by Playwright would scroll first.
    await page.getByRole('button', { name: 'Show earlier messages' }).dispatchEvent('click');
    await page.getByRole('log').evaluate((list, by) => list.scrollBy(0, by), further);
    await callApi(portico, 'POST', path, { content: 'The end' });
    await expect(page.getByText('The end', { exact: true })).toBeAttached();
    const before = await readTop();
    release();
    await expect(page.getByText('Part 1 of the story', { exact: true })).toBeAttached();
    await expect.poll(async () => Math.abs((await readTop()) - before)).toBeLessThan(3);
  });
}

test('a reply streams with a steady caret, and nothing on the page jumps', async ({ page, visitChat, model }) => {
  await visitChat();
  await askAndRead(page, 'Hello');
  const reply = model.hold();
  await ask(page, 'Tell me of your bicycles');
  await reply.write('First of all. ');
  const streamed = page.locator('.md.streams');
  await expect(streamed).toContainText('First of all.');
  const readJumps = await watchJumps(page);
  const first = await streamed.locator('p').first().elementHandle();
  const caret = (): Promise<string> =>
    streamed.evaluate((box) => {
      const last = box.lastElementChild?.matches('ul, ol') === true ? box.lastElementChild : box;
      return getComputedStyle(last.lastElementChild ?? box, '::after').animationName;
    });
  expect(await caret()).not.toBe('none');
  for (const piece of `\n\n${story}`.match(/[\s\S]{1,11}/gu) ?? []) await reply.write(piece);
  await expect(streamed.locator('li')).toHaveCount(2);
  expect(await caret()).not.toBe('none');
  // The first text is still the same element: nothing was rendered again.
  expect(await first?.evaluate((node) => node.isConnected)).toBe(true);
  await reply.end();
  await expect(streamed).toHaveCount(0);
  expect(await first?.evaluate((node) => node.isConnected)).toBe(true);
  expect(await readJumps()).toBe(0);
});

test('a long reply is read from its beginning, and followed from its end', async ({ page, visitChat, model }) => {
  await visitChat();
  const reply = model.hold();
  await ask(page, 'Tell me everything');
  const lines = (from: number) => Array.from({ length: 40 }, (_, at) => `Line ${from + at}.\n\n`).join('');
  await reply.write(lines(1));
  const line = (number: number) => repliesOf(page).last().getByText(`Line ${number}.`, { exact: true });
  await expect(line(40)).toBeAttached();
  await expect(line(1)).toBeInViewport();
  await expect(line(40)).not.toBeInViewport();
  const toLatest = page.getByRole('button', { name: 'Latest messages' });
  await toLatest.click();
  await expect(line(40)).toBeInViewport();
  await expect(toLatest).toHaveCount(0);
  await reply.write(lines(41));
  await expect(line(80)).toBeInViewport();
  await reply.end();
});

test('markdown: a table, code to copy, links that open safely', async ({ page, visitChat, context, model }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitChat();
  model.answer({ text: story });
  await ask(page, 'Tell me of your bicycles');
  const reply = repliesOf(page);
  await expect(reply.getByRole('table')).toContainText('Quay');
  await expect(reply.getByRole('listitem')).toHaveText(['One', 'Two']);
  const link = reply.getByRole('link');
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
  // Shown for two seconds, so every frame is looked at.
  const copied = page.waitForFunction(() =>
    [...document.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot?.querySelector('[aria-label=Copied]')),
  );
  await reply.getByRole('button', { name: 'Copy' }).click();
  await copied;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('const answer = 42;');
});

test('a heading is never smaller than the text, and looks like the others of its depth', async ({
  page,
  visitChat,
  model,
}) => {
  await visitChat();
  model.answer({ text: '### One\n\nText\n\n#### Sub\n\n### Two\n\n# A\n\n## B\n\n### C\n\n#### D\n\n##### E' });
  await ask(page, 'Headings');
  const reply = repliesOf(page);
  await expect(reply.getByRole('heading', { name: 'E', exact: true })).toBeVisible();
  const look = (element: Element): string => {
    const { fontSize, marginBottom } = getComputedStyle(element);
    return `${fontSize} ${marginBottom}`;
  };
  const text = await reply.getByText('Text', { exact: true }).evaluate(look);
  for (const name of ['One', 'Sub', 'Two', 'C', 'D', 'E'])
    expect(await reply.getByRole('heading', { name, exact: true }).evaluate(look), name).toBe(text);
});

test('a citation opens its passage and returns the focus', async ({ page, visitChat, portico }) => {
  const agentId = await findDemoAgent(portico);
  await visitChat({ agentId });
  await ask(page, 'How do I connect a real model?');
  const source = page.locator('.sources').getByRole('button').first();
  await source.focus();
  await page.keyboard.press('Enter');
  const passage = page.getByRole('dialog', { name: /^Passage from [A-Z]/ });
  await expect(passage.locator('blockquote')).not.toBeEmpty();
  await page.keyboard.press('Escape');
  await expect(passage).toHaveCount(0);
  await expect(source).toBeFocused();
  await page
    .locator('.md')
    .getByRole('button', { name: /Source \d/ })
    .first()
    .click();
  await expect(passage).toBeVisible();
});

test('tool calls are shown while they run', async ({ page, visitChat, model }) => {
  const tools = [{ type: 'builtin', name: 'current_time' }];
  await visitChat({ tools, behaviour: { show_tool_calls: true } });
  model.answer({ tool: 'current_time', arguments: {} });
  const reply = model.hold();
  await ask(page, 'What time is it?');
  await reply.asked;
  await expect(page.getByText('Used current time')).toBeVisible();
  await reply.write('Time for a ride.');
  await reply.end();
  await expect(repliesOf(page)).toHaveText('Time for a ride.');
});
