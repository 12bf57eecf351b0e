import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from '@playwright/test';
import { findChromium } from '../e2e/support/find-chromium.ts';
import { buildPages } from '../scripts/build-pages.ts';
import { measureBudgets } from '../scripts/budget.ts';
import { readManifest } from '../scripts/pages/manifest.ts';
import { call } from '../server/test/client.ts';
import { startServer } from '../server/test/start-server.ts';
import type { Row } from './row.ts';
import { percentile } from './support.ts';
import { measurePage, type PageFigures, type PageUnderTest } from './widget/measure-page.ts';
import { fetchPackages, peers, type PackageFolder } from './widget/peers.ts';
import { servePage, warm, type Site } from './widget/serve-page.ts';

export const name = 'The widget and its peers on a slow phone: 1.6 Mbit/s, 150 ms, a quarter of the processor';

const RUNS = 5;

/** A page with the widget under test, and its name in the table. */
type Subject = { name: string; page: PageUnderTest; close: () => Promise<void> };

export async function run(): Promise<Row[]> {
  await buildPages();
  const rows = listBytes();
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  const browser = await chromium.launch({ ...(await findChromium()), args });
  const { packages, remove } = fetchPackages(peers.map((peer) => peer.package));
  const subjects: Subject[] = [];
  try {
    subjects.push(await startEmptyPage(), await startWidget());
    for (const each of packages) subjects.push(await startPeer(each));
    rows.push(...(await measureSubjects(browser, subjects)));
  } finally {
    await browser.close();
    for (const { close } of subjects) await close();
    remove();
  }
  return rows;
}

/**
 * The bytes loaded in each step of a visit, in KB of 1,000 bytes after gzip; the first two are also limited by `npm run
 * check`.
 */
function listBytes(): Row[] {
  const dist = join(import.meta.dirname, '../widget/dist');
  const manifest = readManifest(dist);
  const later = {
    'one more language': '../shared-types/src/languages/de/widget.ts',
    'colours of code': 'src/highlight/highlighted.tsx',
    emoji: 'src/emoji/emoji-picker.tsx',
    dictation: 'src/voice/voice-input.tsx',
    'socket.io': 'src/transport/socket-live.ts',
    'a transcript': 'src/transcript/save-transcript.ts',
  };
  const budgets = measureBudgets(join(import.meta.dirname, '..'))
    .filter(({ name: budget }) => budget === 'loader' || budget.startsWith('widget'))
    .map(({ name: what, kilobytes = Number.NaN }) => ({
      what: `bytes: ${what}`,
      value: kilobytes,
      unit: 'KB',
      aim: { atMost: what === 'loader' ? 3.5 : 60 },
    }));
  const parts = Object.entries(later).map(([what, source]) => {
    const file = manifest[source]?.file;
    if (file === undefined) throw new Error(`${source} is missing in the widget's manifest`);
    const value = gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000;
    return { what: `bytes: ${what}, when used`, value, unit: 'KB' };
  });
  return [...budgets, ...parts];
}

/** The real server, and a page of another origin with the script tag. */
async function startWidget(): Promise<Subject> {
  const server = await startServer({ PUBLIC_RATE_LIMIT_PER_DAY: '10000000' }, { onDisk: true });
  const agent = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Bench' } });
  const { body } = await call(server, 'POST', '/api/v1/chat-interfaces', {
    body: { name: 'Bench', agent_id: agent.body.data.id },
  });
  const tag = `<script async src="${server.url}/embed.js" data-chat="${body.data.slug}"></script>`;
  const site = await servePage(tag, null);
  const manifest = readManifest(join(import.meta.dirname, '../widget/dist'));
  const files = Object.values(manifest).map(({ file }) => `/assets/widget/${file.replace('assets/', '')}`);
  for (const path of ['/embed.js', ...files]) await (await fetch(server.url + path)).arrayBuffer();
  return {
    name: 'portico',
    page: { url: site.url, launcher: '.launcher .toggle', field: 'textarea[data-composer]' },
    async close() {
      await site.close();
      await server.close();
    },
  };
}

async function startPeer({ name: packageName, version, folder }: PackageFolder): Promise<Subject> {
  const peer = peers.find((each) => each.package === packageName);
  if (peer === undefined) throw new Error(`no page for ${packageName}`);
  const site: Site = await servePage(peer.body, folder, peer.answers);
  await warm(
    site,
    [...peer.body.matchAll(/\{\{ORIGIN\}\}(\/dist\/[^'"]+)/g)].map(([, path]) => path ?? '/'),
  );
  const { launcher, field } = peer;
  return { name: `${packageName} ${version}`, page: { url: site.url, launcher, field }, close: site.close };
}

/** The empty host page: the floor of the machine. */
async function startEmptyPage(): Promise<Subject> {
  const site = await servePage('', null);
  return { name: 'no chat', page: { url: site.url, launcher: null, field: 'h1' }, close: site.close };
}

/**
 * The medians of a few visits, each with an empty cache. The subjects take turns, so that disturbances affect all
 * equally; the empty page's figures are the floor.
 */
async function measureSubjects(browser: Browser, subjects: readonly Subject[]): Promise<Row[]> {
  const visits = new Map<Subject, PageFigures[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < RUNS; round += 1) {
    for (const [subject, figures] of visits) figures.push(await measurePage(browser, subject.page));
  }
  const [empty] = visits.values();
  return [...visits].slice(1).flatMap(([subject, figures]) => toRows(subject, figures, empty ?? []));
}

function toRows(
  { name: subject, page }: Subject,
  visits: readonly PageFigures[],
  empty: readonly PageFigures[],
): Row[] {
  type Pick = (visit: PageFigures) => number;
  const median = (figures: readonly PageFigures[], pick: Pick) => percentile(figures.map(pick), 0.5);
  const row = (what: string, unit: string, pick: Pick, atMost?: number): Row => ({
    what: `${subject}: ${what}`,
    value: median(visits, pick),
    unit,
    ...(unit === 'ms' ? { floor: median(empty, pick) } : {}),
    ...(subject === 'portico' && atMost !== undefined ? { aim: { atMost } } : {}),
  });
  const hasLauncher = page.launcher !== null;
  return [
    row('loaded to a usable panel', 'KB', ({ bytes }) => bytes / 1000, 60),
    ...(hasLauncher ? [row('launcher visible', 'ms', (visit) => visit.launcher ?? visit.usable, 1_000)] : []),
    row('usable after the navigation', 'ms', ({ usable }) => usable),
    ...(hasLauncher ? [row('usable after the click', 'ms', ({ opening }) => opening, 1_500)] : []),
    row('blocked beyond 50 ms', 'ms', ({ blocking }) => blocking),
    row('longest task, 0 where none took 50', 'ms', ({ longest }) => longest, 50),
  ];
}
