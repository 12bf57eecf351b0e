import { expect, test } from '../support/test.ts';

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

for (const [side, places] of [
  ['height', placesWithoutHeight],
  ['width', placesWithoutWidth],
] as const) {
  for (const [kind, place, pixels] of places) {
    test(`the ${side} of an inline chat in a container ${kind}`, async ({ page, newChat, embed }) => {
      await page.goto(embed(await newChat(), { script: { mode: 'inline', target: '#chat' }, main: place }));
      await expect(page.locator('.panel textarea')).toBeVisible();
      expect(await page.locator('.panel').boundingBox()).toMatchObject({ [side]: pixels });
    });
  }
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
