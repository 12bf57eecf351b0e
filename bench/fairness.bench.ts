import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { startModelServer } from '../server/test/model-server/start-model-server.ts';
import { ask, makeThreads } from './make-threads.ts';
import type { Row } from './row.ts';
import { startProduct, type Product } from './start-product.ts';
import { percentile } from './support.ts';

export const name = 'A quiet workspace beside a noisy one';

const samples = 40;
/** How many times longer the quiet workspace may wait for its slowest work than without noise. */
const maxTimes = 3;
const timeoutMs = 60_000;

/** Work of one kind: the quiet workspace measures it, and the noisy one does it as often as possible. */
interface Contest {
  readonly what: string;
  once(): Promise<void>;
  /** Does it once; many run concurrently and repeatedly. */
  disturb(): Promise<void>;
  readonly disturbers: number;
}

export async function run(): Promise<Row[]> {
  const model = await startModelServer();
  model.always(({ body }) => (JSON.stringify(body).includes('Never end') ? { text: 'one ', hangAfter: 1 } : {}));
  const rows: Row[] = [];
  try {
    // Each on a separate server, because the unfinished noise of one contest would affect the next one.
    for (const makeContest of [codeContest, replyContest, extractionContest]) {
      const product = await startProduct({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'bench' });
      try {
        await product.command('workspace', 'create', 'noisy');
        const made = await product.command('key', 'create', '--workspace', 'noisy');
        const apiKey = /ptk_\w+/.exec(made)?.[0] ?? '';
        rows.push(...(await measure(await makeContest(product, { ...product, apiKey }))));
      } finally {
        await product.close();
      }
    }
    return rows;
  } finally {
    await model.close();
  }
}

async function measure({ what, once, disturb, disturbers }: Contest): Promise<Row[]> {
  await sample(once, 5);
  const alone = percentile(await sample(once, samples), 0.99);
  let isOver = false;
  // The duration of the noise itself is not measured: some of it ends only with the product.
  const makeNoise = async (): Promise<void> => {
    while (!isOver) await disturb().catch(() => undefined);
  };
  for (let count = 0; count < disturbers; count += 1) void makeNoise();
  // Resolves when all of it is running or waiting.
  await sleep(3_000);
  const beside = percentile(await sample(once, samples), 0.99);
  isOver = true;
  return [
    { what: `${what}, p99 alone`, value: alone, unit: 'ms' },
    { what: `${what}, p99 beside the noisy one`, value: beside, unit: 'ms' },
    { what: `${what}, how much longer`, value: beside / alone, unit: 'x', aim: { atMost: maxTimes } },
  ];
}

async function sample(once: () => Promise<void>, count: number): Promise<number[]> {
  const all: number[] = [];
  for (let done = 0; done < count; done += 1) {
    const start = performance.now();
    await once();
    all.push(performance.now() - start);
  }
  return all;
}

/** A short script beside scripts that never end. */
async function codeContest(quiet: Product, noisy: Product): Promise<Contest> {
  const short = await saveCode(quiet, 'export default () => 1');
  const endless = await saveCode(noisy, 'export default () => { for (;;) {} }');
  return {
    what: 'a code node',
    once: async () => runWorkflow(quiet, short),
    disturb: async () => runWorkflow(noisy, endless),
    disturbers: 20,
  };
}

async function saveCode(product: Product, source: string): Promise<string> {
  const definition = { nodes: [{ id: 'run', type: 'code', config: { source } }] };
  return (await ask<{ id: string }>(product, 'POST', '/workflows', { name: 'Bench', definition })).id;
}

async function runWorkflow(product: Product, id: string): Promise<void> {
  const started = await ask<{ execution_id: string }>(product, 'POST', `/workflows/${id}/execute`, { inputs: {} });
  await until(
    product,
    `/executions/${started.execution_id}`,
    (status) => status === 'completed' || status === 'failed',
  );
}

/** A reply beside more replies than there are slots, none of which ends. */
async function replyContest(quiet: Product, noisy: Product): Promise<Contest> {
  const [thread = ''] = await makeThreads(quiet, 1);
  const threads = await makeThreads(noisy, 700);
  return {
    what: 'a reply',
    once: async () => {
      await ask(quiet, 'POST', `/threads/${thread}/messages`, { content: 'Hello' });
    },
    disturb: async () => {
      await ask(noisy, 'POST', `/threads/${threads.pop() ?? ''}/messages`, { content: 'Never end' });
    },
    disturbers: 700,
  };
}

/** A small page beside documents that take long to read. */
async function extractionContest(quiet: Product, noisy: Product): Promise<Contest> {
  const add = async (product: Product, base: string, text: string): Promise<void> => {
    const form = new FormData();
    form.append('file', new Blob([text]), `page-${performance.now()}.html`);
    const response = await fetch(`${product.url}/api/v1/knowledge-bases/${base}/documents`, {
      method: 'POST',
      headers: { 'X-API-Key': product.apiKey },
      body: form,
    });
    const { data } = (await response.json()) as { data: { id: string } };
    const path = `/knowledge-bases/${base}/documents/${data.id}`;
    await until(product, path, (status) => status === 'ready' || status === 'failed');
  };
  const openBase = async (product: Product): Promise<string> =>
    (await ask<{ id: string }>(product, 'POST', '/knowledge-bases', { name: 'Bench' })).id;
  const [small, large] = [await openBase(quiet), await openBase(noisy)];
  const rows = '<tr><td>A cell</td><td>and <b>another</b> one</td></tr>'.repeat(10_000);
  let count = 0;
  const page = (body: string): string => `<html><body><h1>Page ${(count += 1)}</h1>${body}</body></html>`;
  return {
    what: 'a page of a knowledge base',
    once: async () => add(quiet, small, page('<p>The bridge is closed in May.</p>')),
    disturb: async () => add(noisy, large, page(`<table>${rows}</table>`)),
    disturbers: 10,
  };
}

async function until(product: Product, path: string, isOver: (status: string) => boolean): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!isOver((await ask<{ status: string }>(product, 'GET', path)).status)) {
    if (performance.now() > end) throw new Error(`${path} did not end within ${timeoutMs} ms`);
    await sleep(5);
  }
}
