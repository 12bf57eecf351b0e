import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allRoutes } from '../../src/app/operations.ts';
import type { RouteDeclaration } from '../../src/platform/http/route.ts';
import { prefixes } from '../../src/platform/http/surfaces.ts';
import { signUpOwner, type TestBrowser } from '../browser.ts';
import { call, eventually, type TestAnswer } from '../client.ts';
import { startServer, type ServerUnderTest } from '../start-server.ts';

/* The query of every GET of the versioned API and of personas, from the same declarations as openapi.json. */
let server: ServerUnderTest;
let owner: TestBrowser;

beforeAll(async () => {
  server = await startServer();
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
    for (const beyond of ['0000-12-31', '9999-12-31T23:59:59-12:00']) {
      const refused = await get(route, `${address}?from=${beyond}`);
      expect([refused.status, refused.body.error?.message]).toEqual([
        400,
        'query.from: must be a time of the years 1 to 9999',
      ]);
    }
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

  /** An item in each list, and the address of the list. */
  const fill: Record<string, () => Promise<string>> = {
    '/api/v1/agents': async () => (await agent(), '/api/v1/agents'),
    '/api/v1/agents/:id/versions': async () => `/api/v1/agents/${await agent()}/versions`,
    '/api/v1/api-keys': async () => '/api/v1/api-keys',
    '/api/v1/audit-log': async () => (await agent(), '/api/v1/audit-log'),
    '/api/v1/chat-interfaces': async () => (await chat(), '/api/v1/chat-interfaces'),
    '/api/v1/chat-interfaces/:id/sessions': async () => `/api/v1/chat-interfaces/${(await chat()).id}/sessions`,
    '/api/v1/conversations': async () => (await chat(), '/api/v1/conversations'),
    '/api/v1/conversations/:id/messages': async () => `/api/v1/conversations/${(await chat()).conversation}/messages`,
    '/api/v1/saved-replies': async () => {
      await make('/api/v1/saved-replies', { name: 'Hello', shortcut: 'hello', content: 'Good day.' });
      return '/api/v1/saved-replies';
    },
    '/api/v1/executions': async () => (await run(), '/api/v1/executions'),
    '/api/v1/executions/:id/nodes': async () => `/api/v1/executions/${(await run()).execution}/nodes`,
    '/api/v1/form-interfaces': async () => (await form(), '/api/v1/form-interfaces'),
    '/api/v1/form-interfaces/:id/submissions': async () => `/api/v1/form-interfaces/${await form()}/submissions`,
    '/api/v1/documents': async () => (await base(), '/api/v1/documents'),
    '/api/v1/knowledge-bases': async () => (await base(), '/api/v1/knowledge-bases'),
    '/api/v1/knowledge-bases/:id/documents': async () => `/api/v1/knowledge-bases/${(await base()).id}/documents`,
    '/api/v1/knowledge-bases/:id/documents/:document_id/chunks': async () => (await base()).chunks,
    '/api/v1/me/sessions': async () => '/api/v1/me/sessions',
    '/api/v1/members': async () => '/api/v1/members',
    '/api/v1/invitations': async () => {
      await make('/api/v1/invitations', { email: 'grace@example.com', role: 'viewer' });
      return '/api/v1/invitations';
    },
    '/api/v1/workspaces': async () => '/api/v1/workspaces',
    '/api/personas': async () => (await persona(), '/api/personas'),
    '/api/personas/:id/instances': async () => `/api/personas/${await persona()}/instances`,
    '/api/personas/instances': async () => (await persona(), '/api/personas/instances'),
    '/api/v1/threads': async () => (await thread(), '/api/v1/threads'),
    '/api/v1/threads/:id/messages': async () => `/api/v1/threads/${await thread()}/messages`,
    '/api/v1/triggers': async () => {
      const { workflow_id } = await run();
      await make('/api/v1/triggers', { name: 'by-hand', type: 'manual', workflow_id });
      return '/api/v1/triggers';
    },
    '/api/v1/webhooks': async () => (await webhook(), '/api/v1/webhooks'),
    '/api/v1/webhooks/:id/deliveries': async () => `/api/v1/webhooks/${await webhook()}/deliveries`,
    '/api/v1/workflows': async () => (await run(), '/api/v1/workflows'),
    '/api/v1/workflows/:id/versions': async () => `/api/v1/workflows/${(await run()).workflow_id}/versions`,
  };
  /** An item in these lists needs a site, a passkey or a task's files. */
  const leftOut = [
    '/api/v1/insights/questions',
    '/api/v1/sources',
    '/api/v1/knowledge-bases/:id/sources',
    '/api/v1/knowledge-bases/:id/sources/:source_id/pages',
    '/api/v1/knowledge-bases/:id/sources/:source_id/runs',
    '/api/v1/knowledge-bases/:id/sources/:source_id/runs/:run_id/changes',
    '/api/v1/me/passkeys',
    '/api/personas/instances/:id/deliverables',
  ];

  const make = async (path: string, body: object = {}, key?: null) => {
    const answer = await call(server, 'POST', path, { body, ...(key === null ? { key } : {}) });
    expect(answer.body.error).toBeUndefined();
    return answer.body.data;
  };
  const agent = async (): Promise<string> => (await make('/api/v1/agents', { name: 'Guide' })).id;
  const thread = async (): Promise<string> => {
    const { id } = await make(`/api/v1/agents/${await agent()}/threads`);
    await make(`/api/v1/threads/${id}/messages`, { role: 'system', content: 'Be kind' });
    return id;
  };
  const chat = async () => {
    const { id, slug } = await make('/api/v1/chat-interfaces', { name: 'Help desk', agent_id: await agent() });
    const sessions = `/api/public/chat-interfaces/${slug}/sessions`;
    const session = await make(sessions, {}, null);
    const headers = { Authorization: `Bearer ${session.token}` };
    const body = { content: 'Hello' };
    await call(server, 'POST', `${sessions}/${session.id}/messages`, { key: null, headers, body });
    return { id, conversation: session.threadId.replace('thr_', 'cnv_') };
  };
  const run = async () => {
    const definition = { nodes: [{ id: 'say', type: 'template', config: { text: 'Hi' } }], edges: [], outputs: {} };
    const { id } = await make('/api/v1/workflows', { name: 'Greet', definition });
    const { execution_id: execution } = await make(`/api/v1/workflows/${id}/execute`);
    await eventually(async () => {
      const { body } = await call(server, 'GET', `/api/v1/executions/${execution}`);
      return body.data.status === 'completed' ? true : undefined;
    });
    return { workflow_id: id, execution };
  };
  const form = async (): Promise<string> => {
    const { workflow_id } = await run();
    const { id, slug } = await make('/api/v1/form-interfaces', { title: 'Ask', target_type: 'workflow', workflow_id });
    await make(`/api/public/form-interfaces/${slug}/submissions`, { message: 'Hi' }, null);
    return id;
  };
  const base = async () => {
    const { id } = await make('/api/v1/knowledge-bases', { name: 'House' });
    const documents = `/api/v1/knowledge-bases/${id}/documents`;
    const document = await make(documents, { name: 'rules.txt', text: 'The bridge is closed in May.' });
    await eventually(async () => {
      const { body } = await call(server, 'GET', `${documents}/${document.id}`);
      return body.data.status === 'ready' ? true : undefined;
    });
    return { id, chunks: `${documents}/${document.id}/chunks` };
  };
  const persona = async (): Promise<string> => {
    const { id } = await make('/api/personas', { name: 'P', category: 'Research', sopSteps: ['Look'] });
    await make(`/api/personas/${id}/instances`, { taskTitle: 'T' });
    return id;
  };
  const webhook = async (): Promise<string> => {
    const body = { url: 'https://hooks.example.com/', event_types: ['execution.completed'] };
    const { id } = await make('/api/v1/webhooks', body);
    await call(server, 'POST', `/api/v1/webhooks/${id}/test`);
    return id;
  };

  test('every list is tested with an item in it, or listed as an exception', () => {
    const known = [...Object.keys(fill), ...leftOut];
    expect(known.toSorted()).toEqual(lists.map(([path]) => path).toSorted());
  });

  test.each(lists.filter(([path]) => Object.hasOwn(fill, path)))('GET %s applies them', async (path, route) => {
    const address = (await fill[path]?.()) ?? '';
    const count = async (query: string): Promise<number> => {
      const person = path.startsWith('/api/v1/me/') || route.peopleOnly === true;
      const { body } = await (person ? owner.send('GET', address + query) : call(server, 'GET', address + query));
      expect(body.error).toBeUndefined();
      expect(body.pagination.total_count).toBeGreaterThanOrEqual(body.data.length);
      return body.pagination.total_count;
    };
    const all = await count('');
    expect(all).toBeGreaterThan(0);
    expect(await count('?from=2020-01-01&to=2100-01-01')).toBeGreaterThanOrEqual(all);
    expect(await count('?to=2020-01-01')).toBe(0);
    expect(await count('?from=2100-01-01')).toBe(0);
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

test('public endpoints and pages ignore an unknown query parameter', async () => {
  const form = await call(server, 'GET', '/api/public/form-interfaces/nothing-here?statsu=failed', { key: null });
  expect(form.status).toBe(404);
  const agent = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data;
  const body = { name: 'Help desk', agent_id: agent.id };
  const { slug } = (await call(server, 'POST', '/api/v1/chat-interfaces', { body })).body.data;
  for (const path of [`/api/public/chat-interfaces/${slug}`, `/chat/${slug}`, '/docs', '/healthz', '/openapi.json']) {
    expect([path, (await call(server, 'GET', `${path}?statsu=failed`, { key: null })).status]).toEqual([path, 200]);
  }
});
