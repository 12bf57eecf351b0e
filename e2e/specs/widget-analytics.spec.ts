import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import { askAndRead, callPortico, launcherOf, openChat, replyTo } from '../support/widget.ts';

/** The events of each service, as `[name of the event, facts]`. */
const services = {
  gtag: 'window.gtag = (command, name, facts) => heard.push([name, facts]);',
  plausible: 'window.plausible = (name, { props }) => heard.push([name, props]);',
  datalayer: 'window.dataLayer = { push: ({ event, ...facts }) => heard.push([event, facts]) };',
};
const heardBy = (page: Page): Promise<[string, Record<string, unknown>][]> =>
  page.evaluate(() => (globalThis as unknown as { heard: [string, Record<string, unknown>][] }).heard);
const namesHeardBy = async (page: Page) => (await heardBy(page)).map(([name]) => name);
const events = ['portico_ready', 'portico_open', 'portico_message_sent', 'portico_message_received'];

for (const [analytics, service] of Object.entries(services)) {
  test(`${analytics} gets events without message contents`, async ({ page, newChat, embed }) => {
    const chat = await newChat();
    await page.goto(embed(chat, { script: { analytics }, before: `window.heard = [];${service}` }));
    await expect.poll(() => namesHeardBy(page)).toEqual(['portico_ready']);
    await openChat(page);
    await askAndRead(page, 'My account number is 8121');
    await expect.poll(() => namesHeardBy(page)).toContain('portico_message_received');
    expect(await namesHeardBy(page)).toEqual(events);
    for (const [name, facts] of await heardBy(page)) expect([name, facts]).toEqual([name, { portico: chat.slug }]);
  });
}

test('the button is reported as soon as it is on the page, without the code of the panel', async ({
  page,
  newChat,
  embed,
}) => {
  const chat = await newChat();
  const panels: string[] = [];
  page.on('request', (request) => {
    if (/\/widget\/panel/.test(request.url())) panels.push(request.url());
  });
  const before = `window.heard = [];${services.datalayer}`;
  await page.goto(embed(chat, { script: { analytics: 'datalayer' }, before }));
  await expect(launcherOf(page)).toBeVisible();
  await expect.poll(() => heardBy(page)).toEqual([['portico_ready', { portico: chat.slug }]]);
  expect(panels).toEqual([]);
});

test('the button of a page whose analytics cannot be loaded works', async ({ page, newChat, embed }) => {
  const chat = await newChat();
  await page.route(/\/widget\/(analytics|extras)/, (route) => route.abort());
  const before = `window.heard = [];${services.gtag}`;
  await page.goto(embed(chat, { script: { analytics: 'gtag' }, before }));
  await openChat(page);
  await askAndRead(page, 'Good morning');
  expect(await namesHeardBy(page)).toEqual([]);
});

test('a message of the page is reported, and before a reply that precedes its response', async ({
  page,
  newChat,
  embed,
}) => {
  const chat = await newChat();
  const { promise: isReplied, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/messages$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    await isReplied;
    return route.fulfill({ response });
  });
  const before = `window.heard = [];${services.gtag}`;
  await page.goto(embed(chat, { script: { analytics: 'gtag' }, before }));
  await callPortico(page, 'open');
  await callPortico(page, 'send', 'Good morning');
  await expect(replyTo(page, 'Good morning')).toBeVisible();
  await expect.poll(() => namesHeardBy(page)).toContain('portico_message_received');
  release();
  expect(await namesHeardBy(page)).toEqual(events);
});
