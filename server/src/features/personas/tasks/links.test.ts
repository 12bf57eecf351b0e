import { expect, test } from 'vitest';
import { call, followFromNow } from '../../../../test/client.ts';
import { makePersona, startTask, waitFor } from '../../../../test/persona-tasks.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';

const { server } = await startWithDoubles({ PERSONA_LINK_DAYS: '7' });

const headersOf = (link: string) => ({ Authorization: `Bearer ${new URL(link).hash.replace('#token=', '')}` });
const open = async (id: string, link: string): Promise<number> =>
  (await call(server, 'GET', `/api/public/persona-instances/${id}`, { key: null, headers: headersOf(link) })).status;

async function startWaiting() {
  const persona = await makePersona(server, { autonomyLevel: 'approve_all', sopSteps: ['Only'] });
  const { id, link } = await startTask(server, persona.id);
  await waitFor(server, id, 'awaiting_approval');
  return { id, link };
}

test('a link is renewed and revoked, and its streams end', async () => {
  const { id, link } = await startWaiting();
  const path = `/api/personas/instances/${id}/link`;
  const follow = async (by: string) =>
    followFromNow(server, `/api/public/persona-instances/${id}/events`, { key: null, headers: headersOf(by) });
  const first = await follow(link);
  const renewed = await call(server, 'POST', path);
  expect([renewed.status, renewed.body.data]).toEqual([200, { link: expect.any(String), expiresAt: null }]);
  expect([await open(id, link), await open(id, renewed.body.data.link)]).toEqual([404, 200]);
  await first.events;
  const second = await follow(renewed.body.data.link);
  expect((await call(server, 'DELETE', path)).body.data).toEqual({ id, deleted: true });
  expect(await open(id, renewed.body.data.link)).toBe(404);
  await second.events;
  const { body } = await call(server, 'GET', `/api/personas/instances/${id}`);
  expect(await open(id, body.data.link)).toBe(200);
  expect((await call(server, 'POST', '/api/personas/instances/ins_none/link')).status).toBe(404);
});

test('a link ends with the key that received it', async () => {
  const { id, link } = await startWaiting();
  const scopes = ['personas:read', 'executions:approve'];
  const { body } = await call(server, 'POST', '/api/v1/api-keys', { body: { name: 'r', scopes } });
  const read = await call(server, 'GET', `/api/personas/instances/${id}`, { key: body.data.key });
  const given: string = read.body.data.link;
  expect(await open(id, given)).toBe(200);
  const stream = await followFromNow(server, `/api/public/persona-instances/${id}/events`, {
    key: null,
    headers: headersOf(given),
  });
  await call(server, 'DELETE', `/api/v1/api-keys/${body.data.id}`);
  expect([await open(id, given), await open(id, link)]).toEqual([404, 200]);
  await stream.events;
});

test('a link is valid while its task runs, and for some days after', async () => {
  const persona = await makePersona(server, { sopSteps: ['Only'] });
  const { id, link } = await startTask(server, persona.id);
  await waitFor(server, id, 'completed');
  expect(await open(id, link)).toBe(200);
  const endedAgo = async (days: number) => server.platform.database.sql`
    UPDATE persona_instances SET completed_at = now() - make_interval(days => ${days}) WHERE id = ${id}`;
  await endedAgo(6);
  expect(await open(id, link)).toBe(200);
  const { body } = await call(server, 'POST', `/api/personas/instances/${id}/link`);
  expect(Date.parse(body.data.expiresAt)).toBeGreaterThan(Date.now());
  await endedAgo(8);
  expect(await open(id, body.data.link)).toBe(404);
});

test('a decision by link may have fields that the server does not know; the API refuses them', async () => {
  const { id, link } = await startWaiting();
  const path = `/api/public/persona-instances/${id}`;
  const byLink = { key: null, headers: headersOf(link) };
  const [approval] = (await call(server, 'GET', path, byLink)).body.data.approvals;
  const body = { decision: 'approve', readForMs: 4_000 };
  const refused = await call(server, 'POST', `/api/personas/instances/${id}/approvals/${approval.id}`, { body });
  expect(refused.status).toBe(400);
  const decided = await call(server, 'POST', `${path}/approvals/${approval.id}`, { ...byLink, body });
  expect([decided.status, decided.body.data?.status]).toEqual([200, 'approved']);
});
