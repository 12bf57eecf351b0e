import type { Page } from '@playwright/test';
import { callApi } from '../support/chat-interfaces.ts';
import { boxOf } from '../support/pixels.ts';
import { expect, test } from '../support/test.ts';
import {
  ask,
  askAndRead,
  callPortico,
  composerOf,
  launcherOf,
  openChat,
  recordEvents,
  replyTo,
} from '../support/widget.ts';

const hosts = (page: Page): Promise<number> =>
  page.evaluate(() => [...document.querySelectorAll('div')].filter(({ shadowRoot }) => shadowRoot).length);

test('calls before the script has loaded wait in the stub and run in order', async ({ page, newChat, embed }) => {
  const chat = await newChat();
  const { promise: isAsked, resolve: noteAsked } = Promise.withResolvers<void>();
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route('**/embed.js', async (route) => {
    noteAsked();
    await mayCome;
    await route.continue();
  });
  const before = `
    window.order = [];
    Portico('on', 'ready', () => order.push('ready'));
    Portico('on', 'open', () => order.push('open'));
    Portico('on', 'message-sent', ({ message }) => order.push(message.content));`;
  await page.goto(embed(chat, { before }), { waitUntil: 'commit' });
  await isAsked;
  await callPortico(page, 'open');
  await callPortico(page, 'send', 'Sent before the script');
  await callPortico(page, 'prefill', 'and this is a draft');
  letCome();
  await expect(replyTo(page, 'Sent before the script')).toBeVisible();
  await expect(composerOf(page)).toHaveValue('and this is a draft');
  expect(await page.evaluate('order')).toEqual(['ready', 'open', 'Sent before the script']);
});

test('attributes of the tag control appearance and behaviour', async ({ page, newChat, embed }) => {
  const chat = await newChat();
  const script = { position: 'left', theme: 'dark', locale: 'de', open: '', 'z-index': '77', persistence: 'memory' };
  await page.goto(embed(chat, { script }));
  const panel = page.getByRole('dialog');
  await expect(page.getByRole('textbox', { name: 'Nachricht' })).toBeVisible();
  await expect(panel).toHaveCSS('z-index', '77');
  expect((await boxOf(panel)).x).toBeLessThan(40);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test('two interfaces work side by side, and a call can select one', async ({ page, newChat, embed }) => {
  const [sales, support] = [await newChat({ name: 'Sales' }), await newChat({ name: 'Support' })];
  const before = `
    Portico('boot', { id: 'sales', chat: '${sales.slug}', position: 'left' });
    Portico('boot', { id: 'support', chat: '${support.slug}' });`;
  await page.goto(embed(null, { before }));
  await expect(launcherOf(page)).toHaveCount(2);
  await callPortico(page, 'open', { id: 'support' });
  await askAndRead(page.getByRole('dialog', { name: 'Support' }), 'A question for support');
  await callPortico(page, 'close', { id: 'support' });
  await callPortico(page, 'send', 'A question for sales', { id: 'sales' });
  await callPortico(page, 'open', { id: 'sales' });
  const panel = page.getByRole('dialog', { name: 'Sales' });
  await expect(replyTo(panel, 'A question for sales')).toBeVisible();
  await expect(panel.getByText('support', { exact: false })).toHaveCount(0);
  expect((await support.messages()).map(({ content }) => content)[0]).toBe('A question for support');
});

test('the message of the lower of two chats is above both launchers, and below an open panel', async ({
  page,
  newChat,
  embed,
}) => {
  const lower = await newChat({ behaviour: { launcher: { proactive_message: 'May I help?' } } });
  const upper = await newChat({ name: 'Support' });
  const before = `
    Portico('boot', { id: 'lower', chat: '${lower.slug}' });
    Portico('on', 'ready', () => Portico('boot', { id: 'upper', chat: '${upper.slug}' }));`;
  await page.goto(embed(null, { before }));
  const message = page.getByRole('button', { name: 'May I help?' });
  await expect(message).toBeVisible();
  await expect(page.locator('.toggle')).toHaveCount(2);
  const tip = await boxOf(page.locator('.tip').filter({ visible: true }));
  for (const toggle of await page.locator('.toggle').all())
    expect(tip.y + tip.height).toBeLessThan((await boxOf(toggle)).y);
  await callPortico(page, 'open', { id: 'upper' });
  const panel = page.getByRole('dialog');
  await expect(panel).toBeVisible();
  const isCovered = () =>
    message.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const root = button.getRootNode() as ShadowRoot;
      return document.elementFromPoint(left + width / 2, top + height / 2) !== root.host;
    });
  await expect.poll(isCovered).toBe(true);
  await callPortico(page, 'close', { id: 'upper' });
  await page.locator('.tip').getByRole('button', { name: 'Close' }).click();
  await expect(message).toHaveCount(0);
});

test('running the script twice has no effect', async ({ page, newChat, embed }) => {
  const chat = await newChat();
  const faces: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/chat-interfaces/${chat.slug}`)) faces.push(request.url());
  });
  const readEvents = await recordEvents(page);
  const again = `<script async src="{{PORTICO}}/embed.js" data-chat="${chat.slug}"></script>`;
  await page.goto(embed(chat, { main: again + again }));
  await expect(launcherOf(page)).toHaveCount(1);
  await page.evaluate(
    async (src) => {
      const script = Object.assign(document.createElement('script'), { src });
      const loaded = new Promise((resolve) => script.addEventListener('load', resolve));
      document.body.append(script);
      await loaded;
    },
    await page.locator('script[src]').first().getAttribute('src').then(String),
  );
  await openChat(page);
  expect(faces).toHaveLength(1);
  expect(await hosts(page)).toBe(1);
  expect((await readEvents()).filter(({ name }) => name === 'open')).toHaveLength(1);
});

test('the element is a chat for as long as it is in the page', async ({ page, newChat, embed, portico }) => {
  const chat = await newChat();
  const main = `<div id="place"><portico-chat chat="${chat.slug}" host="${portico.url}" mode="inline"></portico-chat></div>`;
  await page.goto(embed(null, { main }));
  await askAndRead(page, 'Inside the element');
  await page.evaluate(() => {
    const [element] = document.getElementsByTagName('portico-chat');
    Object.assign(globalThis, { element });
    element?.remove();
  });
  expect(await hosts(page)).toBe(0);
  await page.evaluate('document.getElementById("place").append(element)');
  await expect(replyTo(page, 'Inside the element')).toBeVisible();
});

test('allowed origins: others get no launcher and an error, and may not frame the page', async ({
  page,
  newChat,
  embed,
  portico,
}) => {
  const chat = await newChat({ allowed_origins: ['https://shop.example'] });
  const readEvents = await recordEvents(page);
  const main = `<iframe title="Chat" src="${portico.url}/chat/${chat.slug}"></iframe>`;
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await page.goto(embed(chat, { main }));
  await refused;
  // A page can't read why it is refused, so the loader tries again, as it does without a connection.
  await expect.poll(async () => [...new Set((await readEvents()).map(({ name }) => name))]).toEqual(['error']);
  await expect(launcherOf(page)).toHaveCount(0);

  await chat.patch({ allowed_origins: [new URL(page.url()).origin] });
  await page.reload();
  await openChat(page);
  await expect(composerOf(page.frameLocator('iframe'))).toBeVisible();
});

test('the address of the server may end with a slash', async ({ page, newChat, embed, portico }) => {
  await page.goto(embed(await newChat(), { script: { host: `${portico.url}/` } }));
  await openChat(page);
  await askAndRead(page, 'Hello');
});

test('an unknown slug is reported once, and not requested again', async ({ page, newChat, embed }) => {
  await page.clock.install();
  const chat = await newChat();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/chat-interfaces/no-such-chat')) requests.push(request.url());
  });
  const readEvents = await recordEvents(page);
  await page.goto(embed(chat, { script: { chat: 'no-such-chat' } }));
  const codes = async () => (await readEvents()).map(({ detail }) => Reflect.get(Object(detail['error']), 'code'));
  await expect.poll(codes).toEqual(['resource_not_found']);
  await page.clock.runFor(60_000);
  expect(requests).toHaveLength(1);
});

test('a custom domain serves its chat once its TXT record is set', async ({ page, newChat, portico, nameServer }) => {
  const domain = 'chat.harbour.test';
  const chat = await newChat({
    behaviour: { title: 'Harbour desk' },
    custom_domains: [domain, 'unproven.harbour.test'],
  });
  const { domain_token: token } = await callApi<{ domain_token: string }>(
    portico,
    'GET',
    `/chat-interfaces/${chat.id}`,
  );
  nameServer.setText(`_portico.${domain}`, token);
  // Domains are looked up at the start and once a minute.
  await portico.restart();
  const { port } = new URL(portico.url);
  await expect(async () => {
    await page.goto(`http://${domain}:${port}/`);
    await expect(page).toHaveTitle('Harbour desk', { timeout: 200 });
  }).toPass();
  await askAndRead(page, 'On our own domain');
  await page.goto(`http://unproven.harbour.test:${port}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).not.toHaveTitle('Harbour desk');
});

test('the pinned build runs with its integrity hash and with no other', async ({ page, newChat, embed, portico }) => {
  const chat = await newChat();
  await page.goto(`${portico.url}/docs`);
  const docs = await page.content();
  const pinned = /\/embed-\d[\w.-]*\.js/.exec(docs)?.[0] ?? '';
  const integrity = /sha384-[\w+/=]{64}/.exec(docs)?.[0] ?? '';
  const tag = (hash: string): string =>
    `<script async src="${portico.url}${pinned}" integrity="${hash}" crossorigin data-chat="${chat.slug}"></script>`;
  await page.goto(embed(chat, { script: null, main: tag(integrity) }));
  await openChat(page);
  await ask(page, 'Pinned');
  await expect(replyTo(page, 'Pinned')).toBeVisible();

  const refused = page.waitForEvent('console', (message) => message.text().includes('integrity'));
  await page.goto(embed(chat, { script: null, main: tag(`sha384-${'A'.repeat(64)}`) }));
  await refused;
  expect(await hosts(page)).toBe(0);
});

test('a script tag in a shadow root, with a chat that is booted there', async ({ page, newChat, embed, portico }) => {
  const chat = await newChat();
  const options = JSON.stringify({ host: portico.url, chat: chat.slug, mode: 'inline' });
  const before = `const root = document.querySelector('#app').attachShadow({ mode: 'open' });
    const place = root.appendChild(document.createElement('div'));
    place.style.height = '400px';
    const tag = Object.assign(document.createElement('script'), { src: '${portico.url}/embed.js' });
    root.append(tag);
    Portico('boot', { ...${options}, target: place });`;
  await page.goto(embed(null, { script: null, main: '<div id="app"></div>', before }));
  await askAndRead(page, 'In the shadow');
  expect(await page.locator('.panel').boundingBox()).toMatchObject({ height: 400 });
});
