import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../e2e/support/find-chromium.ts';
import { measureBudgets } from '../scripts/budget.ts';
import { buildPages } from '../scripts/build-pages.ts';
import { measureScreen, type ScreenFigures } from './console/measure-screen.ts';
import type { Row } from './row.ts';
import { startProduct } from './start-product.ts';
import { percentile } from './support.ts';

export const name = 'The console’s first screen on a slow phone: 1.6 Mbit/s, 150 ms, a quarter of the processor';

const RUNS = 5;
/** Two steps: the page, and then its files, the files of the screen and the session, all in parallel. */
const NEEDED_TURNS = 2;

export async function run(): Promise<Row[]> {
  await buildPages();
  const product = await startProduct();
  const browser = await chromium.launch({
    ...(await findChromium()),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    // The server reads and compresses its files once.
    await measureScreen(browser, product);
    const visits: ScreenFigures[] = [];
    for (let round = 0; round < RUNS; round += 1) visits.push(await measureScreen(browser, product));
    return [...listBytes(), ...toRows(visits)];
  } finally {
    await browser.close();
    await product.close();
  }
}

/** KB of 1,000 bytes after gzip; also limited by `npm run check`. */
function listBytes(): Row[] {
  return measureBudgets(join(import.meta.dirname, '..'))
    .filter(({ name: budget }) => budget.startsWith('console'))
    .map(({ name: what, kilobytes = Number.NaN }) => ({
      what: `bytes: ${what}`,
      value: kilobytes,
      unit: 'KB',
      aim: { atMost: 120 },
    }));
}

function toRows(visits: readonly ScreenFigures[]): Row[] {
  const median = (pick: (visit: ScreenFigures) => number) => percentile(visits.map(pick), 0.5);
  return [
    {
      what: 'interactive after the navigation',
      value: median(({ interactive }) => interactive),
      unit: 'ms',
      aim: { atMost: 1_500 },
    },
    { what: 'all data shown', value: median(({ complete }) => complete), unit: 'ms' },
    {
      what: 'requests one after another until then',
      value: median(({ turns }) => turns),
      unit: '',
      aim: { atMost: NEEDED_TURNS },
    },
    { what: 'requests in all', value: median(({ requests }) => requests), unit: '' },
    { what: 'blocked beyond 50 ms', value: median(({ blocking }) => blocking), unit: 'ms' },
    { what: 'longest task, 0 where none took 50', value: median(({ longest }) => longest), unit: 'ms' },
  ];
}
