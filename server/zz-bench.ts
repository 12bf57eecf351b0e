import { createServer } from 'node:http';
import { startServer } from './test/start-server.ts';
import { call } from './test/client.ts';
let got = 0;
const n = 3000;
const srv = createServer((req, res) => {
  req.resume();
  req.on('end', () => {
    if (req.url === '/hang') return;
    got += 1;
    res.end('ok');
  });
});
await new Promise<void>((r) => srv.listen(0, '127.0.0.1', r));
const host = `127.0.0.1:${(srv.address() as any).port}`;
const server = await startServer({ OUTBOUND_ALLOW: host, RATE_LIMIT_PER_MINUTE: '100000' });
for (const p of ['/hang', '/fast'])
  await call(server, 'POST', '/api/v1/webhooks', { body: { url: `http://${host}${p}` } });
const { sql } = server.platform.database;
const [ws] = await sql`SELECT id FROM workspaces`;
const t0 = performance.now();
await sql`SELECT sum(announce_event(${ws!['id']}, 'dlv_01m7z5b6fe' || n, 'execution.completed', '{"type":"execution.completed","timestamp":"2026-01-01T00:00:00.000Z","data":{"a":"' || repeat('x', 500) || '"}}')) FROM generate_series(1, ${n}) n`;
const t1 = performance.now();
while (got < n) await new Promise((r) => setTimeout(r, 10));
const t2 = performance.now();
console.log({
  embedded: server.platform.database.embedded,
  announceMs: (t1 - t0) / n,
  perSecond: Math.round(n / ((t2 - t1) / 1000)),
  rss: Math.round(process.memoryUsage().rss / 1e6),
});
await server.close();
srv.closeAllConnections();
srv.close();
