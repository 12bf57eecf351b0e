import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { call, eventually, type TestAnswer } from '../client.ts';
import { useClock } from '../clock.ts';
import { type ServerUnderTest, startServer } from '../start-server.ts';
import { expectError, expectInvalid } from './fields.ts';
import { makeChat, makeForm, newVisitor } from './interfaces.ts';
import { type Body, fileForm, useWorld, workflowOf } from './world.ts';

const world = useWorld();
const clock = useClock();
// A separate server with the default limits, so that no other requests count against the address of the tests.
let plain: ServerUnderTest;
beforeAll(async () => {
  plain = await startServer({ RATE_LIMIT_PER_MINUTE: '', RATE_LIMIT_PER_DAY: '' });
});
afterAll(async () => plain.close());

const five = ['limit', 'remaining', 'reset', 'limit-day', 'remaining-day'];
const limitsOf = ({ headers }: TestAnswer) => five.map((name) => Number(headers.get(`x-ratelimit-${name}`)));

/** How many of `total` concurrent requests are accepted in one minute; the others get a 429. */
async function countAllowed(total: number, request: (index: number) => Promise<TestAnswer>): Promise<number> {
  clock.toNextMinute();
  const answers = await Promise.all(Array.from({ length: total }, async (_, index) => request(index)));
  const refused = answers.filter(({ status }) => status === 429);
  for (const answer of refused) expectError(answer, 429, 'rate_limit_exceeded');
  return total - refused.length;
}

describe('Contract 4 Rate limits', () => {
  it('Default 600 a minute and 50,000 a day for each key', async () => {
    const [minute, , , day] = limitsOf(await call(plain, 'GET', '/api/v1/agents'));
    expect([minute, day]).toEqual([600, 50_000]);
  });
  it('or the key’s own', async () => {
    const key = await world.keyWith(['agents:read'], { rate_limit_per_minute: 7, rate_limit_per_day: 8 });
    expect(limitsOf(await world.api('GET', '/agents', { key })).filter((_, index) => index % 3 === 0)).toEqual([7, 8]);
  });
  it('Windows are fixed: the UTC minute; refused requests don’t count', async () => {
    const key = await world.keyWith(['agents:read'], { rate_limit_per_minute: 2, rate_limit_per_day: 4 });
    clock.toNextMinute();
    const get = async () => world.api('GET', '/agents', { key });
    const statuses: number[] = [];
    for (let sent = 0; sent < 5; sent += 1) statuses.push((await get()).status);
    expect(statuses).toEqual([200, 200, 429, 429, 429]);
    const refused = await get();
    expect(limitsOf(refused)[4]).toBe(2);
    clock.toNextMinute();
    expect([(await get()).status, (await get()).status]).toEqual([200, 200]);
    expect((await get()).body.error.details).toMatchObject({ window: 'day', limit: 4 });
  });

  describe('a request with no valid key', () => {
    it('is limited to 60 a minute for each IP', async () => {
      const headers = newVisitor();
      const request = async () => call(world.server, 'GET', '/api/v1/agents', { key: null, headers });
      expect(await countAllowed(75, request)).toBe(60);
      expect((await call(world.server, 'GET', '/api/v1/agents', { key: null, headers: newVisitor() })).status).toBe(
        401,
      );
      expect((await world.api('GET', '/agents', { headers })).status).toBe(200);
    });
    it('and to 5,000 a day', async () => {
      const answer = await call(world.server, 'GET', '/api/v1/agents', { key: null, headers: newVisitor() });
      expect(limitsOf(answer)).toEqual([60, 59, expect.any(Number), 5_000, 4_999]);
    });
  });

  describe('Public endpoints', () => {
    let chat: Body;
    let form: Body;
    beforeAll(async () => {
      chat = await makeChat(world);
      form = await makeForm(world);
    });
    const visit = async (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
      call(world.server, method, path, { key: null, headers, ...(body === undefined ? {} : { body }) });

    it('carry all five: the per-minute ones of the limit nearest to its end, the day’s of the IP (20,000)', async () => {
      const answer = await visit('POST', `${form.base}/submissions`, newVisitor(), { message: 'Hi' });
      expect(limitsOf(answer)).toEqual([10, 9, expect.any(Number), 20_000, 19_999]);
      for (const limit of limitsOf(await visit('GET', form.base, newVisitor()))) expect(limit).toBeGreaterThan(0);
    });
    // spec-8-limits.test.ts checks the number of accepted requests.
    it.each([
      ['20 uploads', 20, 'upload'],
      ['10 submissions', 10, 'submissions'],
    ])('Form: %s a minute for each IP and interface', async (_rule, limit, path) => {
      const headers = newVisitor();
      for (const { base } of [form, await makeForm(world)]) {
        const answer =
          path === 'upload'
            ? await call(world.server, 'POST', `${base}/upload`, { key: null, headers, form: fileForm('a.txt', 'Hi') })
            : await visit('POST', `${base}/submissions`, headers, { message: 'Hi' });
        expect([answer.status < 300, ...limitsOf(answer).slice(0, 2)]).toEqual([true, limit, limit - 1]);
      }
    });
    it('Form: 30 queries a minute for each IP and interface', async () => {
      const { id } = (await visit('POST', `${form.base}/submissions`, newVisitor(), { message: 'Hi' })).body.data;
      const answer = await visit('POST', `${form.base}/submissions/${id}/query`, newVisitor(), { query: 'Hi' });
      expect([answer.status, ...limitsOf(answer).slice(0, 2)]).toEqual([200, 30, 29]);
    });
    it('chat: 10 sessions a minute for each IP and interface', async () => {
      const headers = newVisitor();
      const own = await makeChat(world);
      expect(await countAllowed(14, async () => visit('POST', `${own.base}/sessions`, headers, {}))).toBe(10);
      expect((await visit('POST', `${chat.base}/sessions`, headers, {})).status).toBe(201);
    });
    const open = async (base: string, headers: Record<string, string>) => {
      const { id, token } = (await visit('POST', `${base}/sessions`, headers, {})).body.data;
      return { at: `${base}/sessions/${id}`, headers: { ...headers, Authorization: `Bearer ${token}` } };
    };
    it('chat: 10 uploads a minute for each IP and interface', async () => {
      const session = await open(chat.base, newVisitor());
      const request = async () =>
        call(world.server, 'POST', `${session.at}/upload`, {
          key: null,
          headers: session.headers,
          form: fileForm('a.txt', 'Hi'),
        });
      expect(await countAllowed(14, request)).toBe(10);
    });
    it('chat: 20 messages a minute for each session', async () => {
      const session = await open(chat.base, newVisitor());
      const request = async () => visit('POST', `${session.at}/messages`, session.headers, { content: 'Hi' });
      expect(await countAllowed(25, request)).toBe(20);
    });
    it('chat: 30 messages a minute for each IP and interface', async () => {
      const visitor = newVisitor();
      const sessions = [await open(chat.base, visitor), await open(chat.base, visitor)];
      const request = async (index: number) => {
        const session = sessions[index % 2];
        if (session === undefined) throw new Error('there are two sessions');
        return visit('POST', `${session.at}/messages`, session.headers, { content: 'Hi' });
      };
      expect(await countAllowed(38, request)).toBe(30);
    });
    it('an interface can set its own limits', async () => {
      const strict = await makeForm(world, { limits: { submissions_per_minute: 2 } });
      const headers = newVisitor();
      const request = async () => visit('POST', `${strict.base}/submissions`, headers, { message: 'Hi' });
      expect(await countAllowed(5, request)).toBe(2);
    });
  });

  describe('The IP', () => {
    const remaining = async (server: { url: string; apiKey: string }, forwarded: string) =>
      limitsOf(
        await call(server, 'GET', '/api/v1/agents', { key: null, headers: { 'X-Forwarded-For': forwarded } }),
      )[1];
    it('is the peer’s unless TRUST_PROXY sets the number of trusted proxies', async () => {
      clock.toNextMinute();
      const first = await remaining(plain, '81.9.9.1');
      expect(await remaining(plain, '81.9.9.2')).toBe((first ?? 0) - 1);
    });
    it('with TRUST_PROXY=1 it is the last one of X-Forwarded-For', async () => {
      clock.toNextMinute();
      expect(await remaining(world.server, '1.1.1.1, 81.9.9.3')).toBe(59);
      expect(await remaining(world.server, '2.2.2.2, 81.9.9.3')).toBe(58);
      expect(await remaining(world.server, '81.9.9.4')).toBe(59);
    });
    it.each([
      ['81.9.9.5:51234', '81.9.9.5:51235', '81.9.9.6:51234'],
      ['[2a00:1450:1:4::1]:51234', '2a00:1450:1:4::2', '[2a00:1450:1:5::1]'],
    ])('the port that some proxies add does not belong to it: %s', async (first, same, other) => {
      clock.toNextMinute();
      expect(await remaining(world.server, first)).toBe(59);
      expect(await remaining(world.server, same)).toBe(58);
      expect(await remaining(world.server, other)).toBe(59);
    });
    it('IPv6 counts by /64', async () => {
      clock.toNextMinute();
      expect(await remaining(world.server, '2a00:1450:1:2::1')).toBe(59);
      expect(await remaining(world.server, '2a00:1450:1:2:ffff::9')).toBe(58);
      expect(await remaining(world.server, '2a00:1450:1:3::1')).toBe(59);
    });
  });

  describe('Idempotency-Key', () => {
    const post = async (key: string, body: unknown, path = '/agents', apiKey?: string) =>
      world.api('POST', path, {
        body,
        headers: { 'Idempotency-Key': key },
        ...(apiKey === undefined ? {} : { key: apiKey }),
      });
    it('the same API key, path and body returns the first response again with Idempotent-Replayed: true', async () => {
      const first = await post('one', { name: 'A' });
      const again = await post('one', { name: 'A' });
      expect(first.headers.get('idempotent-replayed')).toBeNull();
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect([again.status, again.body]).toEqual([201, first.body]);
      expect((await world.get('/agents')).filter(({ id }: Body) => id === first.body.data.id)).toHaveLength(1);
    });
    it('on any authenticated POST: an execution starts once', async () => {
      const { id } = await world.make('/workflows', workflowOf());
      const [first, again] = [
        await post('run', { inputs: {} }, `/workflows/${id}/execute`),
        await post('run', { inputs: {} }, `/workflows/${id}/execute`),
      ];
      expect(again.body.data.execution_id).toBe(first.body.data.execution_id);
      expect(await world.get(`/executions?workflow_id=${id}`)).toHaveLength(1);
    });
    it('a duplicate sent in the meantime waits for it', async () => {
      const { id } = await world.thread();
      world.model.reply({ text: 'Slowly.', delayMs: 300 });
      const body = { content: 'Hi' };
      const answers = await Promise.all([
        post('twin', body, `/threads/${id}/messages`),
        post('twin', body, `/threads/${id}/messages`),
      ]);
      expect(answers[0]?.body.data.id).toBe(answers[1]?.body.data.id);
      expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(1);
    });
    /** Lets the next reply of the model wait until `finish` is called; `begun` resolves once it is requested. */
    const holdReply = () => {
      const { promise: hangUntil, resolve: finish } = Promise.withResolvers<void>();
      const before = world.model.calls.length;
      world.model.reply({ text: 'Slowly.', hangAfter: 0, hangUntil });
      const begun = async () => eventually(async () => (world.model.calls.length > before ? true : undefined));
      return { begun, finish };
    };
    it('a duplicate waits however long the first one takes', async () => {
      const { id } = await world.thread();
      const { begun, finish } = holdReply();
      const send = async () => post('long', { content: 'Hi' }, `/threads/${id}/messages`);
      vi.useFakeTimers({ toFake: ['setInterval'] });
      try {
        const first = send();
        await begun();
        const { sql } = world.server.platform.database;
        // The claim of a process that died would expire after two minutes.
        for (let minutes = 0; minutes < 3; minutes += 1) {
          clock.forward(60_000);
          vi.advanceTimersByTime(30_000);
          await eventually(async () => {
            const rows = await sql`
              SELECT 1 FROM idempotent_requests WHERE key = 'long' AND created_at > now() - interval '30 seconds'`;
            return rows[0];
          });
        }
        const second = send();
        await world.get(`/threads/${id}`);
        finish();
        const answers = await Promise.all([first, second]);
        expect(answers[1].body).toEqual(answers[0].body);
        expect(answers[1].headers.get('idempotent-replayed')).toBe('true');
        expect(await world.get(`/threads/${id}/messages`)).toHaveLength(2);
      } finally {
        vi.useRealTimers();
      }
    });
    it.each([
      ['a message', (thread: Body) => `/api/v1/threads/${thread.id}/messages`, { content: 'Hi' }],
      ['an older chat', (thread: Body) => `/v1/agents/${thread.agent_id}/chat`, { message: 'Hi' }],
    ])('a client that lost the connection gets the first response again: %s', async (name, pathOf, fields) => {
      const thread = await world.thread();
      const { begun, finish } = holdReply();
      const path = pathOf(thread);
      const body = 'message' in fields ? { ...fields, threadId: thread.id } : fields;
      const headers = { 'Idempotency-Key': `lost: ${name}` };
      const client = new AbortController();
      const lost = fetch(world.server.url + path, {
        method: 'POST',
        headers: { ...headers, 'X-API-Key': world.server.apiKey, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: client.signal,
      });
      await begun();
      client.abort();
      await expect(lost).rejects.toThrow('aborted');
      const again = call(world.server, 'POST', path, { body, headers });
      // The server has noticed the disconnect before it serves this request.
      await world.get(`/threads/${thread.id}`);
      finish();
      const { status, headers: seen, body: answer } = await again;
      expect([status, seen.get('idempotent-replayed')]).toEqual([200, 'true']);
      const messages = await world.get(`/threads/${thread.id}/messages`);
      expect(messages.map(({ role }: Body) => role)).toEqual(['user', 'assistant']);
      expect([answer.data.id, answer.data.messageId]).toContain(messages[1].id);
    });
    it('an older endpoint has its own responses beside the versioned one at the same path', async () => {
      const request = { body: { name: 'A' }, headers: { 'Idempotency-Key': 'envelopes' } };
      const versioned = await call(world.server, 'POST', '/api/v1/agents', request);
      const older = await call(world.server, 'POST', '/v1/agents', request);
      expect(versioned.body.data).toHaveProperty('created_at');
      expect([older.status, older.headers.get('idempotent-replayed'), older.body.success]).toEqual([201, null, true]);
      expect(older.body.data.id).not.toBe(versioned.body.data.id);
    });
    it('other spellings of an address are the same path', async () => {
      const headers = { 'Idempotency-Key': 'spellings' };
      const spelled = async (path: string, name: string) =>
        call(world.server, 'POST', path, { body: { name }, headers });
      const first = await spelled('/api/v1/knowledge-bases', 'A');
      for (const path of ['/api/v1/knowledge-bases/', '/v1/Knowledge-Bases', '/API/v1/knowledge-bases?x=1']) {
        expect((await spelled(path, 'A')).body, path).toEqual(first.body);
      }
      const older = await spelled('/v1/agents', 'A');
      expect((await spelled('/v1/Agents/', 'A')).body).toEqual(older.body);
      expect((await spelled('/v1/agents', 'B')).status).toBe(400);
    });
    it('another body is 400', async () => {
      await post('other-body', { name: 'A' });
      const refused = await post('other-body', { name: 'B' });
      expectInvalid(refused, 'headers.idempotency-key');
      expect(refused.body.error.message).toMatch(/: use another key$/);
    });
    it('another path or API key is another request', async () => {
      const first = await post('places', { name: 'A' });
      const apiKey = await world.keyWith(['agents:write']);
      const other = await post('places', { name: 'A' }, '/agents', apiKey);
      expect(other.body.data.id).not.toBe(first.body.data.id);
      expect((await post('places', { name: 'A' }, '/knowledge-bases')).status).toBe(201);
      for (const ids of ['a%2Fdeliveries%2Fb/deliveries/c', 'a/deliveries/b%2Fdeliveries%2Fc', 'A/deliveries/b']) {
        const { status, headers } = await post('places', {}, `/webhooks/${ids}/redeliver`);
        expect([status, headers.get('idempotent-replayed')], ids).toEqual([404, null]);
      }
    });
    it('has 1 to 255 characters', async () => {
      expect((await post('x'.repeat(255), { name: 'A' })).status).toBe(201);
      expectInvalid(await post('x'.repeat(256), { name: 'A' }), 'headers.idempotency-key');
    });
    it('a 4xx response is kept', async () => {
      const body = { name: 'A', knowledge_base_ids: ['kb_nope'] };
      const first = await post('bad', body);
      const again = await post('bad', body);
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([400, 'true']);
      expect(again.body).toEqual(first.body);
    });
    it('and so is one of the older endpoints, in their format', async () => {
      const request = { body: { message: 'Hi' }, headers: { 'Idempotency-Key': 'older' } };
      const first = await call(world.server, 'POST', '/v1/agents/agt_nope/chat', request);
      const again = await call(world.server, 'POST', '/v1/agents/agt_nope/chat', request);
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([404, 'true']);
      expect(again.body).toEqual(first.body);
      expect(again.body.success).toBe(false);
    });
    it('a body that does not match its schema uses up no key', async () => {
      expectInvalid(await post('shape', { name: '' }), 'body.name');
      expect((await post('shape', { name: 'A' })).status).toBe(201);
    });
    it('5xx responses are not kept', async () => {
      const { id } = await world.thread();
      world.model.reply({ status: 400, error: { message: 'no' } });
      expect((await post('broken', { content: 'Hi' }, `/threads/${id}/messages`)).status).toBe(500);
      expect((await post('broken', { content: 'Hi' }, `/threads/${id}/messages`)).status).toBe(200);
    });
    it('streams are not kept', async () => {
      const { id } = await world.thread();
      const body = { content: 'Hi', stream: true };
      for (const count of [2, 4]) {
        expect((await post('stream', body, `/threads/${id}/messages`)).status).toBe(200);
        expect(await world.get(`/threads/${id}/messages`)).toHaveLength(count);
      }
    });
  });
});
