import { performance } from 'node:perf_hooks';
import { groupQuestions } from '../server/src/features/insights/questions/group-questions.ts';
import { call } from '../server/test/client.ts';
import { startServer, type ServerUnderTest } from '../server/test/start-server.ts';
import type { Row } from './row.ts';

export const name = 'Insights: grouping unanswered questions as they come, 5,000 at a time';

const step = 5_000;
const all = Number(process.env['INSIGHT_QUESTIONS'] ?? 50_000);
/** The question that is asked after everything else has been grouped. */
const fewMore = 10;

const acts = ['repair', 'return', 'insure', 'polish', 'deliver'];
const kinds = ['red', 'wooden', 'antique', 'folding', 'silver', 'heavy', 'foreign', 'broken', 'rented', 'borrowed'];
const things = 'lamp teapot bicycle umbrella violin carpet compass anchor kettle ladder'.split(' ');
/** Of a hundred questions this many are asked only once. */
const singular = 10;

/** Five hundred questions in two wordings each, and some that are asked once. */
function writeQuestion(at: number): string {
  if (at % 100 < singular) return `Where is item ${word(at)} from ${word(at * 7 + 3)}?`;
  const [act, kind, thing] = [acts[at % 5], kinds[Math.floor(at / 5) % 10], things[Math.floor(at / 50) % 10]];
  return at % 2 === 0 ? `Can you ${act} a ${kind} ${thing}?` : `do you ${act} my ${kind} ${thing}`;
}

/** A unique word for each number. */
function word(at: number): string {
  return Array.from((at + 1_000_003).toString(26), (letter) =>
    String.fromCodePoint(97 + Number.parseInt(letter, 26)),
  ).join('');
}

async function openThread(server: ServerUnderTest): Promise<string> {
  const { body: agent } = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Bench' } });
  const { body } = await call(server, 'POST', `/api/v1/agents/${agent.data.id}/threads`, { body: {} });
  return body.data.id;
}

async function insertQuestions({ platform }: ServerUnderTest, thread: string, from: number, to: number): Promise<void> {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index);
  await platform.database.sql`
    INSERT INTO messages (id, workspace_id, thread_id, role, content, status, reply_to, outcome, created_at)
    SELECT 'msg_' || part || at, t.workspace_id, t.id, CASE part WHEN 'q' THEN 'user' ELSE 'assistant' END,
      CASE part WHEN 'q' THEN text ELSE 'No idea.' END, 'complete', CASE part WHEN 'a' THEN 'msg_q' || at END,
      CASE part WHEN 'a' THEN 'unanswered' END, now()
    FROM threads t, unnest(${numbers}::int[], ${numbers.map(writeQuestion)}::text[]) AS new (at, text),
      unnest(ARRAY['q', 'a']) AS part
    WHERE t.id = ${thread} ORDER BY at, part DESC`;
}

/** Milliseconds until none is left. */
async function groupAll({ platform }: ServerUnderTest): Promise<number> {
  const started = performance.now();
  for (let isLeft = true; isLeft;) {
    await groupQuestions(platform);
    isLeft = (await platform.database.sql`SELECT 1 FROM questions_to_group LIMIT 1`).length > 0;
  }
  return performance.now() - started;
}

export async function run(): Promise<Row[]> {
  const server = await startServer({}, { onDisk: true });
  const { sql } = server.platform.database;
  const count = async (table: string): Promise<number> =>
    (await sql<{ count: number }[]>`SELECT count(*)::int AS count FROM ${sql(table)}`)[0]?.count ?? 0;
  try {
    const thread = await openThread(server);
    const times: number[] = [];
    for (let from = 0; from < all; from += step) {
      const to = Math.min(all, from + step);
      await insertQuestions(server, thread, from, to);
      times.push((await groupAll(server)) / (to - from));
    }
    const [grouped, groups] = [await count('grouped_questions'), await count('question_groups')];
    const before = await sql`SELECT message_id, group_id FROM grouped_questions ORDER BY 1`;
    await insertQuestions(server, thread, all, all + fewMore);
    const more = await groupAll(server);
    const after = await sql`SELECT message_id, group_id FROM grouped_questions ORDER BY 1`;
    const groupOf = new Map(after.map((row) => [row['message_id'], row['group_id']]));
    const moved = before.filter((row) => groupOf.get(row['message_id']) !== row['group_id']).length;
    const [first = 0, last = 0] = [times[0], times.at(-1)];
    return [
      { what: 'questions grouped', value: grouped, unit: '', aim: { atLeast: all } },
      { what: 'groups', value: groups, unit: '' },
      { what: `each of the first ${step.toLocaleString('en')}`, value: first, unit: 'ms' },
      { what: `each of the last ${step.toLocaleString('en')}`, value: last, unit: 'ms' },
      { what: 'the last over the first', value: last / first, unit: 'x', aim: { atMost: 2 } },
      { what: 'all of them', value: times.reduce((sum, time) => sum + time * step, 0) / 1000, unit: 's' },
      { what: `${fewMore} more`, value: more, unit: 'ms' },
      { what: 'questions that changed their group by that', value: moved, unit: '', aim: { atMost: 0 } },
    ];
  } finally {
    await server.close();
  }
}
