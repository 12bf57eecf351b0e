import type { Page } from '@playwright/test';
import type { Model } from '../support/model.ts';
import { boxOf, placeOf } from '../support/pixels.ts';
import { expect, moving, test } from '../support/test.ts';

test.use(moving);

/** Style sheets of hostile or careless pages. The widget looks the same with each of them. */
const sheets: Readonly<Record<string, string>> = {
  'everything at once': `html { font-size: 40px !important; }
    *, *::before, *::after {
      all: unset !important; color: red !important; background: yellow !important; font: 900 33px fantasy !important;
      letter-spacing: 9px !important; text-transform: uppercase !important; animation: none !important;
      border: 3px dashed lime !important; direction: rtl !important; visibility: hidden !important;
      --pt-bg: red !important; --pt-text: red !important; --pt-fill: lime !important; --pt-radius: 90px !important;
      --pt-font: fantasy !important; --fill: lime !important; --pt-z: 0 !important;
    }
    div, section, button, textarea {
      display: none !important; transform: rotate(7deg) !important; opacity: 0 !important; zoom: 2 !important;
    }
    body { transform: translateX(100px) !important; overflow: hidden !important; filter: invert(1) !important; }`,
  'nothing set, right to left, zoomed': '* { all: unset; direction: rtl } body { zoom: 2 }',
  'nothing displayed': '* { display: none !important } html, body { display: block !important }',
  'the widget aimed at': `html > div { display: none !important; visibility: hidden !important; opacity: 0 !important;
    position: absolute !important; left: -9999px !important; width: 0 !important; height: 0 !important;
    clip-path: inset(50%) !important; content-visibility: hidden !important; z-index: -1 !important }`,
  'no room for boxes': `iframe, div { max-width: 0 !important; max-height: 0 !important; overflow: hidden !important;
    margin: -900px !important; float: left !important; columns: 9 !important }`,
  'all in motion': `div { transition: all 30s 30s !important; animation: gone 1s infinite !important }
    @keyframes gone { from, to { opacity: 0; visibility: hidden; display: none; transform: scale(0) } }`,
  'a body that holds what is fixed': `body { transform: rotate(5deg); filter: invert(1); perspective: 400px;
    contain: strict; will-change: transform; backdrop-filter: blur(9px); container-type: size }`,
  'a body of a grid': 'html, body { display: grid; grid-template: 1fr / 1fr 1fr; place-items: center; height: 100% }',
  'a body upside down': 'html, body { display: flex; flex-direction: column-reverse; align-items: flex-end }',
  'lines from top to bottom': 'html { direction: rtl; writing-mode: vertical-rl; text-orientation: upright }',
  'huge letters': `html { font: 900 60px/4 fantasy !important; letter-spacing: 8px; word-spacing: 20px; font-stretch: 50%;
    text-transform: uppercase; text-align: center; text-indent: 90px; white-space: pre; tab-size: 40; hyphens: auto;
    word-break: break-all; text-shadow: 2px 2px red; -webkit-text-stroke: 2px red; text-rendering: optimizeSpeed }`,
  'colours of its own': `:root { color-scheme: dark; accent-color: red; caret-color: lime; --fill: lime; --pt-bg: red;
    --pt-primary: lime; --pt-font: fantasy; --pt-radius: 90px } ::selection { background: lime }`,
  'nothing to select or to hit': `* { user-select: none !important; -webkit-user-select: none !important;
    cursor: none !important; touch-action: none !important } html, body { pointer-events: none !important }`,
  'a page that does not scroll': `html { position: fixed; inset: 0; overflow: hidden; width: 100%; overscroll-behavior: none }
    body { overflow: auto; height: 100% }`,
  'columns and floats': 'html { columns: 3; column-gap: 40px } body { float: right; margin: 100px; clear: both }',
  'a root zoomed in': 'html { zoom: 2 }',
  'a root zoomed out': 'html { zoom: 0.5 }',
  'a filtered root':
    'html { filter: none; backdrop-filter: blur(2px); isolation: isolate; container-type: inline-size }',
};

/**
 * Leaves out a border of this many pixels, because the page is visible behind rounded corners. `page.screenshot` is not
 * used, because it positions by the visual viewport, which is 0 for a right-to-left page that is wider than the screen,
 * so the picture would show the area beside the widget.
 */
async function photographInside(page: Page, selector: string, border: number): Promise<Buffer> {
  const box = await boxOf(page.locator(selector));
  const client = await page.context().newCDPSession(page);
  const { cssLayoutViewport: scrolled } = await client.send('Page.getLayoutMetrics');
  const clip = {
    x: scrolled.pageX + box.x + border,
    y: scrolled.pageY + box.y + border,
    width: box.width - 2 * border,
    height: box.height - 2 * border,
    scale: 1,
  };
  const { data } = await client.send('Page.captureScreenshot', { format: 'png', clip });
  await client.detach();
  return Buffer.from(data, 'base64');
}

/**
 * Chromium renders the edge of a letter this much lighter or darker (of 255) if its layer was moved by a fraction of a
 * pixel, as for a new message. Differences of colour, position or shape are larger.
 */
const SHADE = 8;

/** The largest difference between two pictures in any channel of a pixel, up to 255. */
async function findDifference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  if (one.equals(other)) return 0;
  return page.evaluate(
    async (pictures) => {
      const read = async (picture: string): Promise<Uint8ClampedArray> => {
        const response = await fetch(`data:image/png;base64,${picture}`);
        const bitmap = await createImageBitmap(await response.blob());
        const { width, height } = bitmap;
        const context = new OffscreenCanvas(width, height).getContext('2d');
        if (context === null) throw new Error('no canvas');
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, width, height).data;
      };
      const [first, second] = [await read(pictures.one), await read(pictures.other)];
      if (first.length !== second.length) return 255;
      return first.reduce((most, value, at) => Math.max(most, Math.abs(value - (second[at] ?? 0))), 0);
    },
    { one: one.toString('base64'), other: other.toString('base64') },
  );
}

type Look = { launcher: object | null; panel: object | null; closed: Buffer; open: Buffer };

/** Opens the widget with a click and waits for a reply: its position and appearance. */
async function look(page: Page, model: Model, url: string): Promise<Look> {
  await page.goto(url);
  const toggle = page.locator('.launcher .toggle');
  await expect(toggle).toBeVisible();
  await page.mouse.move(5, 5);
  // Only the widget: the area behind its rounded corners belongs to the page.
  await page.addStyleTag({
    content: 'html, body { background: #fff !important } body { visibility: hidden !important }',
  });
  const closed = await photographInside(page, '.launcher .toggle', 8);
  const launcher = await boxOf(toggle);
  await toggle.click();
  model.answer({ text: 'Some **text**, `code`\n\n- one\n- two' });
  await page.locator('textarea').fill('Hello');
  await page.locator('textarea').press('Enter');
  await expect(page.locator('.actions')).toBeVisible();
  await page.locator('textarea').blur();
  const panel = await boxOf(page.locator('.panel'));
  return { launcher, panel, closed, open: await photographInside(page, '.panel', 20) };
}

const settings = { behaviour: { persistence: 'memory', welcome_message: 'Hello there' } };

test('hostile styles of a page move no pixel of the widget', async ({ page, newChat, embed, model }) => {
  const chat = await newChat(settings);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const plain = await look(page, model, embed(chat));
  // Two empty pictures would be equal too.
  expect(plain.open.length).toBeGreaterThan(5_000);
  expect(plain.closed.length).toBeGreaterThan(300);
  await test.info().attach('without any: open', { body: plain.open, contentType: 'image/png' });
  for (const [name, sheet] of Object.entries(sheets)) {
    const under = await look(page, model, embed(chat, { head: `<style>${sheet}</style>` }));
    expect.soft(under.launcher, `${name}: the launcher’s place`).toEqual(plain.launcher);
    expect.soft(under.panel, `${name}: the panel’s place`).toEqual(plain.panel);
    for (const part of ['closed', 'open'] as const) {
      const difference = await findDifference(page, plain[part], under[part]);
      if (difference > SHADE)
        await test.info().attach(`${name}: ${part}`, { body: under[part], contentType: 'image/png' });
      expect.soft(difference, `${name}: the look, ${part}`).toBeLessThanOrEqual(SHADE);
    }
  }
});

/** Roots that move their fixed descendants, or change the size of a pixel. */
const roots: Readonly<Record<string, string>> = {
  'a root zoomed in': 'html { zoom: 2 }',
  'a root zoomed out': 'html { zoom: 0.5 }',
  'a transformed root': 'html { transform: translateZ(0) } main { height: 3000px }',
  'a root to be transformed': 'html { will-change: transform } main { height: 3000px }',
  'a root in perspective': 'html { perspective: 500px; height: 200px }',
  'a contained root': 'html { contain: strict; height: 300px }',
};

for (const [device, viewport] of Object.entries({
  'a desktop': { width: 1100, height: 800 },
  'a phone': { width: 390, height: 800 },
})) {
  test(`under a root that moves, zooms or contains fixed elements, the widget is in its corner: ${device}`, async ({
    page,
    newChat,
    embed,
    model,
  }) => {
    const chat = await newChat(settings);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const [name, sheet] of Object.entries(roots)) {
      await page.goto(embed(chat, { head: `<style>${sheet}</style>` }));
      const toggle = page.locator('.launcher .toggle');
      await expect(toggle).toBeVisible();
      // The launcher measures the page in the frame after the one in which it is added.
      const corner = async (): Promise<number[]> => {
        const { right, bottom } = await placeOf(toggle);
        return [viewport.width - right, viewport.height - bottom];
      };
      await expect.poll(corner, `${name}: the corner`).toEqual([20, 20]);
      const { x, y, width, height } = await placeOf(toggle);
      // A click scrolls to its target, which would hide that the target was not visible.
      await page.mouse.click(x + width / 2, y + height / 2);
      const panel = page.locator('.panel.open');
      await expect(panel, `${name}: opens`).toBeVisible();
      const inside = await placeOf(panel);
      expect.soft(inside.top, `${name}: the panel’s top`).toBeGreaterThanOrEqual(0);
      expect.soft(inside.left, `${name}: the panel’s left`).toBeGreaterThanOrEqual(0);
      expect.soft(inside.right, `${name}: the panel’s right`).toBeLessThanOrEqual(viewport.width);
      expect.soft(inside.bottom, `${name}: the panel’s bottom`).toBeLessThanOrEqual(viewport.height);
      model.answer({ text: 'Here' });
      await page.locator('textarea').fill('Hello');
      await page.locator('textarea').press('Enter');
      await expect(page.locator('.actions'), `${name}: answers`).toBeVisible();
    }
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  const wide = {
    'a wide picture': '<style>h1 { width: 900px }</style>',
    'a wide picture, right to left': '<style>html { direction: rtl } h1 { width: 900px }</style>',
    'nothing set, right to left, zoomed': '<style>* { all: unset; direction: rtl } body { zoom: 2 }</style>',
    'huge letters': '<style>html { font-size: 90px }</style>',
  };
  for (const position of ['right', 'left']) {
    test(`a page wider than the screen hides neither the launcher nor the panel: ${position}`, async ({
      page,
      newChat,
      embed,
    }) => {
      const chat = await newChat(settings);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const [name, head] of Object.entries(wide)) {
        await page.goto(embed(chat, { head, script: { position } }));
        const toggle = page.locator('.launcher .toggle');
        await expect(toggle).toBeVisible();
        expect(await page.evaluate(() => innerWidth), `${name} is wider`).toBeGreaterThan(390);
        const corner = { x: position === 'left' ? 20 : 310, y: 720, width: 60, height: 60 };
        await expect.poll(() => placeOf(toggle), `${name}: the launcher`).toMatchObject(corner);
        await page.touchscreen.tap(corner.x + 30, corner.y + 30);
        const panel = page.locator('.panel.open');
        await expect(panel, `${name}: opens`).toBeVisible();
        const screen = { x: 0, y: 0, width: 390, height: 800 };
        await expect.poll(() => placeOf(panel), `${name}: the panel`).toMatchObject(screen);
      }
    });
  }
});

test('stacking follows z-index, up to its maximum', async ({ page, newChat, embed }) => {
  const chat = await newChat(settings);
  const overlay = (zIndex: number): string =>
    `<style>body::after { content: ''; position: fixed; inset: 0; z-index: ${zIndex}; background: #0008 }</style>`;
  const isOnTop = (): Promise<boolean> =>
    page.locator('.launcher .toggle').evaluate((toggle) => {
      const { x, y, width, height } = toggle.getBoundingClientRect();
      const root = toggle.getRootNode();
      return root instanceof ShadowRoot && document.elementFromPoint(x + width / 2, y + height / 2) === root.host;
    });
  for (const { zIndex, script, expected } of [
    { zIndex: 2_147_482_999, script: {}, expected: true },
    // A dialog of the page can cover the widget.
    { zIndex: 2_147_483_647, script: {}, expected: false },
    { zIndex: 2_147_483_647, script: { 'z-index': '2147483647' }, expected: true },
  ]) {
    await page.goto(embed(chat, { head: overlay(zIndex), script }));
    await expect(page.locator('.launcher .toggle')).toBeVisible();
    expect(await isOnTop(), `${zIndex} under ${JSON.stringify(script)}`).toBe(expected);
  }
  await page.locator('.launcher .toggle').click();
  await expect(page.locator('.panel.open')).toBeVisible();
});

test('on a right-to-left page the launcher and its message are at the configured position', async ({
  page,
  newChat,
  embed,
}) => {
  const chat = await newChat({
    behaviour: { launcher: { label: 'مساعدة', proactive_message: 'كيف أساعدك؟' } },
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const position of ['right', 'left']) {
    await page.goto(embed(chat, { head: '<style>html { direction: rtl }</style>', script: { position } }));
    const toggle = await boxOf(page.locator('.launcher .toggle'));
    await expect(page.locator('.tip button').first()).toBeVisible();
    const tip = await boxOf(page.locator('.tip'));
    const width = page.viewportSize()?.width ?? 0;
    const gap = (box: typeof tip): number => Math.round(position === 'left' ? box.x : width - box.x - box.width);
    expect([gap(toggle), gap(tip)], position).toEqual([20, 20]);
    // Its picture comes first in the line, which begins at the right.
    const picture = await boxOf(page.locator('.toggle .face'));
    expect(picture.x - toggle.x).toBeGreaterThan(toggle.width / 2);
  }
});
