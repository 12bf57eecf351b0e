import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allRoutes } from '../../src/app/operations.ts';
import type { RouteDeclaration } from '../../src/platform/http/route.ts';
import { prefixes } from '../../src/platform/http/surfaces.ts';
import { signUpOwner, type TestBrowser } from '../browser.ts';
import { call, type TestAnswer } from '../client.ts';
import { startServer, type ServerUnderTest } from '../start-server.ts';

/* The query of every GET of the versioned API and of personas, from the same declarations as openapi.json. */
let server: ServerUnderTest;
let owner: TestBrowser;

beforeAll(async () => {
  server = await startServer({ RATE_LIMIT_PER_MINUTE: '100000' });
  owner = await signUpOwner(server);
});
afterAll(async () => server.close());

const reads = allRoutes()
  .filter(({ method, surface }) => method === 'GET' && (surface === 'versioned' || surface === 'personas'))
  .map((route) => {
    const path = `${prefixes[route.surface][0] ?? ''}${route.path === '/' ? '' : route.path}`;
    return [path, route] as const;
  });

/** Asks with the key, or as a person if only people may ask. */
const get = async ({ peopleOnly }: RouteDeclaration, address: string): Promise<TestAnswer> =>
  peopleOnly === true ? owner.send('GET', address) : call(server, 'GET', address);

test.each(reads)('GET %s refuses an unknown query parameter and names the known ones', async (path, route) => {
  const { query } = route;
  const { status, body } = await get(route, `${path.replaceAll(/:\w+/g, 'x')}?statsu=failed`);
  expect(status).toBe(400);
  expect(body.error.code).toBe('validation_error');
  const known = query instanceof z.ZodObject ? Object.keys(query.shape).join(', ') : 'none';
  expect(body.error.details.fields).toEqual([
    { path: 'query.statsu', message: `is not a known parameter; known here: ${known}`, code: 'unknown_field' },
  ]);
});

test('public and older endpoints ignore an unknown query parameter', async () => {
  const form = await call(server, 'GET', '/api/public/form-interfaces/nothing-here?statsu=failed', { key: null });
  expect(form.status).toBe(404);
});

describe('from and to of a list', () => {
  const lists = reads.filter(([, { list }]) => list === true);

  test('every list takes them', () => {
    for (const [path, { query }] of lists) {
      expect(query instanceof z.ZodObject && Object.keys(query.shape), path).toEqual(
        expect.arrayContaining(['page', 'per_page', 'from', 'to']),
      );
    }
  });

  test.each(lists)('GET %s refuses what is not a time', async (path, route) => {
    const address = path.replaceAll(/:\w+/g, 'x');
    const wrong = await get(route, `${address}?from=yesterday`);
    expect(wrong.status).toBe(400);
    expect(wrong.body.error.message).toBe(
      'query.from: must be a date and time like 2026-01-31T09:00:00.000Z or a date like 2026-01-31',
    );
  });

  test('from is inclusive and to is exclusive', async () => {
    const made = [];
    for (const name of ['first', 'second', 'third']) {
      made.push((await call(server, 'POST', '/api/v1/agents', { body: { name } })).body.data);
      await new Promise((resolve) => {
        setTimeout(resolve, 2);
      });
    }
    const [first, second, third] = made;
    const names = async (query: string): Promise<string[]> => {
      const { body } = await call(server, 'GET', `/api/v1/agents?${query}`);
      expect(body.pagination.total_count).toBe(body.data.length);
      return body.data.map(({ name }: { name: string }) => name);
    };
    expect(await names(`from=${second.created_at}`)).toEqual(['third', 'second']);
    expect(await names(`from=${first.created_at}&to=${third.created_at}`)).toEqual(['second', 'first']);
    expect(await names('to=2020-01-01')).toEqual([]);
    expect(await names(`from=2020-01-01&to=${new Date(Date.now() + 60_000).toISOString()}`)).toHaveLength(3);
    const reversed = await call(server, 'GET', '/api/v1/agents?from=2021-01-01&to=2020-01-01');
    expect(reversed.body.error.message).toBe('query.from: must be before `to`');
  });
});

test('executions can be listed by their trigger', async () => {
  const definition = { nodes: [{ id: 'say', type: 'template', config: { text: 'Hi' } }], edges: [], outputs: {} };
  const workflow = await call(server, 'POST', '/api/v1/workflows', { body: { name: 'Greet', definition } });
  const trigger = { name: 'by-hand', type: 'manual', workflow_id: workflow.body.data.id };
  const { data } = (await call(server, 'POST', '/api/v1/triggers', { body: trigger })).body;
  const fired = await call(server, 'POST', `/api/v1/triggers/${data.id}/execute`, { body: {} });
  await call(server, 'POST', `/api/v1/workflows/${workflow.body.data.id}/execute`, { body: {} });
  const { body } = await call(server, 'GET', `/api/v1/executions?trigger_id=${data.id}`);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([fired.body.data.execution_id]);
});

test('threads can be found by a text of their title or of a message', async () => {
  const agent = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data;
  const open = async (): Promise<string> =>
    (await call(server, 'POST', `/api/v1/agents/${agent.id}/threads`)).body.data.id;
  const [titled, spoken] = [await open(), await open()];
  await call(server, 'PATCH', `/api/v1/threads/${titled}`, { body: { title: 'A 100 % refund' } });
  await call(server, 'POST', `/api/v1/threads/${spoken}/messages`, {
    body: { role: 'system', content: 'Parcel lost' },
  });
  const find = async (text: string): Promise<string[]> => {
    const { body } = await call(server, 'GET', `/api/v1/threads?q=${encodeURIComponent(text)}`);
    return body.data.map(({ id }: { id: string }) => id);
  };
  expect(await find('REFUND')).toEqual([titled]);
  expect(await find('parcel')).toEqual([spoken]);
  expect(await find('100 %')).toEqual([titled]);
  expect(await find('1_0')).toEqual([]);
});
