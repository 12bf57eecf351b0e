import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePersona, startTask } from '../server/test/persona-tasks.ts';
import { startModelServer, type RecordedCall } from '../server/test/model-server/start-model-server.ts';
import { ask, makeThreads } from './make-threads.ts';
import type { Row } from './row.ts';
import { startProduct } from './start-product.ts';
import { percentile } from './support.ts';

export const name = 'From a cancel until the model’s connection ends, beside one who hangs up on the model himself';

const rounds = 60;
const patienceMs = 30_000;

export async function run(): Promise<Row[]> {
  const model = await startModelServer();
  // By itself no answer ever ends.
  model.always({ text: ['one ', 'two '], hangAfter: 1 });
  const product = await startProduct({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'bench' });
  /** The call that `begin` causes, once the model has it. */
  const nextCall = async (begin: () => Promise<unknown>): Promise<RecordedCall> => {
    const before = model.calls.length;
    await begin();
    const called = await until(() => model.calls[before]);
    // Until its first word has come, too.
    await sleep(20);
    return called;
  };
  const timeOf = async (call: RecordedCall, cancel: () => Promise<unknown>): Promise<number> => {
    const started = performance.now();
    void cancel();
    await until(() => call.aborted || undefined);
    return performance.now() - started;
  };
  const sample = async (once: (round: number) => Promise<number>): Promise<number[]> => {
    const all: number[] = [];
    for (let round = 0; round < rounds; round += 1) all.push(await once(round));
    return all;
  };
  const post = async <T>(path: string, body: object = {}): Promise<T> => ask<T>(product, 'POST', path, body);
  try {
    const direct = await sample(async () => {
      const hangUp = new AbortController();
      const body = JSON.stringify({ model: 'double', stream: true, messages: [{ role: 'user', content: 'Hello' }] });
      const call = await nextCall(async () =>
        fetch(`${model.url}/chat/completions`, { method: 'POST', body, signal: hangUp.signal }),
      );
      return timeOf(call, async () => Promise.resolve(hangUp.abort()));
    });
    const threads = await makeThreads(product, rounds);
    const replies = await sample(async (round) => {
      const path = `/threads/${threads[round]}`;
      let replying: Promise<unknown> = Promise.resolve();
      const call = await nextCall(async () => {
        replying = post(`${path}/messages`, { content: 'Hello' });
        return Promise.resolve();
      });
      const time = await timeOf(call, async () => post(`${path}/cancel`));
      await replying;
      return time;
    });
    const nodes = [{ id: 'ask', type: 'llm', config: { prompt: 'Hello', model: 'double' } }];
    const { id: workflow } = await post<{ id: string }>('/workflows', { name: 'Bench', definition: { nodes } });
    const executions = await sample(async () => {
      let id = '';
      const call = await nextCall(async () => {
        id = (await post<{ execution_id: string }>(`/workflows/${workflow}/execute`)).execution_id;
      });
      return timeOf(call, async () => post(`/executions/${id}/cancel`));
    });
    const persona = await makePersona(product);
    const tasks = await sample(async () => {
      let id = '';
      const call = await nextCall(async () => {
        id = (await startTask(product, persona.id)).id;
      });
      const path = `${product.url}/api/personas/instances/${id}/cancel`;
      return timeOf(call, async () => fetch(path, { method: 'POST', headers: { 'X-API-Key': product.apiKey } }));
    });
    return [
      ...rowsOf('a reply', replies, direct),
      ...rowsOf('an execution’s node', executions, direct),
      ...rowsOf('a persona’s step', tasks, direct),
    ];
  } finally {
    await product.close();
    await model.close();
  }
}

function rowsOf(what: string, samples: number[], direct: number[]): Row[] {
  return [
    { what: `${what}, p50`, value: percentile(samples, 0.5), unit: 'ms', floor: percentile(direct, 0.5) },
    {
      what: `${what}, the longest of ${rounds}`,
      value: Math.max(...samples),
      unit: 'ms',
      floor: Math.max(...direct),
      aim: { atMost: 1_000 },
    },
  ];
}

/** Looks each millisecond, as the double only notes that somebody went away. */
async function until<T>(find: () => T | undefined): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`nothing came of it within ${patienceMs} ms`);
    await sleep(1);
  }
}
