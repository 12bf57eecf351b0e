import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp, buildSite, checkTypes, packPackages, type App, type Packed } from '../support/packed-app.ts';
import { bundleExamples, readExamples, writeExamples } from '../support/guide-examples.ts';
import { shown } from '../support/guide-pages.ts';
import { openClient } from '../support/open-client.ts';
import { runNode } from '../support/run-node.ts';
import { serveFolder } from '../support/serve-folder.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';
import { ask, composerOf, repliesOf, replyTo } from '../support/widget.ts';

const root = join(import.meta.dirname, '../..');

// The packages are packed and built once, so one worker runs the whole file.
test.describe.configure({ mode: 'default' });

let packed: Packed;
let apps: ReadonlyMap<number, App>;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  packed = await packPackages();
  const [current, before] = await Promise.all([buildApp(packed, root), buildApp(packed, join(root, 'e2e'))]);
  apps = new Map([
    [19, current],
    [18, before],
  ]);
});
test.afterAll(() => packed.remove());

function getApp(version: number): App {
  const app = apps.get(version);
  if (app === undefined) throw new Error(`no app with React ${version}`);
  return app;
}

for (const version of [19, 18]) {
  test(`React ${version}: rendered on a server, hydrated under StrictMode, with the hook and custom slots`, async ({
    page,
    newChat,
    portico,
  }) => {
    const app = getApp(version);
    const chat = await newChat({ name: 'Bicycles' });
    const config = { host: portico.url, chat: chat.slug, form: 'demo-form' };
    const rendered = app.renderPage(config);
    expect(rendered).toContain('<h1>Bicycles</h1>');
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>App</title><div id="root">${rendered}</div>
      <script>const config = ${JSON.stringify(config)}; globalThis.config = config</script>
      <script type="module" src="./client.js"></script></html>`;
    const site = await serveFolder(join(app.folder, 'site'), { 'index.html': html });
    const faults = watchFaults(page, ['error', 'warning']);
    await page.goto(`${site.url}/index.html`);
    await expect(page.locator('html')).toHaveAttribute('data-react', new RegExp(`^${version}\\.`));
    const launcher = page.getByRole('button', { name: /chat/i }).and(page.locator('.toggle'));
    await expect(launcher).toHaveText('Help');
    await expect(page.locator('.toggle')).toHaveCount(1);
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Summarise anything' })).toBeVisible();

    await expect(page.locator('output')).toHaveText(/^(form ready|ready form)$/);

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
    await expect(page.locator('output')).toHaveText(/^(form ready|ready form) open assistant assistant$/);
    expect(await chat.sessions()).toHaveLength(1);

    await page.getByRole('button', { name: 'Dark' }).click();
    await expect(page.locator('[data-scheme=dark]')).toBeAttached();
    await page.getByRole('button', { name: 'Inline' }).click();
    await expect(composerOf(page.locator('.place'))).toBeVisible();
    await expect(repliesOf(page)).toHaveCount(2);
    await expect(page.locator('[data-shown]')).toHaveText('2');
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(page.locator('[data-shown]')).toHaveText('0');
    for (let again = 0; again < 3; again += 1) await page.getByRole('button', { name: 'Mount or unmount' }).click();
    await expect(page.locator('.panel')).toHaveCount(0);
    await expect(page.locator('[data-state]')).toHaveText('false false 0 0 false online');
    expect(faults).toEqual([]);
    await site.stop();
  });

  test(`React ${version}: the packages' types are correct, and reject errors`, async () => {
    expect(await checkTypes(getApp(version).folder)).toBe('');
  });
}

test('an inline chat of a server has its height from the first paint on, beside icons that fill their places', async ({
  page,
  newChat,
  portico,
}) => {
  const app = getApp(19);
  const config = { host: portico.url, chat: (await newChat()).slug, form: 'demo-form', mode: 'inline' };
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>App</title>
    <meta http-equiv="Content-Security-Policy" content="style-src 'nonce-site'">
    <style nonce="site">svg { width: 100%; min-width: 24px; margin: 0 8px; padding: 4px }</style>
    <div id="root">${app.renderPage(config)}</div><script>globalThis.config = ${JSON.stringify(config)}</script>`;
  const pages = {
    'plain.html': html,
    'index.html': `${html}<script type="module" src="./client.js"></script></html>`,
  };
  const site = await serveFolder(join(app.folder, 'site'), pages);
  const place = page.locator('.place');
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${site.url}/plain.html`);
  const { height } = (await place.boundingBox()) ?? { height: 0 };
  expect(height, 'before the page’s scripts run').toBeGreaterThan(550);
  expect(height, 'before the page’s scripts run').toBeLessThan(1_300);
  const faults = watchFaults(page, ['error', 'warning']);
  await page.goto(`${site.url}/index.html`);
  await expect(composerOf(place)).toBeVisible();
  // The app's line of events above the place may become two lines between the measurements.
  await expect(async () => {
    const outer = await place.boundingBox();
    expect(outer).toEqual(await place.locator('.panel').boundingBox());
    expect(outer?.height).toBe(600);
  }).toPass();
  expect(faults).toEqual([]);
  await site.stop();
});

test('a page that only connects to an iframe loads nothing of the widget', async () => {
  const { folder } = getApp(19);
  const code = `import { connectFrame, type BridgeMessage } from '@portico/widget/frame';
    const show = ({ type }: BridgeMessage): void => console.log(type);
    for (const frame of document.querySelectorAll('iframe')) connectFrame(frame, 'https://portico.example.com', show);`;
  writeFileSync(join(folder, 'only-frame.ts'), code);
  await buildSite(folder, ['only-frame.ts'], 'framed');
  const files = readdirSync(join(folder, 'framed'), { recursive: true, encoding: 'utf8' });
  expect(files).toEqual(['only-frame.js']);
  expect(readFileSync(join(folder, 'framed/only-frame.js')).length).toBeLessThan(2_500);
  expect(await checkTypes(folder)).toBe('');
});

test('as ES modules: the element, a handle, and the chat without an interface', async ({ page, newChat, portico }) => {
  const app = getApp(19);
  const chat = await newChat();
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>App</title>
    <div id="handle"></div><p id="headless"></p>
    <portico-chat id="element" chat="${chat.slug}" host="${portico.url}" mode="inline" persistence="memory"></portico-chat>
    <script>globalThis.config = ${JSON.stringify({ host: portico.url, chat: chat.slug })}</script>
    <script type="module" src="./module.js"></script></html>`;
  const site = await serveFolder(join(app.folder, 'site'), { 'index.html': html });
  const faults = watchFaults(page, ['error', 'warning']);
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

test('the widget does not depend on the Preact of an app', async ({ page, newChat, portico }) => {
  const { folder } = getApp(19);
  // As in an app with an older version: npm would give the widget another Preact than its signals.
  for (const name of ['preact', '@preact/signals', 'marked']) {
    const own = join(folder, 'node_modules', name);
    rmSync(own, { recursive: true, force: true });
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'package.json'), JSON.stringify({ name, version: '0.0.1', main: 'index.js' }));
    writeFileSync(join(own, 'index.js'), '');
  }
  await buildSite(folder, ['module.ts'], 'beside');
  const chat = await newChat();
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>App</title>
    <div id="handle"></div><p id="headless"></p>
    <script>globalThis.config = ${JSON.stringify({ host: portico.url, chat: chat.slug })}</script>
    <script type="module" src="./module.js"></script></html>`;
  const site = await serveFolder(join(folder, 'beside'), { 'index.html': html });
  await page.goto(`${site.url}/index.html`);
  await expect(replyTo(page.locator('#handle'), 'Through the handle')).toBeVisible();
  await site.stop();
});

test('the packages contain what they export, and nothing else of this repository', () => {
  const folder = join(getApp(19).folder, 'node_modules/@portico');
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

test('each entry of the packages can be imported on a server', async () => {
  const { folder } = getApp(19);
  const entries = ['widget', 'embed-loader'].flatMap((name) => {
    const manifest = readFileSync(join(folder, 'node_modules/@portico', name, 'package.json'), 'utf8');
    const { exports } = JSON.parse(manifest) as { exports: Record<string, object> };
    return Object.keys(exports).map((path) => `@portico/${name}${path.slice(1)}`);
  });
  const program = join(folder, 'import-all.js');
  writeFileSync(program, `${entries.map((entry) => `import '${entry}';`).join('\n')}\nconsole.log('imported');\n`);
  expect((await runNode(program, {})).stdout).toBe('imported\n');
});

test('the loader as an ES module shows the launcher of a chat that is booted', async ({ page, newChat, portico }) => {
  const { folder } = getApp(19);
  const chat = { host: portico.url, chat: (await newChat()).slug };
  writeFileSync(
    join(folder, 'load.ts'),
    `import '@portico/embed-loader';\nwindow.Portico?.('boot', ${JSON.stringify(chat)});\n`,
  );
  await buildSite(folder, ['load.ts'], 'loaded');
  const html = '<!doctype html><title>App</title><script type="module" src="./load.js"></script>';
  const site = await serveFolder(join(folder, 'loaded'), { 'index.html': html });
  await page.goto(`${site.url}/index.html`);
  await expect(page.locator('.launcher .toggle')).toBeVisible();
  await site.stop();
});

test('the guides’ examples match the packages’ types and work in a page as described', async ({
  page,
  newChat,
  portico,
}) => {
  const app = getApp(19);
  const chat = await newChat();
  const names = {
    'https://HOST': portico.url,
    SLUG: chat.slug,
    "'support'": `'${chat.slug}'`,
    '"support"': `"${chat.slug}"`,
    "'apply'": "'demo-form'",
  };
  const ofTools = readExamples('client-tools', { '"shop"': `"${chat.slug}"`, ...names });
  const ofReact = ofTools.filter(({ language }) => language === 'jsx');
  const examples = [...readExamples('widget', names), ...readExamples('forms', names), ...ofReact];
  expect(examples.length).toBeGreaterThan(9);
  const folder = writeExamples(app, examples);
  expect(await checkTypes(join(folder, 'javascript.json')), 'JavaScript').toBe('');
  expect(await checkTypes(join(folder, 'typescript.json')), 'TypeScript').toBe('');

  const pages = await bundleExamples(folder, examples, { host: portico.url, chat: chat.slug, form: 'demo-form' });
  const site = await serveFolder(join(folder, 'site'), pages);
  const faults = watchFaults(page, ['error', 'warning']);
  for (const { text, file } of examples.filter((example) => `${example.file}.html` in pages)) {
    const rows = shown.filter(({ has }) => text.includes(has));
    expect(rows, `who looks at ${file}`).toHaveLength(1);
    await page.goto(`${site.url}/${file}.html`);
    await rows[0]?.see(page);
    expect(faults, file).toEqual([]);
  }
  await site.stop();
});

test('the server accepts the guide’s signature', async ({ newChat, portico }) => {
  const { agentId } = await newChat();
  const { slug, identity_secret: secret } = await openClient(portico).chatInterfaces.create({
    name: 'Signed',
    agent_id: agentId,
  });
  const example = readExamples('widget').find(({ text }) => text.includes('createHmac'));
  if (example === undefined) throw new Error('the guide signs nothing');
  const program = join(packed.folder, 'sign.mjs');
  const shows = 'process.stdout.write(JSON.stringify({ userId, exp, signature }));';
  writeFileSync(program, `const userId = 'user-1';\n${example.text}${shows}\n`);
  const { stdout } = await runNode(program, { PORTICO_IDENTITY_SECRET: secret });
  const response = await fetch(`${portico.url}/api/public/chat-interfaces/${slug}/sessions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ identity: JSON.parse(stdout) as unknown }),
  });
  expect(response.status).toBe(201);
});
