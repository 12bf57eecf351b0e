import type { Locator, Page } from '@playwright/test';

type Picture = { width: number; height: number; data: number[] };

/** Decodes a picture of the page in another page, where neither policies nor styles of the tested one apply. */
async function decode(page: Page, png: Buffer): Promise<Picture> {
  const desk = await page.context().newPage();
  try {
    return await desk.evaluate(async (source) => {
      const bytes = Uint8Array.from(atob(source), (letter) => letter.codePointAt(0) ?? 0);
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const { width, height } = bitmap;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(bitmap, 0, 0);
      return { width, height, data: [...context.getImageData(0, 0, width, height).data] };
    }, png.toString('base64'));
  } finally {
    await desk.close();
    await page.bringToFront();
  }
}

/** The colour of a pixel of the page, as "red,green,blue". */
export async function colorAt(page: Page, { x, y }: { x: number; y: number }): Promise<string> {
  const { data } = await decode(page, await page.screenshot({ clip: { x, y, width: 1, height: 1 } }));
  return data.slice(0, 3).join();
}

/** The number of different colours in an element's picture. */
export async function countColors(page: Page, place: Locator): Promise<number> {
  const { data } = await decode(page, await place.screenshot());
  const colors = new Set<string>();
  for (let at = 0; at < data.length; at += 4) colors.add(data.slice(at, at + 3).join());
  return colors.size;
}

/** An element's box in CSS pixels, once its animations have ended; throws if it is not visible. */
export async function boxOf(place: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const element = await place.elementHandle();
  await element?.waitForElementState('stable');
  const box = await place.boundingBox();
  if (box === null) throw new Error('the element is not on the page');
  return box;
}

/** The strongest contrast (WCAG 2.2, 1 to 21) across the edge of an element, in the middle of one of its sides. */
export async function readEdge(page: Page, place: Locator): Promise<number> {
  const box = await boxOf(place);
  const reach = 5;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const sides = [
    { x: middle.x - 1, y: box.y - reach, width: 2, height: 2 * reach },
    { x: middle.x - 1, y: box.y + box.height - reach, width: 2, height: 2 * reach },
    { x: box.x - reach, y: middle.y - 1, width: 2 * reach, height: 2 },
  ];
  const view = page.viewportSize() ?? { width: 0, height: 0 };
  const contrasts: number[] = [];
  for (const side of sides) {
    if (side.x < 0 || side.y < 0 || side.x + side.width > view.width || side.y + side.height > view.height) continue;
    const { data } = await decode(page, await page.screenshot({ clip: side, caret: 'hide' }));
    const light = luminances(data);
    contrasts.push((Math.max(...light) + 0.05) / (Math.min(...light) + 0.05));
  }
  return Math.max(...contrasts);
}

function luminances(data: readonly number[]): number[] {
  const linear = (value = 0) =>
    value / 255 <= 0.040_45 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const found: number[] = [];
  for (let at = 0; at < data.length; at += 4)
    found.push(0.2126 * linear(data[at]) + 0.7152 * linear(data[at + 1]) + 0.0722 * linear(data[at + 2]));
  return found;
}

/** An element's box in CSS pixels of the screen, wherever the page is scrolled to. */
export const placeOf = (place: Locator): Promise<DOMRect> =>
  place.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
