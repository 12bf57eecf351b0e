import { startProduct, startFloor } from './start-product.ts';
import { makeThreads, ask } from './make-threads.ts';
import { openListeners } from './open-listeners.ts';
import { processorSeconds, residentBytes } from './start-process.ts';
const N = Number(process.argv[2] ?? 400), ev = 100;
const wait = (ms: number) => new Promise((r) => setTimeout(r, ms));
const model = await startFloor('model-double', []);
const floor = await startFloor('bare-events', []);
const product = await startProduct({ OPENAI_BASE_URL: `http://127.0.0.1:${model.port}/v1`, OPENAI_API_KEY: 'b', ...(process.argv[3] ? { NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=/tmp/b/fanprof' } : {}) });
const [thread = ''] = await makeThreads(product, 1);
const run = async (name: string, side: any) => {
  const m0 = residentBytes(side.pid);
  const l = await openListeners(side.port, side.path, side.headers, N);
  await wait(1500);
  const m1 = residentBytes(side.pid);
  const c0 = processorSeconds(side.pid); await wait(2000); const idle = (processorSeconds(side.pid) - c0) / 2;
  l.takeDelays(); const c = processorSeconds(side.pid); const t = performance.now();
  await side.speak(); await wait(1000);
  const secs = (performance.now() - t) / 1000;
  const d = l.takeDelays();
  console.log(name, 'KB', ((m1 - m0) / N / 1024).toFixed(1), 'events', d.length / N, 'cpu µs/event', (((processorSeconds(side.pid) - c - idle * secs) / d.length) * 1e6).toFixed(1));
  l.close(); await wait(500);
};
for (let i = 0; i < 2; i++) {
await run('bare', { ...floor, path: '/', headers: '', speak: async () => (await fetch(`http://127.0.0.1:${floor.port}/?events=${ev}`, { method: 'POST' })).text() });
await run('ours', { port: Number(new URL(product.url).port), pid: product.pid, path: `/api/v1/threads/${thread}/events`, headers: `X-API-Key: ${product.apiKey}\r\n`, speak: async () => ask(product, 'POST', `/threads/${thread}/messages`, { content: `${ev} times, 100 ms` }) });
}
await product.close(); await floor.end(); await model.end();
