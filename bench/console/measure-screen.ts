import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { LINE, SLOWER } from '../widget/measure-page.ts';

/** Measurements of the page itself (probe.js). Times are in milliseconds since the navigation started. */
type Seen = {
  interactive: number | null;
  complete: number | null;
  tasks: { start: number; duration: number }[];
  requests: { start: number; end: number }[];
};

export type ScreenFigures = {
  /** When the screen's heading and the navigation are visible and the page can react; milliseconds. */
  interactive: number;
  /** When nothing is loading any more; milliseconds. */
  complete: number;
  /**
   * The longest chain of requests until it is interactive, each started after the previous one had ended, including the
   * page.
   */
  turns: number;
  requests: number;
  blocking: number;
  longest: number;
};

const DONE = 'the bench has seen it';
const LONGEST_WAIT_MS = 60_000;
const probe = readFileSync(join(import.meta.dirname, 'probe.js'), 'utf8');

/** Opens the console's first screen with an empty cache under the throttle, signed in with the key. */
export async function measureScreen(
  browser: Browser,
  { url, apiKey }: { url: string; apiKey: string },
): Promise<ScreenFigures> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const answer = await page.request.post(`${url}/api/v1/auth/sign-in-with-key`, { data: { api_key: apiKey } });
    if (!answer.ok()) throw new Error(`signing in responded with ${answer.status()}: ${await answer.text()}`);
    await page.addInitScript({ content: `${probe}\nwatchScreen(${JSON.stringify(DONE)});` });
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', LINE);
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    // Reported on the console, because any other query would first add a long task to the page.
    const seenAll = page.waitForEvent('console', { predicate: (it) => it.text() === DONE, timeout: LONGEST_WAIT_MS });
    await page.goto(`${url}/console`, { waitUntil: 'commit' });
    await seenAll;
    return sumUp(await page.evaluate<Seen>('window.seenByBench'));
  } finally {
    await context.close();
  }
}

function sumUp({ interactive, complete, tasks, requests }: Seen): ScreenFigures {
  const until = complete ?? Number.NaN;
  const before = requests.filter(({ end }) => end <= (interactive ?? until));
  return {
    interactive: interactive ?? Number.NaN,
    complete: until,
    turns: countTurns(before),
    requests: requests.length,
    blocking: tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    longest: Math.max(0, ...tasks.map(({ duration }) => duration)),
  };
}

/** The number of requests in the longest chain. */
function countTurns(requests: readonly { start: number; end: number }[]): number {
  const turns: { end: number; turn: number }[] = [];
  for (const { start, end } of requests.toSorted((a, b) => a.start - b.start)) {
    const earlier = turns.filter((other) => other.end <= start).map(({ turn }) => turn);
    turns.push({ end, turn: 1 + Math.max(0, ...earlier) });
  }
  return Math.max(0, ...turns.map(({ turn }) => turn));
}
