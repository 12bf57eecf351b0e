import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Response } from '@playwright/test';

export type PageUnderTest = { url: string; launcher: string | null; field: string };

export type PageFigures = {
  /**
   * Bytes after gzip -9 of every script, style sheet and response loaded until the visitor can type; without the page
   * itself.
   */
  bytes: number;
  /** Addresses loaded, in order. */
  loaded: string[];
  /** Milliseconds. */
  launcher: number | null;
  usable: number;
  /** From the click on the launcher; the same as `usable` if there is none. */
  opening: number;
  /** Total blocking time: the part of each task beyond 50 ms, in milliseconds, from the subject's first file on. */
  blocking: number;
  /** The longest of them, in milliseconds; 0 if none took 50. */
  longest: number;
};

/** Measurements of the page under test itself (probe.js). Times are in milliseconds since the navigation started. */
type Seen = {
  /** When the first file of the subject was loaded; if there is none, when the page was loaded. */
  arrived: number | null;
  launcher: number | null;
  /** When the launcher was clicked. */
  clicked: number | null;
  usable: number | null;
  /** Tasks of over 50 ms. */
  tasks: { start: number; duration: number }[];
};

/**
 * The network and processor of a slow phone: 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip, a quarter of the speed.
 */
export const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
export const SLOWER = 4;
/** A function as text, because the page has neither our modules nor our types. */
const probe = readFileSync(join(import.meta.dirname, 'probe.js'), 'utf8');
const LONGEST_WAIT_MS = 60_000;
const DONE = 'the bench has seen it';

/**
 * Opens the page with an empty cache under the throttle, clicks the launcher as soon as it is visible, and waits for
 * the field.
 */
export async function measurePage(browser: Browser, { url, launcher, field }: PageUnderTest): Promise<PageFigures> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    const responses: Response[] = [];
    page.on('response', (response) => responses.push(response));
    await page.addInitScript({ content: `${probe}\nwatchPage(${JSON.stringify({ launcher, field, done: DONE })});` });
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', LINE);
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    // Reported on the console, because any other query would first add a long task to the page.
    const seenAll = page.waitForEvent('console', { predicate: (it) => it.text() === DONE, timeout: LONGEST_WAIT_MS });
    await page.goto(url, { waitUntil: 'commit' });
    await seenAll;
    const until = [...responses];
    // Work of the page directly afterwards also counts as blocking, because the visitor is typing by then.
    await page.waitForTimeout(1_500);
    const seen = await page.evaluate<Seen>('window.seenByBench');
    return await sumUp(seen, until, url);
  } finally {
    await context.close();
  }
}

async function sumUp(seen: Seen, responses: readonly Response[], url: string): Promise<PageFigures> {
  let bytes = 0;
  const loaded: string[] = [];
  for (const response of responses) {
    const address = response.url();
    if (address === url || !address.startsWith('http')) continue;
    loaded.push(new URL(address).pathname);
    const body = await response.body().catch(() => Buffer.alloc(0));
    bytes += gzipSync(body, { level: 9 }).length;
  }
  // Earlier work is the page's, not the subject's.
  const durations = seen.tasks.filter(({ start }) => start >= (seen.arrived ?? 0)).map(({ duration }) => duration);
  const usable = seen.usable ?? Number.NaN;
  return {
    bytes,
    loaded,
    launcher: seen.launcher,
    usable,
    opening: usable - (seen.clicked ?? 0),
    blocking: durations.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0),
    longest: Math.max(0, ...durations),
  };
}
