import type { Page } from '@playwright/test';
import { findFaults } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import { ask, callPortico, composerOf, repliesOf } from '../support/widget.ts';

const policy = (origin: string): string =>
  `default-src 'none'; script-src 'nonce-host'; style-src 'nonce-host'; connect-src ${origin}; require-trusted-types-for 'script'; trusted-types 'none'`;

/** Names of the widget's chunks as they are requested. */
function recordChunks(page: Page): () => string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const name = /\/assets\/widget\/([a-z-]+?)-[\w-]{6}\.js$/.exec(new URL(request.url()).pathname)?.[1];
    if (name !== undefined) names.push(name);
  });
  return () => names;
}

/** A test double of the browser's speech recognition: `hear(…)` sets the recognised text. */
const recognition = `
class Recognition extends EventTarget {
  start() { window.heard = this; }
  stop() { this.dispatchEvent(new Event('end')); }
  abort() { this.dispatchEvent(new Event('end')); }
}
window.SpeechRecognition = window.webkitSpeechRecognition = Recognition;
window.hear = (...said) => window.heard.dispatchEvent(Object.assign(new Event('result'), { results: said.map((transcript) => [{ transcript }]) }));
window.refuse = () => { window.heard.dispatchEvent(Object.assign(new Event('error'), { error: 'not-allowed' })); window.heard.stop(); };
`;

test('emoji by keyboard: loaded when opened, inserted at the caret, and Escape returns to the text', async ({
  page,
  visitChat,
}) => {
  const chunks = recordChunks(page);
  await visitChat();
  await composerOf(page).fill('Good  all');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft');
  expect(chunks()).not.toContain('emoji-picker');

  const button = page.getByRole('button', { name: 'Insert emoji' });
  const loaded = page.waitForResponse(/\/emoji-picker-[\w-]{6}\.js$/);
  await button.click();
  const picker = page.getByRole('dialog', { name: 'Insert emoji' });
  await expect(picker.getByRole('button', { name: '😀' }).last()).toBeFocused();
  expect((await loaded).headers()['cache-control']).toContain('immutable');
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await expect(picker.getByRole('button', { name: '😃' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(picker).toBeHidden();
  await expect(composerOf(page)).toBeFocused();
  await expect(composerOf(page)).toHaveValue('Good 😃 all');
  await page.keyboard.type('!');
  await expect(composerOf(page)).toHaveValue('Good 😃! all');

  await button.click();
  await expect(picker).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(picker).toBeHidden();
  await expect(composerOf(page)).toBeFocused();
  await expect(page.getByRole('dialog', { name: /Harbour/ })).toBeVisible();
});

test('emoji that could not be loaded are loaded when they are opened again', async ({ page, visitChat }) => {
  let isAway = true;
  await page.route(/emoji-picker/, (route) => (isAway ? route.abort() : route.continue()));
  await visitChat();
  const button = page.getByRole('button', { name: 'Insert emoji' });
  // The browser remembers the first address as one that can't be loaded; the second request is for another one.
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('?'));
  await button.click();
  await failed;
  isAway = false;
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  await expect(page.getByRole('dialog', { name: 'Insert emoji' })).toBeVisible();
});

test('spoken text appears in the composer and can be read before it is sent', async ({ page, visitChat }) => {
  const chunks = recordChunks(page);
  await visitChat({}, { before: recognition });
  await composerOf(page).fill('Hello.');
  expect(chunks()).not.toContain('voice-input');
  await page.getByRole('button', { name: 'Speak your message' }).click();
  await expect(page.getByText('Listening…')).toBeVisible();
  await page.evaluate(`hear('where is')`);
  await expect(composerOf(page)).toHaveValue('Hello. where is');
  await page.evaluate(`hear('where is', ' my bike')`);
  await expect(composerOf(page)).toHaveValue('Hello. where is my bike');
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stop listening' }).click();
  await expect(page.getByText('Listening…')).toBeHidden();
  await expect(composerOf(page)).toBeFocused();
  await expect(composerOf(page)).toHaveValue('Hello. where is my bike');

  await page.getByRole('button', { name: 'Speak your message' }).click();
  await expect(page.getByText('Listening…')).toBeVisible();
  await page.evaluate('refuse()');
  await expect(page.getByText('The microphone isn’t allowed here.')).toBeVisible();
});

test('no button if the page disables it or the browser doesn’t support it', async ({ page, visitChat }) => {
  const none = 'delete window.webkitSpeechRecognition; delete window.SpeechRecognition;';
  await visitChat({}, { before: none, script: { emoji: 'false' } });
  await expect(page.getByRole('button', { name: 'Insert emoji' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Speak your message' })).toHaveCount(0);
});

test('code is highlighted, under a strict policy, readable in light and dark mode', async ({
  page,
  portico,
  visitChat,
  model,
}) => {
  const chunks = recordChunks(page);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const headers = { 'Content-Security-Policy': policy(portico.url) };
  await visitChat({}, {}, headers);
  model.answer({ text: 'Plainly:\n\n```\nno language\n```' });
  await ask(page, 'Show me code');
  await expect(repliesOf(page).locator('code')).toHaveText('no language');
  expect(chunks()).not.toContain('highlighted');

  const code = 'const bike = await find("harbour"); // the one\nreturn bike.price * 1.19;';
  model.answer({ text: `Here:\n\n\`\`\`ts\n${code}\n\`\`\`\n\nDone.` });
  await ask(page, 'And in TypeScript?');
  const block = repliesOf(page).last().locator('pre code');
  await expect(block).toHaveText(code);
  await expect(block.locator('span').first()).toHaveText('const');
  expect(chunks()).toContain('highlighted');
  const colors = () => block.locator('span').evaluateAll((spans) => spans.map((span) => getComputedStyle(span).color));
  const light = await colors();
  expect(new Set(light).size).toBeGreaterThanOrEqual(4);
  await callPortico(page, 'update', { theme: 'dark' });
  await expect.poll(async () => (await colors())[0]).not.toBe(light[0]);
  expect(complaints).toEqual([]);
});
