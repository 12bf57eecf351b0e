import { placeOf } from '../support/pixels.ts';
import { expect, moving, test } from '../support/test.ts';

test.use(moving);

const settings = { behaviour: { persistence: 'memory', welcome_message: 'Hello there' } };

test('a root that is transformed or zoomed later does not move the launcher', async ({ page, newChat, embed }) => {
  const chat = await newChat(settings);
  const head = '<style>main { height: 3000px } .menu { transform: translateX(200px) } .large { zoom: 2 }</style>';
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto(embed(chat, { head }));
  const toggle = page.locator('.launcher .toggle');
  const corner = async (): Promise<number[]> => {
    const { right, bottom, width } = await placeOf(toggle);
    return [1100 - right, 800 - bottom, width];
  };
  await expect.poll(corner).toEqual([20, 20, 60]);
  for (const name of ['menu', 'large', '']) {
    await page.evaluate((name) => (document.documentElement.className = name), name);
    await expect.poll(corner, `the class “${name}”`).toEqual([20, 20, 60]);
  }
  await page.evaluate(() => (document.documentElement.style.transform = 'scale(0.5)'));
  await expect.poll(corner).toEqual([20, 20, 60]);
});

test('a root that is zoomed later does not change the size of an open panel', async ({ page, newChat, embed }) => {
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto(embed(await newChat(settings)));
  await page.locator('.launcher .toggle').click();
  const panel = page.locator('.panel.open');
  // Until then its size is animated.
  await panel.evaluate(async (element) => {
    await Promise.all(element.getAnimations().map(async ({ finished }) => finished));
  });
  const before = await placeOf(panel);
  await page.evaluate(() => (document.documentElement.style.zoom = '2'));
  await expect.poll(() => page.evaluate('document.documentElement.currentCSSZoom')).toBe(2);
  await expect.poll(() => placeOf(panel)).toEqual(before);
});
