import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Model } from '../support/model.ts';
import { boxOf, countColors, readEdge } from '../support/pixels.ts';
import { expect, test } from '../support/test.ts';
import { ask, callPortico, composerOf, launcherOf, openChat, repliesOf } from '../support/widget.ts';

/** Requirements of a visitor's device and settings: contrast themes, magnification, notches, print, other launchers. */

const pictures = join(import.meta.dirname, '../test-results/looks');
mkdirSync(pictures, { recursive: true });
const look = (page: Page, name: string) =>
  page.screenshot({ path: join(pictures, `widget-${name}.png`), caret: 'hide' });

const settings = {
  behaviour: {
    title: 'Harbour desk',
    subtitle: 'Answers at once',
    persistence: 'memory',
    welcome_message: 'Hello there',
    suggested_prompts: ['When are you open?'],
  },
};

const reply =
  '## Berths\n\nThere are **two** left.\n\n| Basin | Depth |\n| --- | ---: |\n| North | 7.5 m |\n\n```ts\nconst a = 1;\n```';

async function askOnce(page: Page, model: Model): Promise<void> {
  model.answer({ text: reply });
  await ask(page, 'Is there a berth?');
  await expect(page.locator('.actions')).toBeVisible();
}

test.describe('in a contrast theme', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

  test('launcher, panel, messages and fields have visible edges', async ({ page, newChat, embed, model }) => {
    await page.goto(embed(await newChat(settings)));
    const toggle = page.locator('.launcher .toggle');
    await expect(toggle).toBeVisible();
    await look(page, 'forced-closed');
    // The edge and the picture in it, against a page of one colour.
    expect(await readEdge(page, toggle), 'launcher').toBeGreaterThan(4.5);
    expect(await countColors(page, toggle.locator('.face'))).toBeGreaterThan(1);
    const before = await toggle.screenshot();
    await toggle.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await toggle.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
    const box = await boxOf(toggle);
    const around = { x: box.x - 6, y: box.y - 6, width: box.width + 12, height: box.height + 12 };
    expect((await page.screenshot({ clip: around })).equals(before)).toBe(false);

    await toggle.click();
    await expect(composerOf(page)).toBeFocused();
    await askOnce(page, model);
    await look(page, 'forced-open');
    const places = {
      '.panel': 'panel',
      '.greets > .md': 'welcome',
      '.msg.user .bubble': 'message',
      '.md .table': 'table',
      '.md .code': 'code',
      '.write': 'field',
      '.write .go': 'send',
    };
    for (const [selector, name] of Object.entries(places)) {
      const place = page.locator(selector).first();
      await place.scrollIntoViewIfNeeded();
      expect(await readEdge(page, place), name).toBeGreaterThan(4.5);
    }
  });
});

for (const { name, width, height } of [
  { name: '400 % zoom', width: 320, height: 256 },
  { name: 'a phone held sideways', width: 667, height: 375 },
]) {
  test.describe(name, () => {
    test.use({ viewport: { width, height }, contextOptions: { reducedMotion: 'reduce' } });

    test('the conversation and the composer keep enough space', async ({ page, newChat, embed, model }) => {
      await page.goto(embed(await newChat(settings)));
      await openChat(page);
      const list = page.locator('.list');
      await look(page, `${width}x${height}-empty`);
      expect((await boxOf(list)).height, 'before the first word').toBeGreaterThan(height * 0.45);
      await askOnce(page, model);
      await composerOf(page).fill('One line\nand another\nand a third\nand a fourth\nand a fifth');
      await look(page, `${width}x${height}`);
      expect((await boxOf(list)).height, 'beside a longer text').toBeGreaterThan(height * 0.3);
      await expect(page.getByRole('button', { name: 'Send message' })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: 'Close chat' }).first()).toBeInViewport({ ratio: 1 });
      expect(await boxOf(page.locator('.panel'))).toEqual({ x: 0, y: 0, width, height });
    });
  });
}

test.describe('a phone held sideways', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });

  test('a panel that was open stays closed on the next page, as it would cover it', async ({
    page,
    newChat,
    embed,
  }) => {
    const chat = await newChat({ behaviour: { ...settings.behaviour, persistence: 'session' } });
    const url = embed(chat);
    await page.goto(url);
    await launcherOf(page).tap();
    await expect(page.locator('.panel.open')).toBeVisible();
    await page.goto(url);
    await expect(page.locator('.launcher .toggle')).toBeVisible();
    await expect(page.locator('.panel.open')).toHaveCount(0);
  });
});

test.describe('a phone with a notch', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    // Positions are measured at rest, not while moving.
    contextOptions: { reducedMotion: 'reduce' },
  });

  test('nothing readable or clickable is under the notch or the home bar', async ({
    page,
    context,
    newChat,
    embed,
    portico,
  }) => {
    const client = await context.newCDPSession(page);
    const insets = { top: 47, topMax: 47, bottom: 34, bottomMax: 34, left: 0, leftMax: 0, right: 0, rightMax: 0 };
    await client.send('Emulation.setSafeAreaInsetsOverride', { insets });
    const chat = await newChat(settings);
    for (const place of ['bubble', 'page'] as const) {
      await page.goto(place === 'page' ? `${portico.url}/chat/${chat.slug}` : embed(chat));
      if (place === 'bubble') await launcherOf(page).tap();
      await expect(composerOf(page)).toBeVisible();
      await look(page, `notch-${place}`);
      const boxes = await page
        .locator('.who, .head .ib, .write, .brand')
        .evaluateAll((elements) =>
          elements.map((element) => element.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom] as const),
        );
      expect(boxes.length).toBeGreaterThan(2);
      for (const [top, bottom] of boxes) {
        expect(top, place).toBeGreaterThanOrEqual(47);
        expect(bottom, place).toBeLessThanOrEqual(844 - 34);
      }
      expect((await boxOf(page.locator('.head'))).y, 'the colour reaches the edge').toBe(0);
    }
  });
});

test('printing shows the page without the widget, and a full-page chat without its controls', async ({
  page,
  newChat,
  embed,
  portico,
  model,
}) => {
  const chat = await newChat(settings);
  await page.goto(embed(chat));
  await openChat(page);
  await askOnce(page, model);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.launcher')).toBeHidden();
  await expect(page.locator('.panel')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Bicycles for a lifetime' })).toBeVisible();

  await page.emulateMedia({ media: 'screen' });
  await page.goto(`${portico.url}/chat/${chat.slug}`);
  await askOnce(page, model);
  await page.emulateMedia({ media: 'print' });
  await look(page, 'print-page');
  await expect(repliesOf(page).last()).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.locator('textarea')).toBeHidden();
  expect(await page.locator('.scroll').evaluate((element) => getComputedStyle(element).overflowY)).toBe('visible');
});

test('launchers in one corner are stacked, and each opens its own panel', async ({ page, newChat, embed }) => {
  const [one, two] = [await newChat(settings), await newChat({ behaviour: { ...settings.behaviour, title: 'Sales' } })];
  await page.goto(embed(one));
  await expect(launcherOf(page)).toHaveCount(1);
  await callPortico(page, 'boot', { chat: two.slug });
  const toggles = page.locator('.launcher .toggle');
  await expect(toggles).toHaveCount(2);
  await look(page, 'two');
  await expect
    .poll(async () => {
      const [lower, upper] = [await boxOf(toggles.nth(0)), await boxOf(toggles.nth(1))];
      return upper.y + upper.height <= lower.y;
    })
    .toBe(true);
  for (const [index, title] of ['Harbour desk', 'Sales'].entries()) {
    await toggles.nth(index).click();
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await composerOf(page).press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  // Each panel is above all launchers, and closes the other one's.
  for (const [index, title] of ['Harbour desk', 'Sales'].entries()) {
    await toggles.nth(index).click();
    const panel = page.locator('.panel.open');
    await expect(panel).toHaveAccessibleName(title);
    await expect(composerOf(panel)).toBeFocused();
    await expect
      .poll(async () => {
        const [upper, box] = [await boxOf(toggles.nth(1)), await boxOf(panel)];
        return box.y + box.height <= upper.y;
      })
      .toBe(true);
  }
});

test('an inserted text that is too long for a message is not truncated and can be attached', async ({
  page,
  newChat,
  embed,
  model,
}) => {
  const chat = await newChat(settings);
  await page.goto(embed(chat));
  await openChat(page);
  await composerOf(page).focus();
  // As pasting, dropping and input methods do.
  await page.keyboard.insertText('wind and water '.repeat(14_000));
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('This text has 210,000 characters; a message can hold 32,000.');
  await look(page, 'overlong');
  await expect(composerOf(page)).toHaveValue('');
  await notice.getByRole('button', { name: 'Attach it as a file' }).click();
  await expect(page.locator('.file.done')).toContainText('Pasted text.txt');
  await expect(composerOf(page)).toBeFocused();
  model.answer({ text: 'Read.' });
  await ask(page, 'What is in it?');
  await expect(repliesOf(page).last()).toHaveText('Read.');
  expect((await chat.messages())[0]?.attachments.map(({ file_size: size }) => size)).toEqual([210_000]);
});

test('a first click during an outage shows a notice, is retried, and opens the panel once', async ({
  page,
  newChat,
  embed,
}) => {
  const chat = await newChat(settings);
  await page.addInitScript(() => {
    const heard: string[] = [];
    for (const name of ['open', 'close']) addEventListener(`portico:${name}`, () => heard.push(name));
    Object.assign(globalThis, { heard });
  });
  // Otherwise the waiting launcher never stops moving, and a click waits for that.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  let isAway = true;
  await page.route('**/assets/widget/**', (route) => (isAway ? route.abort() : route.continue()));
  await page.goto(embed(chat));
  const toggle = page.locator('.launcher .toggle');
  await toggle.click();
  const notice = page.locator('.tip[role=alert]');
  await expect(notice).toContainText('Can’t reach the chat.');
  await look(page, 'outage');
  await toggle.click();
  isAway = false;
  await expect(composerOf(page)).toBeFocused();
  await expect(notice).toHaveCount(0);
  expect(await page.evaluate('heard')).toEqual(['open']);
});
