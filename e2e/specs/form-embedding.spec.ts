import type { FrameLocator, Page } from '@playwright/test';
import { bundlePage } from '../support/bundle-page.ts';
import { signInWithKey } from '../support/console.ts';
import { fields, frameOf, heard, writePage } from '../support/form-sites.ts';
import { answering, makeForm } from '../support/forms.ts';
import { boxOf, colorAt } from '../support/pixels.ts';
import { expect, test } from '../support/test.ts';
import { composerOf } from '../support/widget.ts';

async function expectNoScrolling(page: Page, form = 'iframe'): Promise<void> {
  // The frame is exactly as high as its content.
  await expect
    .poll(async () => {
      const outer = (await boxOf(page.locator(form))).height;
      const inner = await page
        .frameLocator(form)
        .locator('#app')
        .evaluate((app) => app.getBoundingClientRect().height);
      return Math.abs(outer - inner);
    })
    .toBeLessThan(2);
}

async function send(frame: FrameLocator): Promise<void> {
  await frame.getByRole('textbox', { name: 'What is it about?' }).fill('A berth');
  await frame.getByRole('button', { name: 'Submit' }).click();
}

/** Sends an inline form once its frame has its height: a click on what is still outside of the frame is lost. */
async function sendInline(page: Page, form = 'iframe'): Promise<void> {
  const frame = page.frameLocator(form);
  // Before its fields are shown, the frame has the height of an empty page.
  await expect(frame.getByRole('button', { name: 'Submit' })).toBeVisible();
  await expectNoScrolling(page, form);
  await send(frame);
}

test('inline by script: with its own height, prefilled by attributes, with events, under a strict policy', async ({
  page,
  portico,
  hostPages,
}) => {
  const form = await makeForm(portico, answering('Berth M-088 is yours.'), {
    fields,
    input_label: 'What is it about?',
    allow_output_edit: true,
  });
  const tag = `<script nonce="host" async src="{{PORTICO}}/embed.js" data-form="${form.slug}" data-mode="inline"
    data-target="#form" data-prefill-boat="Havternen" data-prefill-basin="Marina" data-theme="dark" data-locale="en"></script>`;
  const policy = `default-src 'none'; script-src 'nonce-host'; style-src 'nonce-host'; connect-src {{PORTICO}};
    frame-src {{PORTICO}}; require-trusted-types-for 'script'`.replace(/\s+/g, ' ');
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const headers = { 'Content-Security-Policy': policy.replaceAll('{{PORTICO}}', portico.url) };
  await page.goto(hostPages.add('mooring.html', writePage(tag), headers));
  const frame = frameOf(page);
  await expect(frame.getByLabel('Name of the boat')).toHaveValue('Havternen');
  await expect(frame.getByLabel('Basin')).toHaveValue('Marina');
  await expect(frame.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expectNoScrolling(page);
  const empty = (await boxOf(page.locator('iframe'))).height;
  await send(frame);
  await expect(frame.locator('.prose')).toHaveText('Berth M-088 is yours.');
  await expect.poll(() => heard(page)).toEqual(['ready', 'submitted', 'completed']);
  await expectNoScrolling(page);
  await expect.poll(async () => (await boxOf(page.locator('iframe'))).height).not.toBe(empty);
  expect(complaints).toEqual([]);
  expect((await form.submissions())[0]?.inputs).toEqual({ boat: 'Havternen', basin: 'Marina' });
});

test('the page is visible behind the corners of an inline form, in any theme', async ({ page, portico, hostPages }) => {
  const form = await makeForm(portico, answering('Done.'), { cover: { type: 'color', value: '#0b6e4f' } });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const theme of ['auto', 'light', 'dark']) {
      const tag = `<script async src="{{PORTICO}}/embed.js" data-form="${form.slug}" data-mode="inline"
        data-target="#form" data-theme="${theme}"></script>`;
      const colored = '<style>html { background: #ffcc00; }</style>';
      await page.goto(hostPages.add('corners.html', writePage(tag, colored)));
      await expect(frameOf(page).getByRole('button', { name: 'Submit' })).toBeVisible();
      const { x, y } = await boxOf(page.locator('iframe'));
      await expect.poll(() => colorAt(page, { x: x + 1, y: y + 1 }), `${theme} in ${colorScheme}`).toBe('255,204,0');
    }
  }
});

test('the snippet in the console shows the form on a page of another site', async ({ page, portico, hostPages }) => {
  const form = await makeForm(portico, answering('Berth M-088 is yours.'), { input_label: 'What is it about?' });
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/forms/${form.id}/install`);
  const snippet = await page.locator('.snippet pre').textContent();
  await page.goto(hostPages.add('snippet.html', writePage(snippet ?? '')));
  const frame = frameOf(page);
  await sendInline(page);
  await expect(frame.getByText('Berth M-088 is yours.')).toBeVisible();
  await expectNoScrolling(page);
});

test('as an iframe it needs no script, and is prefilled by the address', async ({ page, portico, hostPages }) => {
  const form = await makeForm(portico, answering('Done.'), { fields, input_label: 'What is it about?' });
  const tag = `<iframe src="${form.url}?boat=Ragnhild&basin=North&theme=light" title="Form" width="600" height="700"></iframe>`;
  await page.goto(hostPages.add('framed.html', writePage(tag)));
  await expect(frameOf(page).getByLabel('Name of the boat')).toHaveValue('Ragnhild');
  await send(frameOf(page));
  await expect(frameOf(page).locator('.prose')).toHaveText('Done.');
  expect(await heard(page)).toEqual([]);
});

test('a frame that only allows scripts sends the form and its questions', async ({ page, portico, hostPages }) => {
  const form = await makeForm(portico, answering('Berth M-088 is yours.'), { fields });
  const inside = `<iframe sandbox="allow-scripts" width="600" height="900" src="{{PORTICO}}/forms/${form.slug}"></iframe>`;
  await page.goto(hostPages.add('sandbox.html', writePage(inside)));
  const frame = frameOf(page);
  await frame.getByLabel('Name of the boat').fill('Havternen');
  await frame.getByLabel('Name of the boat').press('Enter');
  await expect(frame.locator('.prose')).toHaveText('Berth M-088 is yours.');
  await frame.getByLabel('Your question').fill('Which boat?');
  await frame.getByRole('button', { name: 'Ask' }).click();
  await expect(frame.locator('.ask-found')).toBeVisible();
  await frame.getByRole('button', { name: 'New submission' }).click();
  await frame.getByLabel('Name of the boat').fill('Gull');
  await frame.getByRole('button', { name: 'Submit' }).click();
  await expect(frame.locator('.prose')).toHaveText('Berth M-088 is yours.');
  await expect.poll(async () => (await form.submissions()).length).toBe(2);
});

test('an isolated site can show the form, and the chat as an iframe', async ({ page, portico, newChat, hostPages }) => {
  const chat = await newChat();
  for (const embedder of ['require-corp', 'credentialless']) {
    const form = await makeForm(portico, answering('Done.'), { fields, input_label: 'What is it about?' });
    const inside = `<script async src="{{PORTICO}}/embed.js" data-form="${form.slug}" data-mode="inline" data-target="#form"></script>
      <iframe src="{{PORTICO}}/chat/${chat.slug}" title="Chat" id="chat"></iframe>
      <iframe src="{{PORTICO}}/chat/no-such-chat" title="Unknown chat" id="unknown"></iframe>`;
    const headers = { 'Cross-Origin-Embedder-Policy': embedder, 'Cross-Origin-Opener-Policy': 'same-origin' };
    await page.goto(hostPages.add(`${embedder}.html`, writePage(inside), headers));
    expect(await page.evaluate('crossOriginIsolated')).toBe(true);
    await sendInline(page, '#form iframe');
    await expect(page.frameLocator('#form iframe').locator('.prose')).toHaveText('Done.');
    await expect(composerOf(page.frameLocator('#chat'))).toBeVisible();
    await expect(page.frameLocator('#unknown').getByRole('heading')).toBeVisible();
  }
});

test('the React component prefills the form, gets its events, and leaves nothing behind', async ({
  page,
  portico,
  hostPages,
}) => {
  const fail = { nodes: [{ id: 'no', type: 'fail', config: { code: 'full', message: 'No berth is free.' } }] };
  const form = await makeForm(portico, fail, { fields, input_label: 'What is it about?' });
  const script = await bundlePage(`
    import { createElement, StrictMode } from 'react';
    import { createRoot } from 'react-dom/client';
    import { PorticoForm } from '@portico/widget/react';
    const hear = (name) => (detail) => window.heard.push(name + (detail.error ? ' ' + detail.error.code : ''));
    const root = createRoot(document.getElementById('form'));
    root.render(createElement(StrictMode, null, createElement(PorticoForm, {
      form: ${JSON.stringify(form.slug)}, host: ${JSON.stringify(portico.url)},
      prefill: { message: 'A berth for two', inputs: { boat: 'Kittiwake' } },
      onReady: hear('react ready'), onSubmitted: hear('react submitted'), onError: hear('react error'),
    })));
    window.leave = () => root.unmount();`);
  hostPages.add('react-form.js', script, { 'Content-Type': 'text/javascript' });
  await page.goto(hostPages.add('react-form.html', writePage('<script src="react-form.js"></script>')));
  const frame = frameOf(page);
  await expect(frame.getByLabel('Name of the boat')).toHaveValue('Kittiwake');
  await expect(frame.getByRole('textbox', { name: 'What is it about?' })).toHaveValue('A berth for two');
  await expect(page.locator('iframe')).toHaveCount(1);
  await expectNoScrolling(page);
  await frame.getByRole('button', { name: 'Submit' }).click();
  await expect(frame.getByText('No berth is free.')).toBeVisible();
  await expect.poll(() => heard(page)).toContain('react error full');
  expect(await heard(page)).toEqual(expect.arrayContaining(['react ready', 'react submitted']));
  await page.evaluate('leave()');
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('only the sites that a form allows can frame it or reach its endpoints', async ({ page, portico, hostPages }) => {
  const site = new URL(hostPages.url('x')).origin;
  const closed = await makeForm(portico, answering('ok'), { allowed_origins: ['https://harbour.example'] });
  const open = await makeForm(portico, answering('ok'), { allowed_origins: [site] });
  const policy = async ({ url }: { url: string }) => (await fetch(url)).headers.get('content-security-policy');
  expect(await policy(closed)).toContain("frame-ancestors 'self' https://harbour.example;");
  expect(await policy(open)).toContain(`frame-ancestors 'self' ${site};`);
  const reach = async ({ api }: { api: string }, origin: string) => {
    const answer = await fetch(api, { headers: { Origin: origin } });
    return [answer.status, answer.headers.get('access-control-allow-origin')];
  };
  expect(await reach(closed, site)).toEqual([404, null]);
  expect(await reach(open, site)).toEqual([200, site]);
  const tag = ({ slug }: { slug: string }) => `<iframe src="{{PORTICO}}/forms/${slug}" title="Form"></iframe>`;
  await page.goto(hostPages.add('allowed.html', writePage(tag(open))));
  await expect(frameOf(page).getByRole('button', { name: 'Submit' })).toBeVisible();
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await page.goto(hostPages.add('refused.html', writePage(tag(closed))));
  await refused;
  await expect(frameOf(page).getByRole('button', { name: 'Submit' })).toHaveCount(0);
});

test('inline: the run is still shown when the surrounding page is reloaded, until the visitor starts a new one', async ({
  page,
  portico,
  hostPages,
}) => {
  const form = await makeForm(portico, answering('Berth M-088 is yours.'), { input_label: 'What is it about?' });
  const tag = `<script async src="{{PORTICO}}/embed.js" data-form="${form.slug}" data-mode="inline"
    data-target="#form" data-locale="en"></script>`;
  await page.goto(hostPages.add('reloaded.html', writePage(tag)));
  const frame = frameOf(page);
  await sendInline(page);
  await expect(frame.getByText('Berth M-088 is yours.')).toBeVisible();
  await expect(frame.getByText(/Your result stays in this tab, also when you reload the page/)).toBeVisible();
  await page.reload();
  await expect(frame.getByText('Berth M-088 is yours.')).toBeVisible();
  await frame.getByRole('button', { name: 'New submission' }).click();
  await expect(frame.getByRole('textbox', { name: 'What is it about?' })).toBeVisible();
  // On a busy machine, the process of the new frame may read the tab's storage before the last change has reached it.
  await expect(async () => {
    await page.reload();
    await expect(frame.getByRole('textbox', { name: 'What is it about?' })).toBeVisible({ timeout: 5_000 });
  }).toPass();
});
