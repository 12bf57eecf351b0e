import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import { askAndRead, openChat } from '../support/widget.ts';

/** The events of each service, as `[name of the event, facts]`. */
const services = {
  gtag: 'window.gtag = (command, name, facts) => heard.push([name, facts]);',
  plausible: 'window.plausible = (name, { props }) => heard.push([name, props]);',
  datalayer: 'window.dataLayer = { push: ({ event, ...facts }) => heard.push([event, facts]) };',
};
const heardBy = (page: Page): Promise<[string, Record<string, unknown>][]> =>
  page.evaluate(() => (globalThis as unknown as { heard: [string, Record<string, unknown>][] }).heard);

for (const [analytics, service] of Object.entries(services)) {
  test(`${analytics} gets events without message contents`, async ({ page, newChat, embed }) => {
    const chat = await newChat();
    await page.goto(embed(chat, { script: { analytics }, before: `window.heard = [];${service}` }));
    await openChat(page);
    await askAndRead(page, 'My account number is 8121');
    const names = async () => (await heardBy(page)).map(([name]) => name);
    // The reply may arrive before the response to the message.
    const events = ['portico_open', 'portico_message_sent', 'portico_message_received'];
    await expect.poll(names).toEqual(expect.arrayContaining(events));
    for (const [name, facts] of await heardBy(page)) expect([name, facts]).toEqual([name, { portico: chat.slug }]);
  });
}
