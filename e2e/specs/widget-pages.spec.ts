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

test('an inline chat fills a low container, and no more', async ({ page, newChat, embed }) => {
  const place = '<div id="chat" style="height: 300px"></div>';
  await page.goto(embed(await newChat(), { script: { mode: 'inline', target: '#chat' }, main: place }));
  await expect(page.locator('.panel textarea')).toBeVisible();
  expect(await page.locator('.panel').boundingBox()).toMatchObject({ height: 300 });
});

test('an inline chat fills a container that is hidden at first, or gets its height later', async ({
  page,
  newChat,
  embed,
}) => {
  const place = '<div id="tab" hidden><div id="chat" style="height: 400px"></div></div>';
  await page.goto(embed(await newChat(), { script: { mode: 'inline', target: '#chat' }, main: place }));
  const panel = page.locator('.panel');
  await expect(panel.locator('textarea')).toBeAttached();
  await page.locator('#tab').evaluate((tab) => tab.removeAttribute('hidden'));
  await expect(panel.locator('textarea')).toBeVisible();
  expect(await panel.boundingBox()).toMatchObject({ height: 400 });
  const setHeight = (height: string): Promise<void> =>
    page.locator('#chat').evaluate(({ style }, height) => void (style.height = height), height);
  await setHeight('700px');
  expect(await panel.boundingBox()).toMatchObject({ height: 700 });
  await setHeight('auto');
  expect(await panel.boundingBox()).toMatchObject({ height: 600 });
});

const column = 'display: flex; flex-direction: column';
const pageOfSections = `${column}; height: auto; min-height: 900px`;
const withHeading = (style: string): string =>
  `<div id="chat" style="${style}"><div style="height: 50px">Chat with us</div></div>`;
const placesWithoutHeight = [
  ['with a minimum height', '<div id="chat" style="min-height: 480px; padding: 20px"></div>', 480],
  ['that grows in its page', `<div style="${pageOfSections}"><div id="chat" style="flex: 1"></div></div>`, 900],
  ['with other content', '<div id="chat"><div style="height: 400px"></div></div>', 600],
  ['with a minimum height and other content', withHeading('min-height: 700px; border: 5px solid; padding: 20px'), 650],
  ['that other content fills', withHeading('min-height: 300px'), 600],
  ['with a maximum height', '<div id="chat" style="max-height: 400px; padding: 20px"></div>', 400],
  ['with a maximum height and other content', withHeading('max-height: 500px; overflow: auto'), 450],
  ['with a high maximum height', '<div id="chat" style="max-height: 5000px"></div>', 600],
  ['that is too low', '<div id="chat" style="max-height: 100px"></div>', 300],
  ['in a page that is zoomed', '<div style="zoom: 2"><div id="chat" style="min-height: 400px"></div></div>', 800],
  [
    'that centres its rows',
    '<div id="chat" style="display: grid; place-content: center; min-height: 700px"></div>',
    700,
  ],
  ['that centres its content', withHeading(`${column}; justify-content: center; min-height: 700px`), 650],
  [
    'that aligns its content at the end',
    '<div id="chat" style="display: flex; align-items: end; min-height: 500px"></div>',
    500,
  ],
  [
    'that centres its content below a maximum',
    '<div id="chat" style="display: flex; align-items: center; max-height: 400px"></div>',
    400,
  ],
  ['of a fixed height with other content', withHeading('min-height: 500px; max-height: 500px; overflow: auto'), 450],
  ['that is an element without a style', '<chat-place id="chat"></chat-place>', 600],
  ['that has no box', '<div id="chat" style="display: contents"></div>', 600],
] as const;
for (const [kind, place, height] of placesWithoutHeight) {
  test(`the height of an inline chat in a container ${kind}`, async ({ page, newChat, embed }) => {
    await page.goto(embed(await newChat(), { script: { mode: 'inline', target: '#chat' }, main: place }));
    await expect(page.locator('.panel textarea')).toBeVisible();
    expect(await page.locator('.panel').boundingBox()).toMatchObject({ height });
  });
}

const chatIn = (style: string): string => `<div style="${style}"><div id="chat"></div></div>`;
const placesWithoutWidth = [
  ['that centres its content', '<div id="chat" style="display: flex; justify-content: center"></div>', 300],
  ['in a page that centres its content', chatIn('display: flex; justify-content: center'), 300],
  ['in a column that centres its rows', chatIn(`${column}; align-items: center`), 300],
  ['in a grid that centres its cells', chatIn('display: grid; place-items: center'), 300],
  ['in a dialog', '<dialog open><div id="chat" style="height: 400px"></div></dialog>', 300],
  ['that floats', '<div id="chat" style="float: right; height: 400px"></div>', 300],
  [
    'that is fixed in a corner',
    '<div id="chat" style="position: fixed; right: 10px; top: 10px; height: 400px"></div>',
    300,
  ],
] as const;
for (const [kind, place, width] of placesWithoutWidth) {
  test(`the width of an inline chat in a container ${kind}`, async ({ page, newChat, embed }) => {
    await page.goto(embed(await newChat(), { script: { mode: 'inline', target: '#chat' }, main: place }));
    await expect(page.locator('.panel textarea')).toBeAttached();
    expect(await page.locator('.panel').boundingBox()).toMatchObject({ width });
  });
}

const filled = '<div id="chat" style="height: 400px"></div>';
const beside = (style: string): string => `<div style="${style}"><p>Our bicycles</p>${filled}</div>`;
const narrowPlaces = [
  ['a dialog', `<dialog open style="padding: 20px; border: 0">${filled}</dialog>`, 280],
  ['a box that floats', `<div style="float: right; max-width: 250px">${filled}</div>`, 250],
  ['a column of a fixed width', beside('display: grid; grid-template-columns: 1fr 140px'), 140],
  ['a column beside one of a fixed width', beside('display: grid; grid-template-columns: 200px 1fr'), 104],
  ['one of two columns of the same width', beside('display: grid; grid-template-columns: 1fr 1fr'), 152],
  ['a column that may shrink', `<div style="display: flex"><div style="flex: 0 0 140px">${filled}</div></div>`, 140],
  ['a cell of a table', `<table style="border-spacing: 0"><tr><td width="140">${filled}</td></tr></table>`, 140],
] as const;
for (const [kind, place, width] of narrowPlaces) {
  test(`an inline chat does not widen ${kind}, nor a narrow page`, async ({ page, newChat, embed }) => {
    await page.setViewportSize({ width: 320, height: 600 });
    await page.goto(embed(await newChat(), { script: { mode: 'inline', target: '#chat' }, main: place }));
    await expect(page.locator('.panel textarea')).toBeAttached();
    expect(await page.locator('.panel').boundingBox()).toMatchObject({ width });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });
}

test('an inline chat in a place that is folded at first has its usual height when it is unfolded', async ({
  page,
  newChat,
  embed,
}) => {
  const place = '<div id="chat" style="max-height: 0; overflow: hidden"></div>';
  await page.goto(embed(await newChat(), { script: { mode: 'inline', target: '#chat' }, main: place }));
  await expect(page.locator('.panel textarea')).toBeAttached();
  await page.locator('#chat').evaluate(({ style }) => void (style.maxHeight = '2000px'));
  expect(await page.locator('.panel').boundingBox()).toMatchObject({ height: 600 });
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
