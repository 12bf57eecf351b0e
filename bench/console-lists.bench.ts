import { performance } from 'node:perf_hooks';
import { call } from '../server/test/client.ts';
import { startServer, type ServerUnderTest } from '../server/test/start-server.ts';
import { fillLists, type Owners } from './console/fill-lists.ts';
import type { Row } from './row.ts';
import { percentile } from './support.ts';

export const name = 'Pages of the console’s lists with 100,000 rows each (10,000 pages of a source)';

const rows = 100_000;
const perPage = 20;
const repeats = 5;

/**
 * Every list that grows with use, as requested by the console: without a filter, and with each filter that it offers.
 */
const lists = ({ base, chat, form, run, source, webhook, workflow }: Owners): Record<string, string[]> => ({
  '/threads': [''],
  '/conversations': [
    '',
    'status=waiting',
    'tag=sales',
    'unanswered=true',
    'q=w77',
    'q=harbour',
    `interface_id=${chat}`,
  ],
  '/insights/questions': ['', 'state=unanswered', `interface_id=${chat}`],
  [`/form-interfaces/${form}/submissions`]: ['', 'status=failed'],
  [`/knowledge-bases/${base}/documents`]: ['', 'status=failed'],
  [`/knowledge-bases/${base}/sources/${source}/pages`]: ['', 'status=failed', 'q=99'],
  [`/knowledge-bases/${base}/sources/${source}/runs/${run}/changes`]: [''],
  '/executions': ['', 'status=failed', `workflow_id=${workflow}`],
  [`/webhooks/${webhook}/deliveries`]: ['', 'status=failed'],
  '/audit-log': ['', 'action=agent.updated'],
});

export async function run(): Promise<Row[]> {
  const server = await startServer({}, { onDisk: true });
  try {
    const owners = await fillLists(server, rows);
    const measured: Row[] = [];
    for (const [path, filters] of Object.entries(lists(owners))) {
      for (const filter of filters) measured.push(...(await measureList(server, path, filter)));
    }
    return measured;
  } finally {
    await server.close();
  }
}

async function measureList(server: ServerUnderTest, path: string, filter: string): Promise<Row[]> {
  const total = await readTotal(server, path, filter);
  const places = { first: 1, middle: Math.ceil(total / perPage / 2), last: Math.ceil(total / perPage) };
  const what = `${path.replaceAll(/\w+_\w+/g, ':id')}${filter === '' ? '' : `?${filter.replace(/_\w+$/, '')}`}`;
  const measured: Row[] = [];
  for (const [place, page] of Object.entries(places)) {
    const times: number[] = [];
    for (let round = 0; round < repeats; round += 1)
      times.push(await timePage(server, `${path}?page=${page}&${filter}`));
    measured.push({ what: `${what}, ${place} page`, value: percentile(times, 0.5), unit: 'ms', aim: { atMost: 100 } });
  }
  return measured;
}

async function readTotal(server: ServerUnderTest, path: string, filter: string): Promise<number> {
  const { status, body } = await call(server, 'GET', `/api/v1${path}?${filter}`);
  if (status !== 200) throw new Error(`${path}?${filter} responded with ${status}: ${JSON.stringify(body)}`);
  const total: number = body.pagination.total_count;
  if (total < 100) throw new Error(`${path}?${filter} has only ${total} rows`);
  return total;
}

async function timePage(server: ServerUnderTest, path: string): Promise<number> {
  const started = performance.now();
  const { status } = await call(server, 'GET', `/api/v1${path.replace(/&$/, '')}`);
  if (status !== 200) throw new Error(`${path} responded with ${status}`);
  return performance.now() - started;
}
