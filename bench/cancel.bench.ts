import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, eventually } from '../server/test/client.ts';
import { makePersona, startTask } from '../server/test/persona-tasks.ts';
import { startModelServer, type RecordedCall } from '../server/test/model-server/start-model-server.ts';
import { makeThreads } from './make-threads.ts';
import type { Row } from './row.ts';
import { startProduct } from './start-product.ts';
import { percentile } from './support.ts';

export const name = 'From a cancel until the model’s connection ends, beside one who hangs up on the model himself';

const rounds = 60;
const timeoutMs = 30_000;

export async function run(): Promise<Row[]> {
  const model = await startModelServer();
  // A reply never ends by itself.
  model.always({ text: ['one ', 'two '], hangAfter: 1 });
  const product = await startProduct({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'bench' });
  /** The call that `begin` causes, once the model has received it and sent its first word. */
  const nextCall = async (begin: () => unknown): Promise<RecordedCall> => {
    const before = model.calls.length;
    await begin();
    const called = await soon(() => model.calls[before]);
    await sleep(20);
    return called;
  };
  const sample = async (once: (round: number) => Promise<number>): Promise<number[]> => {
    const all: number[] = [];
    for (let round = 0; round < rounds; round += 1) all.push(await once(round));
    return all;
  };
  const post = async (path: string, body: object = {}) => call(product, 'POST', path, { body });
  try {
    const direct = await sample(async () => {
      const hangUp = new AbortController();
      const body = JSON.stringify({ model: 'double', stream: true, messages: [{ role: 'user', content: 'Hello' }] });
      const asked = await nextCall(async () =>
        fetch(`${model.url}/chat/completions`, { method: 'POST', body, signal: hangUp.signal }),
      );
      return measureEnd(asked, async () => Promise.resolve(hangUp.abort()));
    });
    const threads = await makeThreads(product, rounds);
    const replies = await sample(async (round) => {
      const path = `/api/v1/threads/${threads[round]}`;
      // Resolves when the reply has ended.
      const asked = await nextCall(() => void post(`${path}/messages`, { content: 'Hello' }));
      return measureEnd(asked, async () => post(`${path}/cancel`));
    });
    const nodes = [{ id: 'ask', type: 'llm', config: { prompt: 'Hello', model: 'double' } }];
    const workflow = (await post('/api/v1/workflows', { name: 'Bench', definition: { nodes } })).body.data.id;
    const executions = await sample(async () => {
      let id = '';
      const asked = await nextCall(async () => {
        id = (await post(`/api/v1/workflows/${workflow}/execute`)).body.data.execution_id;
      });
      return measureEnd(asked, async () => post(`/api/v1/executions/${id}/cancel`));
    });
    const persona = await makePersona(product);
    const tasks = await sample(async () => {
      let id = '';
      const asked = await nextCall(async () => {
        id = (await startTask(product, persona.id)).id;
      });
      return measureEnd(asked, async () => post(`/api/personas/instances/${id}/cancel`));
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

/** Milliseconds from the cancel request until the model's connection is closed. */
async function measureEnd(asked: RecordedCall, cancel: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  const cancelling = cancel();
  await soon(() => asked.aborted || undefined);
  const time = performance.now() - started;
  await cancelling;
  return time;
}

/** Polls each millisecond, because the double only records what happens. */
async function soon<T>(find: () => T | undefined): Promise<T> {
  return eventually(async () => Promise.resolve(find()), timeoutMs, 1);
}
