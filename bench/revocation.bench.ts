import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { join, TestBrowser } from '../server/test/browser.ts';
import { call, eventually, followFromNow } from '../server/test/client.ts';
import { openInstallation } from '../server/test/installation.ts';
import { connected, disconnected, openSocket } from '../server/test/sockets.ts';
import type { Row } from './row.ts';
import { percentile } from './support.ts';

export const name = 'From the loss of access until what was open under it ends';

const rounds = 20;
/** The documented limit. */
const aim = { atMost: 2_000 };

/** With real services access is revoked in one process and open in another; the embedded default has only one. */
export async function run(): Promise<Row[]> {
  const installation = await openInstallation({ RATE_LIMIT_PER_DAY: '1000000' });
  try {
    const here = await installation.start();
    const isShared = process.env['TEST_DATABASE_URL'] !== undefined && process.env['TEST_REDIS_URL'] !== undefined;
    const there = isShared ? await installation.start() : here;
    const agent = (await call(here, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data.id;
    const thread = (await call(here, 'POST', `/api/v1/agents/${agent}/threads`)).body.data.id;
    const path = `/api/v1/threads/${thread}/events`;
    const issueKey = async (more: object = {}): Promise<{ id: string; key: string }> =>
      (await call(here, 'POST', '/api/v1/api-keys', { body: { name: 'Reader', scopes: ['threads:read'], ...more } }))
        .body.data;

    const rows: Row[] = [];
    rows.push(
      ...(await measure('a revoked key, its stream', async () => {
        const { id, key } = await issueKey();
        const { events } = await followFromNow(there, path, { key });
        return { take: async () => call(here, 'DELETE', `/api/v1/api-keys/${id}`), ended: events };
      })),
      ...(await measure('a revoked key, its socket', async () => {
        const { id, key } = await issueKey();
        const socket = openSocket(there, '/threads', { api_key: key });
        if ((await connected(socket)) !== true) throw new Error('the socket was refused');
        const ended = disconnected(socket);
        return { take: async () => call(here, 'DELETE', `/api/v1/api-keys/${id}`), ended };
      })),
      ...(await measure('a rotated key, its stream', async () => {
        const { id, key } = await issueKey();
        const { events } = await followFromNow(there, path, { key });
        return { take: async () => call(here, 'POST', `/api/v1/api-keys/${id}/rotate`), ended: events };
      })),
      ...(await measure('an expired key, its stream', async () => {
        const expiresAt = new Date(Date.now() + 1_000).toISOString();
        const { key } = await issueKey({ expires_at: expiresAt });
        const { events } = await followFromNow(there, path, { key });
        await sleep(Date.parse(expiresAt) - Date.now());
        return { take: async () => Promise.resolve(), ended: events };
      })),
    );

    const owner = new TestBrowser(here);
    const token = await eventually(async () => /#setup=([\w-]+)/.exec(here.output() + there.output())?.[1]);
    const person = { token, name: 'Ada', email: 'ada@example.com', password: 'tall lamp 93 river chord' };
    owner.workspace = (await owner.send('POST', '/api/v1/auth/setup', { body: person })).body.data.workspace.id;
    let members = 0;
    rows.push(
      ...(await measure('a removed member, their stream', async () => {
        const email = `grace${(members += 1)}@example.com`;
        const member = await join(owner, email, 'viewer');
        const headers = { Cookie: member.cookie ?? '' };
        const { events } = await followFromNow(there, `${path}?workspace=${member.workspace ?? ''}`, {
          key: null,
          headers,
        });
        const all = (await owner.send('GET', '/api/v1/members')).body.data;
        const { id } = all.find(({ user }: { user: { email: string } }) => user.email === email);
        return { take: async () => owner.send('DELETE', `/api/v1/members/${id}`), ended: events };
      })),
    );
    return rows;
  } finally {
    await installation.close();
  }
}

interface Opened {
  /** Revokes access. */
  take(): Promise<unknown>;
  /** Settles when the open stream has ended. */
  readonly ended: Promise<unknown>;
}

async function measure(what: string, open: () => Promise<Opened>): Promise<Row[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { take, ended } = await open();
    const started = performance.now();
    await Promise.all([take(), ended.catch(() => undefined)]);
    times.push(performance.now() - started);
  }
  return [
    { what: `${what}, p50`, value: percentile(times, 0.5), unit: 'ms' },
    { what: `${what}, the longest of ${rounds}`, value: Math.max(...times), unit: 'ms', aim },
  ];
}
