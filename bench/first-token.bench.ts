import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { makeThreads } from './make-threads.ts';
import type { Row } from './row.ts';
import { startFloor, startProduct } from './start-product.ts';
import { percentile } from './support.ts';

export const name = 'The first token of a reply, beside the model asked directly and through a bare proxy';

const rounds = 300;
const warmups = 100;

export async function run(): Promise<Row[]> {
  const model = await startFloor('model-double', ['0', '1']);
  const proxy = await startFloor('bare-proxy', [`http://127.0.0.1:${model.port}`]);
  const product = await startProduct({ OPENAI_BASE_URL: `http://127.0.0.1:${model.port}/v1`, OPENAI_API_KEY: 'bench' });
  const pools = [model.port, proxy.port].map((port) => new Pool(`http://127.0.0.1:${port}`));
  const ours = new Pool(product.url);
  try {
    const threads = await makeThreads(product, rounds + warmups);
    const question: AskedStream = {
      path: '/v1/chat/completions',
      headers: {},
      body: { model: 'double', stream: true, messages: [{ role: 'user', content: 'Hello' }] },
      mark: '"content":"0 "',
    };
    const samples: [number[], number[], number[]] = [[], [], []];
    for (const [round, thread] of threads.entries()) {
      // One after the other in each round, so that disturbances affect all three equally.
      const [direct, proxied] = [
        await measureFirstPiece(pools[0] ?? ours, question),
        await measureFirstPiece(pools[1] ?? ours, question),
      ];
      const replied = await measureFirstPiece(ours, {
        path: `/api/v1/threads/${thread}/messages`,
        headers: { 'x-api-key': product.apiKey },
        body: { content: 'Hello', stream: true },
        mark: 'event: message:delta',
      });
      if (round < warmups) continue;
      for (const [i, sample] of [direct, proxied, replied].entries()) samples[i]?.push(sample);
    }
    const [direct, proxied, replied] = samples;
    const added = percentile(replied, 0.5) - percentile(direct, 0.5);
    const proxyAdded = percentile(proxied, 0.5) - percentile(direct, 0.5);
    return [
      { what: 'first token directly, p50', value: percentile(direct, 0.5), unit: 'ms' },
      {
        what: 'first token of a reply, p50',
        value: percentile(replied, 0.5),
        unit: 'ms',
        floor: percentile(proxied, 0.5),
      },
      {
        what: 'first token of a reply, p99',
        value: percentile(replied, 0.99),
        unit: 'ms',
        floor: percentile(proxied, 0.99),
      },
      { what: 'more than direct, p50', value: added, unit: 'ms', floor: proxyAdded, aim: { atMost: 5 } },
    ];
  } finally {
    await Promise.all([...pools, ours].map(async (pool) => pool.destroy()));
    await product.close();
    await proxy.end();
    await model.end();
  }
}

interface AskedStream {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
  /** Text that marks the first piece that counts. */
  readonly mark: string;
}

/** Milliseconds from a request to the first streamed piece that contains the mark; reads to the end. */
async function measureFirstPiece(pool: Pool, { path, headers, body, mark }: AskedStream): Promise<number> {
  const start = performance.now();
  const answer = await pool.request({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  let text = '';
  let first: number | undefined;
  for await (const piece of answer.body) {
    text += String(piece);
    if (first === undefined && text.includes(mark)) first = performance.now() - start;
  }
  if (answer.statusCode !== 200 || first === undefined)
    throw new Error(`${path} responded with ${answer.statusCode} ${text}`);
  return first;
}
