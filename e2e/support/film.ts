import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** Pictures of a page in order, each with its duration in milliseconds. */
export class Film {
  readonly #page: Page;
  readonly #frames: { picture: Buffer; shownMs: number }[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** Takes a picture with the duration `shownMs`; an identical picture only extends the one before. */
  async take(shownMs: number): Promise<void> {
    const picture = await this.#page.screenshot();
    const last = this.#frames.at(-1);
    if (last?.picture.equals(picture) === true) last.shownMs += shownMs;
    else this.#frames.push({ picture, shownMs });
  }

  /** Takes pictures during an animation, until `isDone`. */
  async takeWhile(isDone: () => Promise<boolean>, { everyMs = 120, maxFrames = 20 } = {}): Promise<void> {
    for (let count = 0; count < maxFrames && !(await isDone()); count += 1) {
      await this.take(everyMs);
      await sleep(everyMs);
    }
  }

  /**
   * Writes the pictures as an endlessly repeating WebP animation; returns their number, the duration, and the size in
   * bytes.
   */
  async write(file: string): Promise<{ frames: number; seconds: number; bytes: number }> {
    const pictures = this.#frames.map(({ picture }) => picture);
    const delay = this.#frames.map(({ shownMs }) => shownMs);
    const { size } = await sharp(pictures, { join: { animated: true } })
      .webp({ loop: 0, delay, quality: 80, effort: 6, minSize: true })
      .toFile(file);
    return { frames: pictures.length, seconds: delay.reduce((sum, ms) => sum + ms, 0) / 1000, bytes: size };
  }
}
