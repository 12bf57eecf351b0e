import { setTimeout as wait } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { makeThreads } from './make-threads.ts';
import type { Row } from './row.ts';
import { startFloor, startProduct } from './start-product.ts';
import { percentile } from './support.ts';

export const name = 'Replies of 20 tokens a second, 50 begun at once and more until they no longer keep up';

const tokensPerSecond = 20;
const seconds = 12;
const tokens = tokensPerSecond * seconds;
const begunTogether = 50;
/** A stream has kept up if it took at most this many times as long as its tokens. */
const tolerance = 1.05;
const levels = [50, 250, 500];

interface Asked {
  readonly pool: Pool;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
  /** Text of the reply's first piece; earlier events don't count for the pace. */
  readonly mark: string;
  /** Counts the tokens in the received text. */
  readonly countTokens: (text: string) => number;
}

/**
 * Starts streams 50 at a time, a batch every 200 ms; returns the duration of each from its first token to its end, as a
 * multiple of the expected one. The time to the first token has a separate bench.
 */
async function runStreams(level: number, askOne: (i: number) => Asked): Promise<number[]> {
  const running: Promise<number>[] = [];
  for (let begun = 0; begun < level; begun += begunTogether) {
    for (let i = begun; i < Math.min(level, begun + begunTogether); i += 1) running.push(readStream(askOne(i)));
    await wait(200);
  }
  return Promise.all(running);
}

async function readStream({ pool, path, headers, body, mark, countTokens }: Asked): Promise<number> {
  const answer = await pool.request({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  let first: number | undefined;
  let text = '';
  for await (const piece of answer.body) {
    text += String(piece);
    if (first === undefined && text.includes(mark)) first = performance.now();
  }
  const took = performance.now() - (first ?? 0);
  const seen = countTokens(text);
  if (seen !== tokens) throw new Error(`${path} said ${seen} of ${tokens} tokens: ${text.slice(-300)}`);
  return took / (seconds * 1000);
}

export async function run(): Promise<Row[]> {
  const model = await startFloor('model-double', [String(1000 / tokensPerSecond), String(tokens)]);
  const proxy = await startFloor('bare-proxy', [`http://127.0.0.1:${model.port}`]);
  const product = await startProduct({ OPENAI_BASE_URL: `http://127.0.0.1:${model.port}/v1`, OPENAI_API_KEY: 'bench' });
  const most = levels.at(-1) ?? 0;
  const open = (origin: string) => new Pool(origin, { connections: most, bodyTimeout: 60_000 });
  const [ours, bare] = [open(product.url), open(`http://127.0.0.1:${proxy.port}`)];
  try {
    const threads = await makeThreads(
      product,
      levels.reduce((a, b) => a + b),
    );
    const rows: Row[] = [];
    let sustained = 0;
    let sustainedBare = 0;
    for (const level of levels) {
      const proxied = await runStreams(level, () => ({
        pool: bare,
        path: '/v1/chat/completions',
        headers: {},
        body: { model: 'double', stream: true, messages: [{ role: 'user', content: 'Go' }] },
        mark: '"content":"0 "',
        countTokens: (text) => text.match(/"content":"\d+ "/g)?.length ?? 0,
      }));
      const mine = threads.splice(0, level);
      const replied = await runStreams(level, (i) => ({
        pool: ours,
        path: `/api/v1/threads/${mine[i]}/messages`,
        headers: { 'x-api-key': product.apiKey },
        body: { content: 'Go', stream: true },
        mark: 'event: message:delta',
        countTokens: countReplied,
      }));
      const [slowest, slowestBare] = [percentile(replied, 0.99), percentile(proxied, 0.99)];
      if (slowest <= tolerance) sustained = level;
      if (slowestBare <= tolerance) sustainedBare = level;
      rows.push({
        what: `${level} at once, p99 of time over the model's own`,
        value: slowest,
        unit: 'x',
        floor: slowestBare,
      });
    }
    rows.push({
      what: `streams at once within ${tolerance} of the model's time`,
      value: sustained,
      unit: '',
      floor: sustainedBare,
      aim: { atLeast: 500 },
    });
    return rows;
  } finally {
    await Promise.all([ours.destroy(), bare.destroy()]);
    await product.close();
    await proxy.end();
    await model.end();
  }
}

/** The numbers in the pieces of a reply; pieces that arrived together are one event. */
function countReplied(text: string): number {
  const pieces = [...text.matchAll(/event: message:delta\ndata: (.*)\n/g)];
  const said = pieces.map(([, data = '{}']) => (JSON.parse(data) as { content: string }).content).join('');
  return said.trim().split(' ').length;
}
