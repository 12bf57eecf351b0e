import type { AddressInfo } from 'node:net';
import express from 'express';
import { Pool } from 'undici';
import { startServer } from '../server/test/start-server.ts';
import type { Row } from './row.ts';
import { measureRate } from './support.ts';

export const name = 'A read with key, limits and one row, beside bare Express with the same select';

/** Sends GETs over kept-alive connections; the body is read, as a client would. */
async function rateOf(origin: string, path: string, headers: Record<string, string>): Promise<number> {
  const pool = new Pool(origin, { connections: 10 });
  const get = async (): Promise<void> => {
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
    await body.text();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
  };
  await measureRate(10, 1, get);
  const rate = await measureRate(10, 4, get);
  await pool.close();
  return rate;
}

export async function run(): Promise<Row[]> {
  const server = await startServer({ RATE_LIMIT_PER_MINUTE: '10000000', RATE_LIMIT_PER_DAY: '1000000000' });
  const { sql } = server.platform.database;
  const headers = { 'X-API-Key': server.apiKey };
  const created = await fetch(`${server.url}/api/v1/agents`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Bench' }),
  });
  const { data } = (await created.json()) as { data: { id: string } };
  const bare = express().get('/agents/:id', async (request, response) => {
    const [row] = await sql`SELECT * FROM agents WHERE id = ${request.params.id}`;
    response.json({ data: row });
  });
  const floorServer = bare.listen(0, '127.0.0.1');
  const { port } = floorServer.address() as AddressInfo;
  const floor = await rateOf(`http://127.0.0.1:${port}`, `/agents/${data.id}`, {});
  const value = await rateOf(server.url, `/api/v1/agents/${data.id}`, headers);
  floorServer.close();
  await server.close();
  return [
    { what: 'GET /api/v1/agents/:id', value, unit: '1/s', floor },
    { what: 'share of the floor', value: value / floor, unit: '', aim: { atLeast: 0.5 } },
  ];
}
