import type { Page } from '@playwright/test';
import { boxOf } from '../support/pixels.ts';
import { expect, moving, test } from '../support/test.ts';
import { ask, askAndRead, callPortico, composerOf, launcherOf, placeholders, repliesOf } from '../support/widget.ts';

test.use(moving);

/** A picture of 1 by 1. */
const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

test('every branding option changes the widget while it runs', async ({ page, visitChat }) => {
  await visitChat({ behaviour: { welcome_message: 'Welcome' } });
  await askAndRead(page, 'Hello');
  const panel = page.getByRole('dialog');
  await callPortico(page, 'update', {
    branding: {
      primaryColor: '#0a7d55',
      backgroundColor: '#fffdf5',
      textColor: '#222211',
      fontFamily: 'Georgia',
      borderRadius: 3,
      logoUrl: picture,
      iconUrl: picture,
      cover: { type: 'gradient', value: 'linear-gradient(90deg, #102030, #304050)' },
      theme: 'light',
      position: 'left',
      zIndex: 99,
    },
    behaviour: {
      title: 'Another name',
      subtitle: 'Another line',
      placeholder: 'Another hint',
      showBranding: false,
      welcomeMessage: 'Another welcome',
    },
  });
  await expect(panel).toHaveAccessibleName('Another name');
  await expect(panel).toHaveCSS('background-color', 'rgb(255, 253, 245)');
  await expect(panel).toHaveCSS('border-radius', '3px');
  await expect(panel).toHaveCSS('z-index', '99');
  await expect(panel).toHaveCSS('font-family', /Georgia/);
  await expect(repliesOf(page).last()).toHaveCSS('color', 'rgb(34, 34, 17)');
  await expect(page.locator('.head')).toHaveCSS('background-image', /linear-gradient.*16, 32, 48/);
  await expect(page.locator('.head .avatar img')).toHaveAttribute('src', picture);
  await expect(page.locator('.launcher .face img')).toHaveAttribute('src', picture);
  await expect(page.locator('.launcher .toggle')).toHaveCSS('background-color', 'rgb(10, 125, 85)');
  // A button in the colour of the page is seen by its shadow and its ring.
  await expect(page.locator('.launcher .toggle')).toHaveCSS('box-shadow', /24px.*1px/);
  await expect(panel.getByText('Another line')).toBeVisible();
  await expect(panel.getByText('Another welcome')).toBeVisible();
  await expect(composerOf(page)).toHaveAttribute('placeholder', 'Another hint');
  await expect(panel.getByText('Powered by')).toHaveCount(0);
  expect((await boxOf(panel)).x).toBeLessThan(40);
  // Other settings are kept, and so is the message being written.
  await composerOf(page).fill('a draft');
  await callPortico(page, 'update', { theme: 'dark' });
  await expect(panel).not.toHaveCSS('background-color', 'rgb(255, 253, 245)');
  await expect(panel).toHaveCSS('border-radius', '3px');
  await expect(composerOf(page)).toHaveValue('a draft');
});

test('a colour is shown in every notation of CSS', async ({ page, visitChat }) => {
  await visitChat({});
  await composerOf(page).fill('Hello');
  for (const primaryColor of [
    'rgb(40% 20% 60%)',
    'hsl(270deg 50% 40%)',
    'hsl(.75turn, 50%, 40%)',
    'hwb(270 20% 40%)',
    'rebeccapurple',
    'lab(32.393 38.429 -47.689)',
    'oklch(0.4403 0.1603 303.37)',
    'color(srgb .4 .2 .6)',
  ]) {
    await callPortico(page, 'update', { branding: { primaryColor: '#0a7d55' } });
    await expect(page.locator('.write .go')).toHaveCSS('background-color', 'rgb(10, 125, 85)');
    await callPortico(page, 'update', { branding: { primaryColor } });
    await expect(page.locator('.write .go')).toHaveCSS('background-color', /^rgb\(102, 5[012], 15[234]\)$/);
  }
});

test('white on a gradient of named colours is readable as on one of numbers', async ({ page, visitChat }) => {
  await visitChat({});
  const head = page.locator('.head');
  const shown: string[] = [];
  for (const [from, to] of [
    ['#000', '#fff'],
    ['black', 'white'],
    ['black', 'oklch(1 0 0)'],
  ]) {
    const cover = { type: 'gradient' as const, value: `linear-gradient(to right, ${from}, ${to})` };
    await callPortico(page, 'update', { branding: { cover } });
    await expect(head).toHaveCSS('background-image', /to right/);
    shown.push(
      await head.evaluate((element) =>
        getComputedStyle(element).backgroundImage.replace('oklch(1 0 0)', 'rgb(255, 255, 255)'),
      ),
    );
  }
  expect(shown[0]).toMatch(/^linear-gradient\(rgba\(0, 0, 0, 0\.\d+\)/);
  expect(new Set(shown).size).toBe(1);
});

test('a suggested question with a long word or address stays within the panel', async ({ page, visitChat }) => {
  const question = `Is ${'https://harbour.example/'.repeat(5)} yours?`;
  await visitChat({ behaviour: { suggested_prompts: [question] } });
  const prompt = await boxOf(page.getByRole('button', { name: question }));
  const panel = await boxOf(page.getByRole('dialog', { name: /Harbour/ }));
  expect(prompt.x + prompt.width).toBeLessThan(panel.x + panel.width);
});

test('an empty chat without a welcome message shows its picture and name, and its prompts directly below', async ({
  page,
  visitChat,
}) => {
  await visitChat({ behaviour: { title: 'Harbour desk', welcome_message: null } });
  const hello = page.locator('.hello');
  await expect(hello).toHaveText(/Harbour desk$/);
  const middleOf = ({ y, height }: { y: number; height: number }) => y + height / 2;
  const list = await boxOf(page.getByRole('log'));
  expect(Math.abs(middleOf(await boxOf(hello)) - middleOf(list))).toBeLessThan(20);
  await callPortico(page, 'update', { behaviour: { suggestedPrompts: ['When do you open?'] } });
  const prompt = page.getByRole('button', { name: 'When do you open?' });
  const above = await boxOf(hello);
  const below = await boxOf(prompt);
  expect(above.y - list.y).toBeLessThan(40);
  expect(below.y - (above.y + above.height)).toBeLessThan(24);
  expect(Math.abs(below.x - above.x)).toBeLessThan(2);
  await ask(page, 'Hello');
  await expect(hello).toHaveCount(0);
});

test('a page of its own has the title of the chat, and the visitor’s language', async ({
  browser,
  newChat,
  portico,
}) => {
  const chat = await newChat({ behaviour: { title: 'Harbour <desk>' }, handover: { enabled: true } });
  const context = await browser.newContext({ locale: 'ar-EG', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${portico.url}/chat/${chat.slug}`);
  await expect(page.getByPlaceholder(placeholders.ar)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page).toHaveTitle('Harbour <desk>');
  await page.goto(`${portico.url}/chat/${chat.slug}?locale=de`);
  await expect(page.getByPlaceholder(placeholders.de)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  // What is above the composer is as wide as the conversation.
  expect((await boxOf(page.locator('.people').first())).width).toBeLessThan(800);
  await context.close();
});

test('a page of its own appears once the server responds, and without scripts says what it needs', async ({
  page,
  browser,
  newChat,
  portico,
}) => {
  const chat = await newChat();
  const url = `${portico.url}/chat/${chat.slug}`;
  let refused = 0;
  await page.route(`**/api/public/chat-interfaces/${chat.slug}`, async (route) => {
    refused += 1;
    if (refused > 2) await route.continue();
    else await route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' });
  });
  await page.goto(url);
  await expect(composerOf(page)).toBeVisible();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(url);
  // Not below the empty place of the chat, which is as high as the window.
  await expect(plain.locator('noscript p')).toBeInViewport();
  await context.close();
});

test('the theme is light, dark, or the visitor’s', async ({ page, visitChat }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await visitChat();
  const frame = page.locator('[data-scheme]');
  await expect(frame).toHaveAttribute('data-scheme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(frame).toHaveAttribute('data-scheme', 'light');
  await callPortico(page, 'update', { theme: 'dark' });
  await expect(frame).toHaveAttribute('data-scheme', 'dark');
  await callPortico(page, 'update', { theme: 'light' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(frame).toHaveAttribute('data-scheme', 'light');
});

test('reduced motion: nothing moves', async ({ page, visitChat, model }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Each frame from the page's beginning: what moves, moves for some tenths of a second only.
  await page.addInitScript(() => {
    const moved = new Set<string>();
    Object.assign(window, { moved });
    const look = (): void => {
      for (const { shadowRoot } of document.querySelectorAll('div')) {
        for (const animation of shadowRoot?.getAnimations() ?? []) {
          if (Number(animation.effect?.getComputedTiming().duration ?? 0) > 1) {
            const { animationName, transitionProperty } = animation as Partial<CSSAnimation & CSSTransition>;
            moved.add(animationName ?? transitionProperty ?? 'unnamed');
          }
        }
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await visitChat();
  const reply = model.hold();
  await ask(page, 'Slowly');
  await reply.write('Here ');
  await expect(repliesOf(page)).toContainText('Here');
  expect(await page.evaluate(() => [...(window as unknown as { moved: Set<string> }).moved])).toEqual([]);
  await reply.end();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  /** Opens and closes the on-screen keyboard, by changing the visual viewport. */
  const setKeyboard = (page: Page, height: number): Promise<void> =>
    page.evaluate((height) => {
      const { visualViewport } = globalThis;
      if (!visualViewport) throw new Error('no visual viewport');
      Object.defineProperty(visualViewport, 'height', { value: innerHeight - height, configurable: true });
      visualViewport.dispatchEvent(new Event('resize'));
    }, height);

  test('the panel covers the screen, or the part that the keyboard leaves free', async ({ page, newChat, embed }) => {
    const chat = await newChat();
    await page.goto(embed(chat));
    await launcherOf(page).tap();
    const panel = page.getByRole('dialog');
    await expect(panel).toHaveAttribute('aria-modal', 'true');
    const box = () => panel.boundingBox();
    await expect.poll(box).toEqual({ x: 0, y: 0, width: 390, height: 800 });
    await setKeyboard(page, 320);
    await expect.poll(box).toEqual({ x: 0, y: 0, width: 390, height: 480 });
    const composer = await boxOf(composerOf(page));
    expect(composer.y + composer.height).toBeLessThan(480);
    await askAndRead(page, 'With the keyboard open');
    await setKeyboard(page, 0);
    await expect.poll(box).toMatchObject({ height: 800 });
    // With smaller text the phone would zoom in.
    expect(
      parseFloat(await composerOf(page).evaluate((area) => getComputedStyle(area).fontSize)),
    ).toBeGreaterThanOrEqual(16);
    expect(await page.locator('meta[name=viewport]').getAttribute('content')).not.toMatch(
      /maximum-scale|user-scalable/,
    );
    await page.getByRole('button', { name: 'Close chat' }).last().tap();
    await expect(panel).toBeHidden();
  });

  test('a panel that was open stays closed on the next page', async ({ page, newChat, embed }) => {
    const chat = await newChat();
    await page.goto(embed(chat));
    await launcherOf(page).tap();
    await askAndRead(page, 'Hello');
    await page.reload();
    await expect(launcherOf(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
