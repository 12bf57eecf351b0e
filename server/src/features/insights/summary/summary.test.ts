import { beforeEach, expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { createChat, visitChat } from '../../../../test/open-chat.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';

const { server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });
const chat = await createChat(server);

beforeEach(async () => {
  const { sql } = server.platform.database;
  await sql`DELETE FROM threads`;
  await sql`UPDATE workspaces SET timezone = 'UTC'`;
});

async function converse(pageUrl: string, { preview = false, to = chat } = {}) {
  const { sessionId, conversationId, say, send: visitor } = await visitChat(server, to, { pageUrl });
  if (preview) await server.platform.database.sql`UPDATE chat_sessions SET preview = true WHERE id = ${sessionId}`;
  const reply = (await say('Where is my order?')).body.data;
  return { visitor, reply, path: `/api/v1/conversations/${conversationId}` };
}

const summary = async (query = '') => {
  const { body } = await call(server, 'GET', `/api/v1/insights/summary${query}`);
  return body.data ?? body;
};

test('counts conversations, their replies and ratings, by day and in total, and as a table', async () => {
  const first = await converse('https://shop.example/a');
  await first.visitor('POST', `/messages/${first.reply.id}/feedback`, { rating: 'up' });
  await converse('https://shop.example/a');
  await converse('https://shop.example/b', { preview: true });
  const third = await converse('https://shop.example/b');
  await call(server, 'POST', `${third.path}/messages`, { body: { content: 'It is on its way.' } });
  const csat = JSON.stringify({ score: 4, comment: null, at: new Date().toISOString() });
  await server.platform.database.sql`
    UPDATE conversations SET csat = ${csat}, csat_score = 4 WHERE id = ${third.path.split('/').at(-1) ?? ''}`;
  expect((await call(server, 'POST', `${third.path}/close`)).status).toBe(200);

  const { totals, series, top_pages: pages } = await summary();
  expect(totals).toMatchObject({
    conversations: 3,
    resolved_by_agent: 2,
    handed_over: 1,
    first_reply_ms_agent_median: expect.any(Number),
    first_reply_ms_person_median: expect.any(Number),
    thumbs_up: 1,
    thumbs_down: 0,
    csat_average: 4,
    csat_count: 1,
  });
  expect(totals.credits).toBeGreaterThan(0);
  expect(series.length).toBeGreaterThanOrEqual(30);
  const { from, ...today } = series.at(-1);
  expect(today).toEqual(totals);
  expect(from).toMatch(/T00:00:00\.000Z$/);
  expect(series[0]).toMatchObject({ conversations: 0, csat_average: null, first_reply_ms_agent_median: null });
  expect(pages).toEqual([
    { url: 'https://shop.example/a', conversations: 2 },
    { url: 'https://shop.example/b', conversations: 1 },
  ]);
  expect((await summary('?interface_id=chi_other')).totals).toMatchObject({ conversations: 0, credits: 0 });
  const weeks = (await summary('?interval=week&from=2026-01-05&to=2026-01-26')).series;
  expect(weeks.map((week: { from: string }) => week.from.slice(0, 10))).toEqual([
    '2026-01-05',
    '2026-01-12',
    '2026-01-19',
  ]);

  const csv = await call(server, 'GET', '/api/v1/insights/summary?format=csv');
  expect(csv.headers.get('content-type')).toContain('text/csv');
  const lines = csv.body.split('\r\n');
  expect(lines[0]).toMatch(/from,conversations,resolved_by_agent,/);
  expect(lines).toHaveLength(series.length + 2);
  expect(lines.at(-2)).toMatch(/Z,3,2,1,\d+,\d+,1,0,4,1,/);
  expect((await call(server, 'GET', '/api/v1/insights/summary?from=2026-02-01&to=2026-01-01')).status).toBe(400);
  expect((await call(server, 'GET', '/api/v1/insights/summary?from=1990-01-01')).status).toBe(400);
});

test('names the page on which a conversation began, wherever the visitor goes afterwards', async () => {
  const other = await createChat(server);
  const begun = await visitChat(server, other, { pageUrl: 'https://shop.example/price' });
  await begun.say('How much is it?');
  await begun.send('PATCH', '', { page: { url: 'https://shop.example/cart' } });
  await visitChat(server, other, { resume: begun.token, pageUrl: 'https://shop.example/later' });
  const { top_pages: pages } = await summary(`?interface_id=${other.id}`);
  expect(pages).toEqual([{ url: 'https://shop.example/price', conversations: 1 }]);
  const id = begun.conversationId;
  // One of an earlier version: the first page that is known.
  await server.platform.database.sql`UPDATE conversations SET first_page_url = NULL WHERE id = ${id}`;
  expect((await summary(`?interface_id=${other.id}`)).top_pages).toHaveLength(1);
});

test('counts a first reply of a person after weeks', async () => {
  const { path } = await converse('https://shop.example/late');
  await call(server, 'POST', `${path}/messages`, { body: { content: 'Sorry for the wait.' } });
  const id = path.split('/').at(-1) ?? '';
  const { sql } = server.platform.database;
  await sql`
    UPDATE conversations SET created_at = '2026-01-05T12:00:00Z', handed_over_at = created_at - interval '30 days'
    WHERE id = ${id}`;
  const { totals, series } = await summary('?from=2026-01-05&to=2026-01-06');
  expect(totals.first_reply_ms_person_median).toBeGreaterThanOrEqual(30 * 86_400_000);
  expect(series).toMatchObject([{ first_reply_ms_person_median: totals.first_reply_ms_person_median }]);
});

test('measures the first reply of a person from the handover, or if a person took over, from the visitor’s message', async () => {
  const to = await createChat(server, { handover: { enabled: true } });
  const { sql } = server.platform.database;
  /** Puts everything that has happened in a conversation this many minutes back. */
  const wait = async (path: string, minutes: number) => {
    const [by, id] = [`${minutes} minutes`, path.split('/').at(-1) ?? ''];
    await sql`
      WITH c AS (
        UPDATE conversations SET handed_over_at = handed_over_at - ${by}::interval WHERE id = ${id} RETURNING thread_id
      ) UPDATE messages SET created_at = created_at - ${by}::interval WHERE thread_id = (SELECT thread_id FROM c)`;
  };
  const reply = async (path: string) => call(server, 'POST', `${path}/messages`, { body: { content: 'Hello.' } });
  const median = async () => (await summary(`?interface_id=${to.id}`)).totals.first_reply_ms_person_median / 60_000;
  // A reply that takes the conversation over itself.
  const first = await converse('https://shop.example/a', { to });
  await wait(first.path, 40);
  await reply(first.path);
  expect(await median()).toBeCloseTo(40, 0);
  // A visitor who waits for a person, and writes again meanwhile.
  const second = await converse('https://shop.example/a', { to });
  await wait(second.path, 5);
  await second.visitor('POST', '/handover', {});
  await wait(second.path, 6);
  await second.visitor('POST', '/messages', { content: 'Is anybody there?' });
  await call(server, 'POST', `${second.path}/accept`);
  await wait(second.path, 4);
  await reply(second.path);
  expect(await median()).toBeCloseTo((40 + 10) / 2, 0);
  // One who reads the agent's answer for long before asking for a person, and then only waits.
  const third = await converse('https://shop.example/a', { to });
  await wait(third.path, 30);
  await third.visitor('POST', '/handover', {});
  await wait(third.path, 6);
  await reply(third.path);
  expect(await median()).toBeCloseTo(10, 0);
  // A person who takes over before writing.
  const fourth = await converse('https://shop.example/a', { to });
  await wait(fourth.path, 20);
  await call(server, 'POST', `${fourth.path}/accept`);
  await wait(fourth.path, 1);
  await reply(fourth.path);
  expect(await median()).toBeCloseTo((10 + 21) / 2, 0);
});

test('uses days in the time zone of the workspace', async () => {
  await call(server, 'PATCH', '/api/v1/workspace', { body: { timezone: 'America/New_York' } });
  const { series } = await summary('?from=2026-03-07T05:00:00.000Z&to=2026-03-10T04:00:00.000Z');
  // The clocks go forward on the 8th.
  expect(series.map(({ from }: { from: string }) => from)).toEqual([
    '2026-03-07T05:00:00.000Z',
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T04:00:00.000Z',
  ]);
  // A table for people names the days there, at the same moments.
  const table = await summary('?format=csv&from=2026-03-07T05:00:00.000Z&to=2026-03-10T04:00:00.000Z');
  const begun = table
    .split('\r\n')
    .slice(1, -1)
    .map((line: string) => line.split(',')[0] ?? '');
  expect(begun).toEqual([
    '2026-03-07T00:00:00.000-05:00',
    '2026-03-08T00:00:00.000-05:00',
    '2026-03-09T00:00:00.000-04:00',
  ]);
  expect(begun.map((at: string) => new Date(at).toISOString())).toEqual(
    series.map(({ from }: { from: string }) => from),
  );
});

test.each([
  ['+0200', 'T00:00:00.000Z'],
  ['CTT', 'T16:00:00.000Z'],
])('reads the time zone %s, which earlier versions stored, as one that Postgres knows', async (stored, midnight) => {
  await server.platform.database.sql`UPDATE workspaces SET timezone = ${stored}`;
  const { series } = await summary('?from=2026-01-05&to=2026-01-07');
  expect(series.length).toBeGreaterThan(1);
  for (const { from } of series) expect(from).toContain(midnight);
});

test.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Niue'])(
  'refuses a period before 1970 in %s, naming its field',
  async (timezone) => {
    await call(server, 'PATCH', '/api/v1/workspace', { body: { timezone } });
    const faultOf = async (query: string) => {
      const { status, body } = await call(server, 'GET', `/api/v1/insights/summary?${query}`);
      return [status, body.error?.details.fields?.[0].path];
    };
    expect(await faultOf('to=0001-01-01')).toEqual([400, 'query.to']);
    expect(await faultOf('to=0001-01-20&interval=week')).toEqual([400, 'query.to']);
    expect(await faultOf('from=0001-01-01&to=0001-01-02')).toEqual([400, 'query.from']);
    expect((await summary('?from=9999-12-01&to=9999-12-31T23:59:59.999Z')).series.length).toBeGreaterThan(30);
    expect((await summary('?from=1970-01-01&to=1970-01-02')).totals.conversations).toBe(0);
  },
);
