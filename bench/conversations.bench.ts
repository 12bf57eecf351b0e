import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../server/test/databases/connect.ts';
import { ask } from './make-threads.ts';
import { openListeners } from './open-listeners.ts';
import type { Row } from './row.ts';
import { type Product, startFloor, startProduct } from './start-product.ts';
import { percentile } from './support.ts';

export const name = 'A visitor’s message on its way to the team, and the list of conversations';

const open = 2_000;
const members = 20;
const perSecond = 50;
const seconds = 20;
const stored = 100_000;
const settleMs = 2_000;

interface Visitor {
  readonly path: string;
  readonly headers: Record<string, string>;
}

export async function run(): Promise<Row[]> {
  const floor = await measureFloor();
  const product = await startProduct({ PUBLIC_RATE_LIMIT_PER_DAY: '1000000000' });
  try {
    const slug = await openDesk(product);
    const visitors: Visitor[] = [];
    while (visitors.length < open) {
      visitors.push(...(await Promise.all(Array.from({ length: 40 }, async () => askForPerson(product, slug)))));
    }
    const rows = await measureMessages(product, visitors, floor);
    return product.databaseUrl === undefined
      ? rows
      : [...rows, ...(await measureLists(product, product.databaseUrl, slug))];
  } finally {
    await product.close();
  }
}

async function openDesk(product: Product): Promise<string> {
  const agent = await ask<{ id: string }>(product, 'POST', '/agents', { name: 'Guide' });
  const many = 100_000;
  const limits = { sessions_per_minute: many, messages_per_minute: many, session_messages_per_minute: many };
  const body = { name: 'Desk', agent_id: agent.id, handover: { enabled: true, timeout_minutes: 600 }, limits };
  return (await ask<{ slug: string }>(product, 'POST', '/chat-interfaces', body)).slug;
}

/** A visitor who waits for a person, so that the agent is silent. */
async function askForPerson(product: Product, slug: string): Promise<Visitor> {
  const sessions = `/api/public/chat-interfaces/${slug}/sessions`;
  const { id, token } = await post<{ id: string; token: string }>(product, { path: sessions, headers: {} }, '', {});
  const visitor = { path: `${sessions}/${id}`, headers: { Authorization: `Bearer ${token}` } };
  await post(product, visitor, '/handover', { reason: 'Bench' });
  return visitor;
}

async function post<T>({ url }: Product, { path, headers }: Visitor, rest: string, body: object): Promise<T> {
  const response = await fetch(url + path + rest, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${rest} responded with ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
}

/** From the moment a visitor sends a message to its arrival in each member's stream. */
async function measureMessages(product: Product, visitors: readonly Visitor[], floor: number[]): Promise<Row[]> {
  const port = Number(new URL(product.url).port);
  const key = `X-API-Key: ${product.apiKey}\r\n`;
  const mark = 'event: conversation:message';
  const listeners = await openListeners(port, '/api/v1/conversations/events', key, members, mark);
  await wait(settleMs);
  const sent: Promise<unknown>[] = [];
  const count = perSecond * seconds;
  const start = performance.now();
  for (let at = 0; at < count; at += 1) {
    await wait(Math.max(0, start + (at * 1_000) / perSecond - performance.now()));
    const visitor = visitors[(at * 7) % visitors.length];
    if (visitor !== undefined) sent.push(post(product, visitor, '/messages', { content: `at:${Date.now()} hello` }));
  }
  await Promise.all(sent);
  await wait(settleMs);
  const delays = listeners.takeDelays();
  listeners.close();
  if (delays.length !== count * members) throw new Error(`${delays.length} of ${count * members} messages arrived`);
  const p50 = { value: percentile(delays, 0.5), floor: percentile(floor, 0.5) };
  const p99 = { value: percentile(delays, 0.99), floor: percentile(floor, 0.99) };
  const what = `${perSecond} messages a second, ${open.toLocaleString('en')} conversations, ${members} members`;
  return [
    { what: `${what}, p50`, ...p50, unit: 'ms' },
    { what: `${what}, p99`, ...p99, unit: 'ms', aim: { atMost: 300 } },
  ];
}

/** The same events from memory, to as many listeners. */
async function measureFloor(): Promise<number[]> {
  const floor = await startFloor('bare-events', []);
  try {
    const listeners = await openListeners(floor.port, '/', '', members);
    const query = `events=${perSecond * seconds}&every=${1_000 / perSecond}`;
    await fetch(`http://127.0.0.1:${floor.port}/?${query}`, { method: 'POST' }).then(async (answer) => answer.text());
    await wait(settleMs);
    const delays = listeners.takeDelays();
    listeners.close();
    return delays;
  } finally {
    await floor.end();
  }
}

const lists: Readonly<Record<string, string>> = {
  all: '',
  'of one status': '&status=waiting',
  'of nobody': '&assignee=none',
  'of one interface, the 40th page': '&page=40&interface_id={interface}',
  'closed ones of one interface': '&status=closed&interface_id={interface}',
  'of one agent': '&agent_id={agent}',
  'with a word that 100 have': '&q=zeppelin',
  'with a word that all have': '&q=harbour',
};

/** Lists as members request them. */
async function measureLists(product: Product, databaseUrl: string, slug: string): Promise<Row[]> {
  await fillConversations(product, databaseUrl, slug);
  const [first] = await ask<{ interface: { id: string }; agent_id: string }[]>(
    product,
    'GET',
    '/conversations?per_page=1',
  );
  const rows: Row[] = [];
  for (const [which, filter] of Object.entries(lists)) {
    const filled = filter.replace('{interface}', first?.interface.id ?? '').replace('{agent}', first?.agent_id ?? '');
    const path = `/conversations?per_page=25${filled}`;
    const times: number[] = [];
    for (let turn = 0; turn < 45; turn += 1) {
      const start = performance.now();
      await ask(product, 'GET', path);
      // The first few requests run with cold caches.
      if (turn >= 5) times.push(performance.now() - start);
    }
    const what = `a list of ${stored.toLocaleString('en')} conversations, ${which}, p95`;
    // Counting a word that occurs in all conversations reads them all.
    const aim = which === 'with a word that all have' ? {} : { aim: { atMost: 50 } };
    rows.push({ what, value: percentile(times, 0.95), unit: 'ms', ...aim });
  }
  return rows;
}

/** Copies two conversations of visitors until there are enough; every thousandth is of the rarer kind. */
async function fillConversations(product: Product, databaseUrl: string, slug: string): Promise<void> {
  const conversations: string[] = [];
  for (const content of ['Is the harbour open?', 'May a zeppelin land in the harbour?']) {
    const visitor = await askForPerson(product, slug);
    await post(product, visitor, '/messages', { content });
    const [newest] = await ask<{ id: string }[]>(product, 'GET', '/conversations?per_page=1');
    conversations.push(newest?.id ?? '');
  }
  const [common = '', rare = ''] = conversations;
  const sql = connect(databaseUrl);
  try {
    const copies = sql`generate_series(1, ${stored - open}) AS n`;
    const source = sql`CASE WHEN n % 1000 = 0 THEN ${rare} ELSE ${common} END`;
    await sql`
      INSERT INTO threads SELECT (jsonb_populate_record(NULL::threads, to_jsonb(t) || jsonb_build_object('id', 'thr_bench' || n))).*
      FROM ${copies} JOIN threads t ON t.id = replace(${common}, 'cnv_', 'thr_')`;
    await sql`
      INSERT INTO conversations SELECT (jsonb_populate_record(NULL::conversations, to_jsonb(c) || jsonb_build_object(
        'id', 'cnv_bench' || n, 'thread_id', 'thr_bench' || n, 'is_indexed', true, 'timeout_at', NULL,
        'status', (ARRAY['bot', 'bot', 'bot', 'waiting', 'human', 'closed', 'closed'])[1 + n % 7],
        'updated_at', now() - n * interval '10 seconds', 'created_at', now() - n * interval '20 seconds'))).*
      FROM ${copies} JOIN conversations c ON c.id = ${source}`;
    await sql`
      INSERT INTO conversation_words SELECT (jsonb_populate_record(NULL::conversation_words,
        to_jsonb(w) || jsonb_build_object('conversation_id', 'cnv_bench' || n))).*
      FROM ${copies} JOIN conversation_words w ON w.conversation_id = ${source}`;
    await sql`VACUUM ANALYZE conversations, conversation_words, threads`;
  } finally {
    await sql.end();
  }
}
