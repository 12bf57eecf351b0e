import { beforeAll, describe, expect, it } from 'vitest';
import { call, type TestAnswer } from '../client.ts';
import { useClock } from '../clock.ts';
import { expectError, expectInvalid } from './fields.ts';
import { makeForm, newVisitor } from './interfaces.ts';
import { type Body, fileForm, useWorld } from './world.ts';

const world = useWorld();
const clock = useClock();

const five = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-ratelimit-limit-day',
  'x-ratelimit-remaining-day',
];
const limitsOf = ({ headers }: TestAnswer) => five.map((name) => Number(headers.get(name) ?? Number.NaN));

describe('Specification 8 Limits', () => {
  describe('API rate limits: per API key', () => {
    it('per minute: exactly this many, then 429 until the minute ends', async () => {
      const key = await world.keyWith(['agents:read'], { rate_limit_per_minute: 3 });
      const other = await world.keyWith(['agents:read'], { rate_limit_per_minute: 3 });
      clock.toNextMinute();
      const answers: TestAnswer[] = [];
      for (let sent = 0; sent < 5; sent += 1) answers.push(await world.api('GET', '/agents', { key }));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
      expect(answers.map((answer) => limitsOf(answer)[1])).toEqual([2, 1, 0, 0, 0]);
      expect((await world.api('GET', '/agents', { key: other })).status).toBe(200);
      const refused = answers[3];
      if (refused === undefined) throw new Error('five answers were expected');
      expectError(refused, 429, 'rate_limit_exceeded');
      const retryAfter = Number(refused.headers.get('retry-after'));
      expect(refused.body.error.details).toEqual({ retry_after: retryAfter, limit: 3, window: 'minute' });
      expect(retryAfter).toBeGreaterThan(0);
      expect(retryAfter).toBeLessThanOrEqual(60);
    });
    it('per day', async () => {
      const key = await world.keyWith(['agents:read'], { rate_limit_per_day: 2 });
      const statuses: number[] = [];
      for (let sent = 0; sent < 3; sent += 1) statuses.push((await world.api('GET', '/agents', { key })).status);
      expect(statuses).toEqual([200, 200, 429]);
      const { body, headers } = await world.api('GET', '/agents', { key });
      expect(body.error.details).toMatchObject({ limit: 2, window: 'day' });
      expect(Number(headers.get('retry-after'))).toBe(body.error.details.retry_after);
    });
  });

  describe('Rate limit headers on every response', () => {
    const key = async () => world.keyWith(['agents:read'], { rate_limit_per_minute: 500, rate_limit_per_day: 9_000 });
    const read = async (): Promise<number[]> => limitsOf(await world.api('GET', '/agents', { key: await key() }));
    it('X-RateLimit-Limit: requests allowed per minute', async () => {
      expect((await read())[0]).toBe(500);
    });
    it('X-RateLimit-Remaining: requests left this minute', async () => {
      expect((await read())[1]).toBe(499);
    });
    it('X-RateLimit-Reset: Unix timestamp when the limit resets', async () => {
      const reset = (await read())[2] ?? 0;
      expect(reset % 60).toBe(0);
      expect(reset - Date.now() / 1_000).toBeGreaterThan(-1);
      expect(reset - Date.now() / 1_000).toBeLessThanOrEqual(60);
    });
    it('X-RateLimit-Limit-Day: requests allowed per day', async () => {
      expect((await read())[3]).toBe(9_000);
    });
    it('X-RateLimit-Remaining-Day: requests left today', async () => {
      const own = await key();
      await world.api('GET', '/agents', { key: own });
      expect(limitsOf(await world.api('GET', '/agents', { key: own }))[4]).toBe(8_998);
    });
    it.each([
      ['200', async () => world.api('GET', '/agents')],
      ['201', async () => world.api('POST', '/agents', { body: { name: 'A' } })],
      ['400', async () => world.api('POST', '/agents', { body: {} })],
      ['401', async () => world.api('GET', '/agents', { key: null, headers: newVisitor() })],
      ['403', async () => world.api('GET', '/webhooks', { key: await world.keyWith(['agents:read']) })],
      ['404', async () => world.api('GET', '/agents/agt_nope')],
      ['404', async () => world.api('GET', '/no-such-path')],
      [
        '404',
        async () => call(world.server, 'GET', '/api/public/form-interfaces/nope', { key: null, headers: newVisitor() }),
      ],
      ['200', async () => call(world.server, 'GET', '/api/personas')],
      ['400', async () => call(world.server, 'POST', '/v1/agents', { body: {} })],
    ])('all five on a %s', async (status, request) => {
      const answer = await request();
      expect(answer.status).toBe(Number(status));
      for (const limit of limitsOf(answer)) expect(limit).toEqual(expect.any(Number));
      expect(limitsOf(answer).some(Number.isNaN)).toBe(false);
    });
  });

  describe('Pages', () => {
    it('page default: 1', async () => {
      expect((await world.api('GET', '/agents')).body.pagination.page).toBe(1);
    });
    it('per_page default: 20', async () => {
      expect((await world.api('GET', '/agents')).body.pagination.per_page).toBe(20);
    });
    it('per_page max: 100', async () => {
      expect((await world.api('GET', '/agents?per_page=100')).body.pagination.per_page).toBe(100);
    });
    it.each(['0', '101', '-1', '1.5', 'ten', ''])('per_page=%s is 400', async (value) => {
      expectInvalid(await world.api('GET', `/agents?per_page=${value}`), 'query.per_page');
    });
    it.each(['0', '-1', '1.5', 'one', ''])('page=%s is 400', async (value) => {
      expectInvalid(await world.api('GET', `/agents?page=${value}`), 'query.page');
    });
  });

  describe('top_k (knowledge base query): default 5; 1 to 20', () => {
    let base: Body;
    beforeAll(async () => {
      base = await world.make('/knowledge-bases', { name: 'Docs' });
    });
    const query = async (more: object) =>
      world.api('POST', `/knowledge-bases/${base.id}/query`, { body: { query: 'x', ...more } });
    it('default 5', async () => {
      expect((await query({})).body.data.top_k).toBe(5);
    });
    it.each([1, 20])('%i is allowed', async (top_k) => {
      expect((await query({ top_k })).body.data.top_k).toBe(top_k);
    });
    it.each([0, 21])('%i is refused', async (top_k) => {
      expectInvalid(await query({ top_k }), 'body.top_k');
    });
  });

  describe('Forms', () => {
    const upload = async (
      base: string,
      headers: Record<string, string>,
      content: string | Uint8Array<ArrayBuffer> = 'Hi',
    ) => call(world.server, 'POST', `${base}/upload`, { key: null, headers, form: fileForm('a.txt', content) });
    const submit = async (base: string, headers: Record<string, string>, more: object = {}) =>
      call(world.server, 'POST', `${base}/submissions`, { key: null, headers, body: { message: 'Hi', ...more } });

    it('Form upload file count: default 5', async () => {
      const { base, max_files } = await makeForm(world);
      expect(max_files).toBe(5);
      const headers = newVisitor();
      const files: string[] = [];
      for (let made = 0; made < 6; made += 1) files.push((await upload(base, headers)).body.data.fileRef);
      expectInvalid(await submit(base, headers, { files }), 'body.files');
      expect((await submit(base, headers, { files: files.slice(1) })).status).toBe(202);
    });
    it('Form upload file size: default 25 MB per file', async () => {
      const { base } = await makeForm(world);
      const limit = 25 * 1_048_576;
      expect((await upload(base, newVisitor(), new Uint8Array(limit).fill(97))).status).toBe(201);
      const answer = await upload(base, newVisitor(), new Uint8Array(limit + 1).fill(97));
      expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_error']);
    });

    /**
     * Checks that exactly `limit` requests of one address are accepted in a minute, and those of another address as
     * well.
     */
    async function expectLimit(limit: number, request: (headers: Record<string, string>) => Promise<TestAnswer>) {
      clock.toNextMinute();
      const visitor = newVisitor();
      const answers = await Promise.all(Array.from({ length: limit + 5 }, async () => request(visitor)));
      const allowed = answers.filter(({ status }) => status < 300);
      const left = allowed.map((answer) => limitsOf(answer)[1] ?? Number.NaN);
      expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: limit }, (_, index) => index));
      expect(new Set(allowed.map((answer) => limitsOf(answer)[0]))).toEqual(new Set([limit]));
      for (const refused of answers.filter(({ status }) => status >= 300)) {
        expectError(refused, 429, 'rate_limit_exceeded');
        expect(refused.body.error.details).toMatchObject({ limit, window: 'minute' });
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect((await request(newVisitor())).status).toBeLessThan(300);
    }
    it('Form file uploads: 20 per minute per IP', async () => {
      const { base } = await makeForm(world);
      await expectLimit(20, async (headers) => upload(base, headers));
    });
    it('Form submissions: 10 per minute per IP', async () => {
      const { base } = await makeForm(world);
      await expectLimit(10, async (headers) => submit(base, headers));
    });
    it('Form vector queries: 30 per minute per IP', async () => {
      const { base } = await makeForm(world);
      const { id } = (await submit(base, newVisitor())).body.data;
      const body = { query: 'Hi' };
      await expectLimit(30, async (headers) =>
        call(world.server, 'POST', `${base}/submissions/${id}/query`, { key: null, headers, body }),
      );
    });
  });

  it('Signed file URL validity: 24 hours', async () => {
    const form = fileForm('a.txt', 'Hello');
    const { download_url: address } = (await world.api('POST', '/files', { form })).body.data;
    const { searchParams, pathname, search } = new URL(address);
    const left = Number(searchParams.get('expires')) - Date.now() / 1_000;
    expect(left).toBeGreaterThan(86_400 - 300);
    expect(left).toBeLessThanOrEqual(86_401);
    expect(await (await fetch(world.server.url + pathname + search)).text()).toBe('Hello');
  });

  it('Persona cost controls: maxDurationHours, maxCostCredits', async () => {
    const fields = { name: 'R', category: 'Research', model: 'double', sopSteps: ['Look'] };
    const persona = await world.post('/api/personas', { ...fields, maxDurationHours: 3, maxCostCredits: 7 });
    expect(persona).toMatchObject({ maxDurationHours: 3, maxCostCredits: 7 });
    const task = await world.post(`/api/personas/${persona.id}/instances`, { taskTitle: 'Study' });
    expect(task).toMatchObject({ maxDurationHours: 3, maxCostCredits: 7 });
  });
});
