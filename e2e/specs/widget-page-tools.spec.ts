import type { Page } from '@playwright/test';
import { type Model } from '../support/model.ts';
import { watchErrors } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';
import { ask, launcherOf, openChat, repliesOf } from '../support/widget.ts';

const parameters = { type: 'object', properties: { product: { type: 'string' } } };
const tools = ['read_cart', 'add_to_cart', 'clear_cart'].map((name) => ({
  type: 'client',
  name,
  description: `The shop's ${name}.`,
  parameters,
}));

/** A shop whose cart is kept in the browser, and whose tools are registered before the widget has loaded. */
const shop = `
const read = () => JSON.parse(localStorage.getItem('cart') ?? '[]');
window.runs = [];
Portico('tool', 'read_cart', async () => (runs.push('read_cart'), { items: read() }));
Portico('tool', 'add_to_cart', async ({ product }) => {
  runs.push('add_to_cart');
  localStorage.setItem('cart', JSON.stringify([...read(), product]));
  return { items: read() };
});
Portico('tool', 'clear_cart', () => { throw new Error('The visitor said no.'); });
`;
const cartOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]') as string[]);
const runsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { runs: string[] }).runs);

test('the agent reads the cart of the page and changes it', async ({ page, newChat, embed, model }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const claims: number[] = [];
  page.on('response', (response) => response.url().endsWith('/claim') && claims.push(response.status()));
  const chat = await newChat({ tools });
  await page.goto(embed(chat, { before: shop }));
  await expect(launcherOf(page)).toBeVisible();
  // A tool alone does not load the panel.
  expect(loaded.filter((path) => path.includes('/widget/panel'))).toEqual([]);
  await openChat(page);
  model.answer({ tool: 'add_to_cart', arguments: { product: 'bell' } }, { text: 'A bell is in your cart.' });
  await ask(page, 'Add a bell');
  await expect(repliesOf(page)).toHaveText('A bell is in your cart.');
  expect(await cartOf(page)).toEqual(['bell']);
  model.answer({ tool: 'read_cart', arguments: {} });
  await ask(page, 'What is in my cart?');
  // Without a script, the double repeats its last input: the tool's result.
  await expect(repliesOf(page).last()).toContainText('{"items":["bell"]}');
  expect(await runsOf(page)).toEqual(['add_to_cart', 'read_cart']);
  // Nothing else holds the calls, so the first claim of each succeeds.
  expect(claims).toEqual([200, 200]);
});

test('code that could not be loaded at first is loaded with the next call, and with the next visit of the tab', async ({
  page,
  newChat,
  embed,
  model,
}) => {
  const faults = watchErrors(page);
  let isAway = true;
  const failed: string[] = [];
  await page.route(/(?:page-tools|follow-visit)-/, (route) => {
    failed.push(/page-tools|follow-visit/.exec(route.request().url())?.[0] ?? '');
    return isAway ? route.abort() : route.continue();
  });
  const reports: unknown[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && reports.push(request.postDataJSON()));
  await page.goto(embed(await newChat({ tools }), { before: shop }));
  await openChat(page);
  model.answer({ text: 'Hello.' });
  await ask(page, 'Hello');
  await expect(repliesOf(page)).toHaveText('Hello.');
  // Each is requested twice.
  await expect.poll(() => failed.toSorted()).toEqual(['follow-visit', 'follow-visit', 'page-tools', 'page-tools']);
  isAway = false;
  model.answer({ tool: 'add_to_cart', arguments: { product: 'bell' } }, { text: 'A bell is in your cart.' });
  await ask(page, 'Add a bell');
  await expect(repliesOf(page).last()).toHaveText('A bell is in your cart.');
  expect(await cartOf(page)).toEqual(['bell']);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => reports.length).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

test('a tool that refuses is reported to the agent', async ({ page, visitChat, model }) => {
  await visitChat({ tools }, { before: shop });
  model.answer({ tool: 'clear_cart', arguments: {} });
  await ask(page, 'Empty my cart');
  await expect(repliesOf(page)).toContainText('The visitor said no.');
});

/** Starts a conversation in a tab, and opens it in a second one, which is returned. */
async function openTwice(page: Page, address: string, model: Model): Promise<Page> {
  await page.goto(address);
  await openChat(page);
  model.answer({ text: 'Welcome.' });
  await ask(page, 'Hello');
  await expect(repliesOf(page)).toHaveText('Welcome.');
  const other = await page.context().newPage();
  await other.goto(address);
  await openChat(other);
  await expect(repliesOf(other)).toHaveText('Welcome.');
  return other;
}

test('the agent does not wait for a tool that the page does not have', async ({ page, visitChat, model }) => {
  await visitChat({ tools });
  model.answer({ tool: 'read_cart', arguments: {} });
  await ask(page, 'What is in my cart?');
  await expect(repliesOf(page)).toContainText('This page has no tool read_cart.');
});

test('the tab that sent the message runs the tool once, and the other tab doesn’t', async ({
  page,
  newChat,
  embed,
  model,
}) => {
  const other = await openTwice(page, embed(await newChat({ tools }), { before: shop }), model);
  // The other tab waits for two seconds before it claims the call: the sender may need longer on a busy machine.
  const { promise: isDone, resolve: release } = Promise.withResolvers<void>();
  await other.route(/\/claim$/, async (route) => {
    await isDone;
    await route.continue();
  });
  model.answer({ tool: 'add_to_cart', arguments: { product: 'lamp' } }, { text: 'Done.' });
  await ask(page, 'Add a lamp');
  await expect(repliesOf(page).last()).toHaveText('Done.');
  release();
  await expect(repliesOf(other).last()).toHaveText('Done.');
  expect(await runsOf(page)).toEqual(['add_to_cart']);
  expect(await runsOf(other)).toEqual([]);
  expect(await cartOf(page)).toEqual(['lamp']);
});

test('a page that is reloaded before the call runs the tool', async ({ page, newChat, embed, model }) => {
  const chat = await newChat({ tools });
  await page.goto(embed(chat, { before: shop }));
  await openChat(page);
  const held = model.hold();
  await ask(page, 'Add a pump');
  await held.asked;
  const connected = page.waitForResponse((response) => /\/events\?/.test(response.url()));
  await page.reload();
  await connected;
  model.answer({ text: 'It is in.' });
  await held.call('add_to_cart', { product: 'pump' });
  await expect(repliesOf(page).last()).toHaveText('It is in.');
  expect(await cartOf(page)).toEqual(['pump']);
  expect(await runsOf(page)).toEqual(['add_to_cart']);
});

test('a call that the previous page started is not run again', async ({ page, newChat, embed, model }) => {
  const chat = await newChat({ tools });
  const slow = `
window.runs = [];
Portico('tool', 'read_cart', () => { runs.push('read_cart'); localStorage.setItem('begun', '1'); return new Promise(() => {}); });
`;
  await page.goto(embed(chat, { before: slow }));
  await openChat(page);
  model.answer({ tool: 'read_cart', arguments: {} });
  await ask(page, 'What is in my cart?');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('begun'))).toBe('1');
  const refused = page.waitForResponse((response) => response.url().endsWith('/claim') && response.status() === 400);
  await page.reload();
  await refused;
  expect(await runsOf(page)).toEqual([]);
});

test('once the tab that sent the message is closed, another one runs the tool', async ({
  page,
  newChat,
  embed,
  model,
}) => {
  const other = await openTwice(page, embed(await newChat({ tools }), { before: shop }), model);
  const held = model.hold();
  await ask(page, 'Add a lamp');
  await held.asked;
  await page.close();
  model.answer({ text: 'It is in.' });
  await held.call('add_to_cart', { product: 'lamp' });
  await expect(repliesOf(other).last()).toHaveText('It is in.');
  expect(await runsOf(other)).toEqual(['add_to_cart']);
  expect(await cartOf(other)).toEqual(['lamp']);
});

test('after a minute the agent learns that the page did not respond, even if the page was closed', async ({
  page,
  portico,
  newChat,
  embed,
  model,
}) => {
  // Two of these steps take the clock at least one minute further.
  const passMinute = async (): Promise<void> => {
    for (let times = 0; times < 2; times += 1) await portico.toNextMinute();
  };
  const chat = await newChat({ tools });
  const slow = `Portico('tool', 'read_cart', () => new Promise((resolve) => {
      localStorage.setItem('begun', String(Number(localStorage.getItem('begun')) + 1));
      window.finish = () => resolve({ items: [] });
    }));`;
  const begun = () => page.evaluate(() => localStorage.getItem('begun'));
  await page.goto(embed(chat, { before: slow }));
  await openChat(page);
  model.answer({ tool: 'read_cart', arguments: {} });
  await ask(page, 'What is in my cart?');
  await expect.poll(begun).toBe('1');
  await expect(repliesOf(page)).toHaveCount(0);
  await passMinute();
  // Without a script, the double repeats its last input: the tool's result.
  await expect(repliesOf(page)).toContainText('The visitor’s page did not answer.');
  // A result that the page reports later is ignored.
  const late = page.waitForResponse((response) => response.url().endsWith('/tool-results'));
  await page.evaluate(() => (globalThis as unknown as { finish: () => void }).finish());
  expect((await late).status()).toBe(404);

  model.answer({ tool: 'read_cart', arguments: {} });
  await ask(page, 'And now?');
  await expect.poll(begun).toBe('2');
  const refused = page.waitForResponse((response) => response.url().endsWith('/claim') && response.status() === 400);
  await page.reload();
  await refused;
  await passMinute();
  await expect(repliesOf(page)).toHaveCount(2);
  await expect(repliesOf(page).last()).toContainText('The visitor’s page did not answer.');
  expect(await begun()).toBe('2');
  model.answer({ text: 'Goodbye.' });
  await ask(page, 'Thank you');
  await expect(repliesOf(page).last()).toHaveText('Goodbye.');
});
