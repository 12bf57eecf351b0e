import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { watchErrors } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';
import { askAndRead, composerOf, launcherOf, openChat, repliesOf } from '../support/widget.ts';

/** Files of React 18 that a page can load without a bundler. */
const readReact = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../node_modules', name), { encoding: 'utf8' });

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
  const faults = watchErrors(page);
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

test('the chat works on a page that has frozen what its scripts share', async ({ page, newChat, embed }) => {
  const faults = watchErrors(page);
  const before = `for (const shared of [Object, Array, Function, String, Promise, Map, Set, Error, RegExp, Date])
    Object.freeze(Object.freeze(shared).prototype);`;
  await page.goto(embed(await newChat(), { before }));
  await openChat(page);
  await askAndRead(page, 'Hello');
  expect(faults).toEqual([]);
});

test('a storage that can be neither read nor written does not keep the chat from opening', async ({
  page,
  visitChat,
}) => {
  const refuse = "() => { throw new DOMException('', 'NS_ERROR_FILE_CORRUPTED') }";
  const names = ['getItem', 'setItem', 'removeItem'];
  await visitChat({}, { before: names.map((name) => `Storage.prototype.${name} = ${refuse};`).join('') });
  await askAndRead(page, 'Do you rent bicycles?');
  await askAndRead(page, 'And helmets?');
  await expect(repliesOf(page)).toHaveCount(2);
});

/** Returns from its cache what was requested before, as many guides to offline sites show it. */
const cachingWorker = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  const load = async (request) => {
    const cache = await caches.open('site');
    const kept = await cache.match(request);
    if (kept) return kept;
    const response = await fetch(request);
    cache.put(request, response.clone()).catch(() => {});
    return response;
  };
  addEventListener('fetch', (event) => event.request.method === 'GET' && event.respondWith(load(event.request)));`;

test('a service worker that keeps every response hides no messages, and lets other visitors begin', async ({
  page,
  newChat,
  embed,
  hostPages,
  portico,
}) => {
  hostPages.add('worker.js', cachingWorker);
  const before = `
    globalThis.controlled = new Promise((resolve) =>
      navigator.serviceWorker.controller ? resolve() : navigator.serviceWorker.addEventListener('controllerchange', resolve));
    navigator.serviceWorker.register('/worker.js');`;
  await page.goto(embed(await newChat({ challenge: 'proof_of_work' }), { before }));
  await page.evaluate('controlled');
  await openChat(page);
  await askAndRead(page, 'First');
  await page.reload();
  await expect(repliesOf(page)).toHaveText(['You said: First']);
  await askAndRead(page, 'Second');
  await page.reload();
  await expect(repliesOf(page)).toHaveText(['You said: First', 'You said: Second']);
  // It ends the stream of events, which is complete then.
  await portico.restart();
  await askAndRead(page, 'Third');
  await portico.restart();
  await askAndRead(page, 'Fourth');
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await askAndRead(page, 'Fifth');
  await expect(repliesOf(page)).toHaveText(['You said: Fifth']);
});

test('an element of the page does not decide which server the chat is from', async ({ page, newChat, embed }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // As in a comment on the page, whose HTML is sanitized but may have names.
  await page.goto(embed(await newChat(), { main: '<img name="currentScript" src="/theirs/picture.png" alt="">' }));
  await openChat(page);
  await askAndRead(page, 'Hello');
  expect(asked.filter((path) => path.startsWith('/theirs/'))).toEqual(['/theirs/picture.png']);
});

/** The attributes of HTML elements in shadow roots that are not in lower case, which no browser knows in XHTML. */
const findCapitals = (hosts: Element[]): string[] =>
  hosts
    .flatMap((host) => [...(host.shadowRoot?.querySelectorAll('*') ?? [])])
    .filter((element) => element instanceof HTMLElement)
    .flatMap((element) => element.getAttributeNames())
    .filter((name) => name !== name.toLowerCase());

test('on an XHTML page, whose attributes are case-sensitive, the keyboard reaches what it reaches elsewhere', async ({
  page,
  newChat,
  portico,
  hostPages,
}) => {
  const { slug } = await newChat();
  const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>Shop</title></head><body>
<script async="async" src="${portico.url}/embed.js" data-chat="${slug}"></script></body></html>`;
  await page.goto(hostPages.add('shop.xhtml', xhtml, { 'Content-Type': 'application/xhtml+xml' }));
  await openChat(page);
  await askAndRead(page, 'Hello');
  await expect(page.getByRole('log')).toHaveAttribute('tabindex', '0');
  await page.getByRole('button', { name: 'More options' }).click();
  await expect(page.getByRole('menuitem').first()).toHaveAttribute('tabindex', '-1');
  expect(await page.locator('[data-portico]').evaluateAll(findCapitals)).toEqual([]);
});

test('React 18 hydrates a document that contains the script tag', async ({ page, newChat, hostPages }) => {
  const { slug } = await newChat();
  const react = hostPages.add('react.js', readReact('react/umd/react.production.min.js'));
  const dom = hostPages.add('react-dom.js', readReact('react-dom/umd/react-dom.production.min.js'));
  const server = readReact('react-dom/umd/react-dom-server-legacy.browser.production.min.js');
  hostPages.add('server.js', server);
  // The same tree on the server, here another page, and in the browser.
  const tree = `const h = React.createElement;
    function Shop() {
      const [count, setCount] = React.useState(0);
      return h('html', { lang: 'en' }, h('head', null, h('title', null, 'Shop')),
        h('body', null,
          h('button', { id: 'add', onClick: () => setCount(count + 1) }, 'In the cart: ' + count),
          h('img', { src: '/held.png', alt: '' }),
          h('script', { src: '/react.js' }), h('script', { src: '/react-dom.js' }), h('script', { src: '/tree.js' }),
          h('script', { async: true, src: '{{PORTICO}}/embed.js', 'data-chat': '${slug}' })));
    }
    globalThis.faults = [];
    globalThis.hydrate = () =>
      ReactDOM.hydrateRoot(document, h(Shop), { onRecoverableError: ({ message }) => faults.push(message) });`;
  hostPages.add('tree.js', tree);
  const scripts = [react, dom.replace('react-dom', 'server'), hostPages.url('tree.js')];
  await page.goto(hostPages.add('render.html', scripts.map((src) => `<script src="${src}"></script>`).join('')));
  const html = String(await page.evaluate('ReactDOMServer.renderToString(h(Shop))'));

  const image = Promise.withResolvers<void>();
  await page.route('**/held.png', async (route) => {
    await image.promise;
    await route.fulfill({ status: 404 });
  });
  const asked = page.waitForResponse((response) => response.url().endsWith(`/chat-interfaces/${slug}`));
  await page.goto(hostPages.add('shop.html', `<!doctype html>${html}`), { waitUntil: 'commit' });
  await (await asked).finished();
  // By then, the launcher would be on the page.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.evaluate('void hydrate()');
  await page.getByRole('button', { name: 'In the cart: 0' }).click();
  await page.getByRole('button', { name: 'In the cart: 1' }).click();
  image.resolve();
  await launcherOf(page).click();
  await askAndRead(page, 'Is it still there?');
  await expect(page.getByRole('button', { name: 'In the cart: 2' })).toBeVisible();
  expect(await page.evaluate('faults')).toEqual([]);
});
