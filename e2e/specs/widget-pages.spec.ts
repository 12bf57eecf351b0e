import type { Page } from '@playwright/test';
import { answering, makeForm } from '../support/forms.ts';
import { expect, test } from '../support/test.ts';
import { ask, askAndRead, callPortico, launcherOf, openChat, repliesOf } from '../support/widget.ts';

/** Replaces the content of the single-page application by another page's; null shows a page without the chat. */
const showPage = (page: Page, html: string): Promise<void> =>
  page.evaluate((html) => {
    const main = document.querySelector('main');
    if (main) main.innerHTML = html;
  }, html);

test('the bubble is not affected by the page changes of a single-page application', async ({ page, visitChat }) => {
  const chat = await visitChat();
  await askAndRead(page, 'On the first page');
  await page.evaluate(() => history.pushState({}, '', '/second'));
  await showPage(page, '<h1>Second</h1>');
  await askAndRead(page, 'On the second page');
  await expect(repliesOf(page)).toHaveCount(2);
  expect(await chat.sessions()).toHaveLength(1);
});

test('an inline chat follows its container: removed, restored as another element, and its reply is complete', async ({
  page,
  newChat,
  embed,
  model,
}) => {
  const chat = await newChat();
  const place = '<div id="chat" style="height: 500px"></div>';
  await page.goto(embed(chat, { script: { mode: 'inline', target: '#chat' }, main: place }));
  const reply = model.hold();
  await ask(page, 'Tell me a long story');
  await reply.write('It was a ');
  await expect(repliesOf(page)).toContainText('It was a');

  await showPage(page, '<h1>A page without a chat</h1>');
  await expect(page.locator('.panel')).toHaveCount(0);
  await reply.write('dark and stormy ');
  await reply.end();
  await expect.poll(async () => (await chat.messages()).at(-1)?.status).toBe('complete');

  await showPage(page, `<h1>Back</h1><div id="chat"></div>`);
  await expect(repliesOf(page)).toHaveText('It was a dark and stormy');
  expect(await page.locator('.panel').boundingBox()).toMatchObject({ height: 600 });
  await askAndRead(page, 'And then?');
  expect(await chat.sessions()).toHaveLength(1);
});

test('an inline chat waits for a container that is added later', async ({ page, newChat, embed }) => {
  const chat = await newChat();
  await page.goto(embed(chat, { script: { mode: 'inline', target: '#later' } }));
  await expect.poll(() => page.evaluate('"boot" in Portico')).toBe(true);
  await expect(page.locator('.panel')).toHaveCount(0);
  await showPage(page, '<div id="later"></div>');
  await askAndRead(page, 'Here at last');
});

/** Replaces the body and runs its scripts, as Turbo does. */
async function swapBody(page: Page, url: string): Promise<void> {
  await page.evaluate(async (url) => {
    const next = new DOMParser().parseFromString(await (await fetch(url)).text(), 'text/html');
    const body = document.adoptNode(next.body);
    for (const dead of body.querySelectorAll('script')) {
      const alive = document.createElement('script');
      for (const { name, value } of dead.attributes) alive.setAttribute(name, value);
      alive.textContent = dead.textContent;
      dead.replaceWith(alive);
    }
    document.documentElement.replaceChild(body, document.body);
  }, url);
}

for (const mode of ['bubble', 'inline'] as const) {
  test(`a replaced body does not affect the ${mode} chat`, async ({ page, newChat, embed }) => {
    const chat = await newChat();
    const url = embed(chat, { script: { mode } });
    await page.goto(url);
    if (mode === 'bubble') await openChat(page);
    await askAndRead(page, 'Before the swap');
    for (let swap = 0; swap < 3; swap += 1) await swapBody(page, url);
    await expect(repliesOf(page)).toHaveText('You said: Before the swap');
    await askAndRead(page, 'After it');
    await expect(page.locator('.panel')).toHaveCount(1);
    expect(await chat.sessions()).toHaveLength(1);
  });
}

test('the chat remains if the whole document is replaced, also a second time', async ({ page, visitChat }) => {
  await visitChat();
  await askAndRead(page, 'Before');
  for (const name of ['Second', 'Third']) {
    await page.evaluate((name) => {
      const next = new DOMParser().parseFromString(`<h1>${name}</h1>`, 'text/html');
      document.documentElement.replaceWith(document.adoptNode(next.documentElement));
    }, name);
    await askAndRead(page, `On the ${name}`);
    // What the next document does to unknown nodes is undone, too.
    await page.evaluate(() => document.querySelector('html > div')?.remove());
    await expect(page.locator('.panel.open')).toBeVisible();
  }
  await expect(repliesOf(page)).toHaveCount(3);
});

/** A script tag of an inline widget, in a place of its own. */
const placeTag = (place: string, attributes: string): string =>
  `<div id="${place}" style="height: 400px"><script async src="{{PORTICO}}/embed.js" ${attributes}></script></div>`;

test('each tag of an inline chat has the chat at its own place, beside a bubble too', async ({
  page,
  newChat,
  embed,
}) => {
  const [bubble, one, two] = [await newChat(), await newChat(), await newChat()];
  const main =
    placeTag('one', `data-mode="inline" data-chat="${one.slug}"`) +
    placeTag('two', `data-mode="inline" data-chat="${two.slug}"`);
  await page.goto(embed(bubble, { main }));
  for (const [place, chat] of Object.entries({ one, two })) {
    await askAndRead(page.locator(`#${place}`), `In place ${place}`);
    expect(await chat.sessions()).toHaveLength(1);
  }
  await expect(launcherOf(page)).toHaveCount(1);
});

test('a replaced body has each inline form at its own tag', async ({ page, portico, embed }) => {
  const forms = [await makeForm(portico, answering('Berths')), await makeForm(portico, answering('Boats'))];
  const main = forms.map(({ id, slug }) => placeTag(id, `data-mode="inline" data-form="${slug}"`)).join('');
  const url = embed(null, { main });
  await page.goto(url);
  for (const isAgain of [false, true]) {
    if (isAgain) await swapBody(page, url);
    for (const { id, slug } of forms)
      await expect(page.locator(`#${id} iframe`)).toHaveAttribute('src', new RegExp(`/forms/${slug}$`));
  }
});

test('a tag of another server shows that server’s chat', async ({ page, newChat, embed, portico }) => {
  const [chat, other] = [await newChat(), await newChat()];
  const origin = portico.url.replace('localhost', '127.0.0.1');
  const asked = [
    `${portico.url}/api/public/chat-interfaces/${chat.slug}`,
    `${origin}/api/public/chat-interfaces/${other.slug}`,
  ];
  const all = Promise.all(asked.map((url) => page.waitForRequest(url)));
  const main = `<script async src="${origin}/embed.js" data-chat="${other.slug}"></script>`;
  await page.goto(embed(chat, { main }));
  await all;
});

test('the server receives each page of a single-page app, and the values of update', async ({ page, visitChat }) => {
  await visitChat();
  const heard: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') heard.push(request.postDataJSON());
  });
  await askAndRead(page, 'Hello');
  await expect.poll(() => heard.length).toBe(1);
  await page.evaluate(() => {
    history.pushState({}, '', '/cart?step=2');
    document.title = 'Your cart';
  });
  await expect.poll(() => heard.at(-1)).toMatchObject({ page: { title: 'Your cart' } });
  expect(JSON.stringify(heard.at(-1))).toContain('/cart?step=2');
  await callPortico(page, 'update', {
    metadata: { plan: 'gold' },
    page: { url: 'https://shop.example/x', title: 'X' },
  });
  const said = {
    page: { url: 'https://shop.example/x', title: 'X' },
    metadata: { plan: 'gold' },
    seenMessageId: null,
  };
  await expect.poll(() => heard.at(-1)).toEqual(said);
  const sent = page.waitForRequest((request) => request.url().endsWith('/messages') && request.method() === 'POST');
  await askAndRead(page, 'And now?');
  expect((await sent).postDataJSON()).toMatchObject({ page: said.page });
});
