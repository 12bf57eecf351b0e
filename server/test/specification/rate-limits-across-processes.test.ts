import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../client.ts';
import { spawnServer, type SpawnedServer } from '../spawn-server.ts';
import { type DatabaseHome, prepareDatabaseHome } from '../databases/prepare-database-home.ts';

const services = process.env['TEST_DATABASE_URL'] !== undefined && process.env['TEST_REDIS_URL'] !== undefined;

// The embedded database supports one process; several on one Postgres need Redis (docs/reference/environment.md#roles).
describe.skipIf(!services)('Contract 4 With several web processes the limits are exact across all of them', () => {
  let home: DatabaseHome;
  let dataDir: string;
  let servers: SpawnedServer[] = [];
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-test-'));
    home = await prepareDatabaseHome(dataDir);
    // The first process creates the keys, the second reads them.
    const first = await spawnServer(dataDir, { ...home.environment });
    servers = [first, await spawnServer(dataDir, { ...home.environment })];
  });
  afterAll(async () => {
    for (const server of servers) await server.end('SIGKILL');
    await home.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function countAllowed(limits: object, total: number) {
    const [first] = servers;
    if (first === undefined) throw new Error('no server');
    const body = { name: 'k', scopes: ['agents:read'], ...limits };
    const { key } = (await call(first, 'POST', '/api/v1/api-keys', { body })).body.data;
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 15_000) {
      await new Promise((resolve) => {
        setTimeout(resolve, left + 50);
      });
    }
    const answers = await Promise.all(
      Array.from({ length: total }, async (_, index) => {
        const server = servers[index % 2];
        if (server === undefined) throw new Error('no server');
        return call(server, 'GET', '/api/v1/agents', { key });
      }),
    );
    const allowed = answers.filter(({ status }) => status === 200);
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    return allowed.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
  }

  it('the minute: of 120 concurrent requests to both exactly 50 are accepted, each with a different remainder', async () => {
    const remainders = await countAllowed({ rate_limit_per_minute: 50 }, 120);
    expect(remainders.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });
  it('the day: of 120 concurrent requests to both exactly 70 are accepted', async () => {
    expect(await countAllowed({ rate_limit_per_day: 70 }, 120)).toHaveLength(70);
  });
});
