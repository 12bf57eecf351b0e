import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buildApp, checkTypes, packPackages, type App, type Packed } from '../support/packed-app.ts';
import { serveFolder } from '../support/serve-folder.ts';
import { expect, test as base } from '../support/test.ts';
import { ask, composerOf, repliesOf, replyTo } from '../support/widget.ts';

const root = join(import.meta.dirname, '../..');

const test = base.extend<object, { packed: Packed; apps: Map<number, App> }>({
  packed: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from this pattern.
    async ({}, use) => {
      const packed = await packPackages();
      await use(packed);
      packed.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  apps: [
    async ({ packed }, use) => {
      const [current, before] = [await buildApp(packed, root), await buildApp(packed, join(root, 'e2e'))];
      await use(
        new Map([
          [19, current],
          [18, before],
        ]),
      );
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** What the console and the page complain of. */
function recordFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  return faults;
}

for (const version of [19, 18]) {
  test(`React ${version}: rendered on a server, hydrated under StrictMode, with the hook and slots of its own`, async ({
    page,
    apps,
    newChat,
    portico,
  }) => {
    const app = apps.get(version);
    if (app === undefined) throw new Error(`no app with React ${version}`);
    const chat = await newChat({ name: 'Bicycles' });
    const config = { host: portico.url, chat: chat.slug, form: 'demo-form' };
    const rendered = app.renderPage(config);
    expect(rendered).toContain('<h1>Bicycles</h1>');
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>App</title><div id="root">${rendered}</div>
      <script>const config = ${JSON.stringify(config)}; globalThis.config = config</script>
      <script type="module" src="./client.js"></script></html>`;
    const site = await serveFolder(join(app.folder, 'site'), { 'index.html': html });
    const faults = recordFaults(page);
    await page.goto(`${site.url}/index.html`);
    await expect(page.locator('html')).toHaveAttribute('data-react', new RegExp(`^${version}\\.`));
    const launcher = page.getByRole('button', { name: /chat/i }).and(page.locator('.toggle'));
    await expect(launcher).toHaveText('Help');
    await expect(page.locator('.toggle')).toHaveCount(1);
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Summarise anything' })).toBeVisible();

    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(replyTo(page, 'From the page')).toBeVisible();
    await expect(launcher).toHaveText('Shut');
    const own = page.locator('.msg.user button');
    await own.click();
    await own.click();
    await ask(page, 'And from here');
    await expect(replyTo(page, 'And from here')).toBeVisible();
    await expect(own.first()).toHaveText('From the page ×2');
    await expect(page.locator('[data-state]')).toHaveText('true true 0 4 false online');
    await expect(page.locator('output')).toHaveText(/^(form )?ready (form )?open assistant (form )?assistant$/);
    expect(await chat.sessions()).toHaveLength(1);

    await page.getByRole('button', { name: 'Dark' }).click();
    await expect(page.locator('[data-scheme=dark]')).toBeAttached();
    await page.getByRole('button', { name: 'Inline' }).click();
    await expect(composerOf(page.locator('.place'))).toBeVisible();
    await expect(repliesOf(page)).toHaveCount(2);
    for (let again = 0; again < 3; again += 1) await page.getByRole('button', { name: 'Mount or unmount' }).click();
    await expect(page.locator('.panel')).toHaveCount(0);
    await expect(page.locator('[data-state]')).toHaveText('false false 0 0 false online');
    expect(faults).toEqual([]);
    await site.stop();
  });

  test(`React ${version}: the packages' types fit, and refuse what is wrong`, async ({ apps }) => {
    const app = apps.get(version);
    if (app === undefined) throw new Error(`no app with React ${version}`);
    expect(await checkTypes(app)).toBe('');
  });
}

test('as ES modules: the element, a handle, and the chat without an interface', async ({
  page,
  apps,
  newChat,
  portico,
}) => {
  const app = apps.get(19);
  if (app === undefined) throw new Error('no app');
  const chat = await newChat();
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>App</title>
    <div id="handle"></div><p id="headless"></p>
    <portico-chat id="element" chat="${chat.slug}" host="${portico.url}" mode="inline" persistence="memory"></portico-chat>
    <script>globalThis.config = ${JSON.stringify({ host: portico.url, chat: chat.slug })}</script>
    <script type="module" src="./module.js"></script></html>`;
  const site = await serveFolder(join(app.folder, 'site'), { 'index.html': html });
  const faults = recordFaults(page);
  await page.goto(`${site.url}/index.html`);
  await expect(replyTo(page.locator('#handle'), 'Through the handle')).toBeVisible();
  await expect(page).toHaveTitle('You said: Through the handle');
  await expect(page.locator('#headless')).toHaveText('Without an interface | You said: Without an interface');
  await ask(page.locator('#element'), 'In the element');
  await expect(replyTo(page.locator('#element'), 'In the element')).toBeVisible();
  expect(await chat.sessions()).toHaveLength(3);
  await page.evaluate('endAll()');
  await expect(page.locator('.panel')).toHaveCount(0);
  expect(faults).toEqual([]);
  await site.stop();
});

test('the packages hold what they export, and nothing of this repository', ({ apps }) => {
  const folder = join(apps.get(19)?.folder ?? '', 'node_modules/@portico');
  for (const name of ['widget', 'embed-loader']) {
    const { exports } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as {
      exports: Record<string, { types: string; default: string }>;
    };
    for (const { types, default: code } of Object.values(exports)) {
      expect(readFileSync(join(folder, name, types), 'utf8').length).toBeGreaterThan(0);
      expect(readFileSync(join(folder, name, code), 'utf8').length).toBeGreaterThan(0);
    }
    const files = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /\.test\.|(?<!\.d)\.tsx?$|(^|\/)dev\//.test(file))).toEqual([]);
  }
  expect(readFileSync(join(folder, 'widget/dist/package/react.js'), 'utf8')).toMatch(/^['"]use client['"]/);
});
