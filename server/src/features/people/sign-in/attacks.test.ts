import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, printLink, signUpOwner, TestBrowser } from '../../../../test/browser.ts';
import { call } from '../../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: '1', PUBLIC_URL: 'http://portico.example.com' });
});
afterAll(async () => server.close());

const own = 'http://portico.example.com';
const signIn = async (email: string, password: string, ip: string, headers: Record<string, string> = {}) =>
  new TestBrowser(server).send('POST', '/api/v1/auth/sign-in', {
    body: { email, password },
    headers: { 'X-Forwarded-For': ip, ...headers },
  });

let lastAddress = 0;
/** An address that no other test uses. */
const newAddress = (): string => {
  lastAddress += 1;
  return `198.51.100.${lastAddress}`;
};

describe('guessing passwords', () => {
  test('ten failures lock the e-mail address from everywhere, known or not, but only for passwords', async () => {
    const owner = await signUpOwner(server);
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      for (let failure = 1; failure <= 10; failure += 1) {
        const wrong = await signIn(email, `wrong ${failure}`, newAddress());
        expect([wrong.status, wrong.body.error.code]).toEqual([401, 'invalid_api_key']);
      }
      const locked = await signIn(email, goodPassword, newAddress());
      expect([locked.status, locked.body.error.details.window]).toEqual([429, '15_minutes']);
      const wait = Number(locked.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(890);
      expect(wait).toBeLessThanOrEqual(900);
    }
    expect((await owner.send('GET', '/api/v1/me')).status).toBe(200);
    const key = await new TestBrowser(server).send('POST', '/api/v1/auth/sign-in-with-key', {
      body: { api_key: server.apiKey },
    });
    expect(key.status).toBe(200);
    const token = await printLink(server, '--email', 'ada@example.com');
    const body = { token, name: 'Ada', email: 'ada@example.com', password: goodPassword };
    expect((await new TestBrowser(server).send('POST', '/api/v1/auth/setup', { body })).status).toBe(201);
    await server.platform.database.sql`
      UPDATE sign_in_limits SET locked_until = locked_until - interval '15 minutes',
        failures = ARRAY(SELECT at - interval '15 minutes' FROM unnest(failures) at)`;
    expect((await signIn('ada@example.com', goodPassword, newAddress())).status).toBe(200);
  });

  test('ten failures lock the IP for every e-mail address', async () => {
    await signUpOwner(server, 'grace@example.com');
    const ip = newAddress();
    for (let failure = 1; failure <= 10; failure += 1) {
      expect((await signIn(`guess${failure}@example.com`, 'wrong', ip)).status).toBe(401);
    }
    expect((await signIn('grace@example.com', goodPassword, ip)).status).toBe(429);
    expect((await signIn('grace@example.com', goodPassword, newAddress())).status).toBe(200);
  });

  test('a success does not reset the count', async () => {
    await signUpOwner(server, 'count@example.com');
    const ip = newAddress();
    for (let failure = 1; failure <= 9; failure += 1) await signIn('count@example.com', 'wrong', newAddress());
    expect((await signIn('count@example.com', goodPassword, ip)).status).toBe(200);
    expect((await signIn('count@example.com', goodPassword, ip)).status).toBe(200);
    expect((await signIn('count@example.com', 'wrong', ip)).status).toBe(401);
    expect((await signIn('count@example.com', goodPassword, ip)).status).toBe(429);
  });

  test('a hundred concurrent attempts get ten tries', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, at) => signIn('storm@example.com', `guess ${at}`, `203.0.113.${at}`)),
    );
    const tried = answers.filter(({ status }) => status === 401);
    expect(tried).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(90);
  });

  test('an unknown address gets the same error, after the same work', async () => {
    await signUpOwner(server, 'timing@example.com');
    const { sql } = server.platform.database;
    // In processor time of all threads: the time that passes also depends on what other programs do.
    const measure = async (email: string): Promise<number> => {
      await sql`DELETE FROM sign_in_limits`;
      const ip = newAddress();
      const start = process.cpuUsage();
      const { status, body } = await signIn(email, 'wrong password', ip);
      expect([status, body.error]).toEqual([
        401,
        { code: 'invalid_api_key', message: 'The e-mail address or the password is wrong.', details: {} },
      ]);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    await measure('timing@example.com');
    let [known, unknown] = [Infinity, Infinity];
    // The server's other work only makes a measurement longer, so the shortest one is the work itself; while it disturbs
    // all of them, more are needed.
    for (let round = 0; round < 3 || (round < 60 && Math.abs(Math.log(unknown / known)) > 0.3); round += 1) {
      known = Math.min(known, await measure('timing@example.com'));
      unknown = Math.min(unknown, await measure(`no-${round}@example.com`));
    }
    // Without checking a dummy password, it takes about a tenth of the time.
    expect(unknown / known).toBeGreaterThan(0.7);
    expect(unknown / known).toBeLessThan(1.4);
  });
});

describe('requests that another page sends with the cookie', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await signUpOwner(server, 'own@example.com');
  });

  const foreign = [
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'same-site', Origin: 'http://evil.example.com' },
    { 'Sec-Fetch-Site': 'none' },
    // A browser on plain http sends no Sec-Fetch-Site, and 'null' for a sandboxed page.
    { 'Sec-Fetch-Site': undefined, Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': undefined, Origin: 'null' },
    { 'Sec-Fetch-Site': undefined, Origin: `${own}.evil.example` },
    { 'Sec-Fetch-Site': undefined },
  ];
  const asHeaders = (headers: Record<string, string | undefined>): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined));
  const post = async (method: string, path: string, headers: object, body?: unknown) =>
    call(server, method, path, {
      key: null,
      headers: { Cookie: browser.cookie ?? '', ...asHeaders({ ...headers }) },
      ...(body === undefined ? {} : { body }),
    });

  test.each(foreign)('are refused: %j', async (headers) => {
    const acts: [string, string, unknown?][] = [
      ['POST', '/api/v1/agents', { name: 'A' }],
      ['PATCH', '/api/v1/me', { name: 'Evil' }],
      ['PATCH', '/api/v1/workspace', { name: 'Evil' }],
      ['DELETE', '/api/v1/members/mem_x'],
      ['POST', '/api/v1/invitations', { email: 'evil@example.com', role: 'owner' }],
      ['POST', '/api/v1/api-keys', { name: 'E', scopes: ['agents:read'] }],
      ['POST', '/v1/agents', { name: 'A' }],
      ['POST', '/api/personas', { name: 'P' }],
      ['POST', '/api/v1/auth/sign-out'],
      ['POST', '/api/v1/auth/accept-invitation', { token: 'x', name: 'Eve' }],
    ];
    for (const [method, path, body] of acts) {
      const refused = await post(method, path, headers, body);
      expect([path, refused.status]).toEqual([path, 403]);
      if (path.startsWith('/v1/')) continue;
      expect(refused.body.error).toMatchObject({ code: 'insufficient_scope', details: { required: [], missing: [] } });
      if ('Origin' in headers) expect(refused.body.error.message).toContain(headers.Origin);
    }
    expect((await browser.send('GET', '/api/v1/me')).body.data.user.name).toBe('Ada Lovelace');
  });

  test('are accepted from our own page, and reads are accepted from everywhere', async () => {
    for (const headers of [{ 'Sec-Fetch-Site': 'same-origin' }, { Origin: own }]) {
      expect((await post('POST', '/api/v1/agents', headers, { name: 'A' })).status).toBe(201);
    }
    expect((await post('GET', '/api/v1/agents', { 'Sec-Fetch-Site': 'none' })).status).toBe(200);
    const read = await post('GET', '/api/v1/agents', { Origin: 'https://evil.example' });
    expect(read.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('can’t sign anybody in as somebody else', async () => {
    const body = { email: 'own@example.com', password: goodPassword };
    const acts: [string, unknown][] = [
      ['sign-in', body],
      ['sign-in-with-key', { api_key: server.apiKey }],
      ['setup', { token: 'x', name: 'E', email: 'e@example.com' }],
      ['accept-invitation', { token: 'x', name: 'E' }],
    ];
    for (const [path, sent] of acts) {
      const refused = await new TestBrowser(server).send('POST', `/api/v1/auth/${path}`, {
        body: sent,
        headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example', 'X-Forwarded-For': newAddress() },
      });
      expect([path, refused.status, refused.headers.getSetCookie()]).toEqual([path, 403, []]);
    }
    // A program sends neither header, and has no cookie that could be abused.
    const program = await call(server, 'POST', '/api/v1/auth/sign-in', { key: null, body });
    expect(program.status).toBe(200);
  });
});

describe('the cookie', () => {
  test('is __Host-, Secure and HttpOnly if PUBLIC_URL is https', async () => {
    const secure = await startServer({ PUBLIC_URL: 'https://portico.example.com' });
    try {
      const browser = await signUpOwner(secure);
      expect(browser.cookie).toMatch(/^__Host-portico_session=/);
      const answer = await browser.send('POST', '/api/v1/auth/sign-in', {
        body: { email: 'ada@example.com', password: goodPassword },
      });
      expect(answer.headers.getSetCookie()[0]).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      // The name without the prefix could have been set by another host.
      const plain = { Cookie: (browser.cookie ?? '').replace('__Host-', '') };
      expect((await call(secure, 'GET', '/api/v1/me', { key: null, headers: plain })).status).toBe(401);
    } finally {
      await secure.close();
    }
  });

  test('is stored only as a hash', async () => {
    const browser = await signUpOwner(server, 'hash@example.com');
    const secret = browser.cookie?.split('=')[1] ?? '';
    const [row] = await server.platform.database.sql`
      SELECT string_agg(s::text, ' ') AS text FROM sign_in_sessions s`;
    expect(secret).toHaveLength(43);
    expect(row?.['text']).not.toContain(secret);
  });
});

describe('a new password', () => {
  test('needs the current one, is strong, and ends the other sessions', async () => {
    const one = await signUpOwner(server, 'change@example.com');
    const two = new TestBrowser(server);
    await two.send('POST', '/api/v1/auth/sign-in', { body: { email: 'change@example.com', password: goodPassword } });
    const change = async (body: object) => one.send('PATCH', '/api/v1/me', { body });
    const password = 'quiet violet harbour 71';
    const fault = async (body: object) => (await change(body)).body.error.details.fields[0];
    expect(await fault({ password })).toMatchObject({ path: 'body.current_password', code: 'required' });
    expect(await fault({ password, current_password: 'no' })).toMatchObject({ path: 'body.current_password' });
    expect(await fault({ password: 'change@example.com', current_password: goodPassword })).toMatchObject({
      path: 'body.password',
      code: 'too_weak',
    });
    expect((await two.send('GET', '/api/v1/me')).status).toBe(200);
    expect((await change({ password, current_password: goodPassword })).status).toBe(200);
    expect((await two.send('GET', '/api/v1/me')).status).toBe(401);
    expect((await one.send('GET', '/api/v1/me')).status).toBe(200);
    expect((await signIn('change@example.com', goodPassword, newAddress())).status).toBe(401);
    expect((await signIn('change@example.com', password, newAddress())).status).toBe(200);
  });

  test.each(['mailcreated5240', 'MailCreated5240', 'aaaaaaaaaaaaaaaa', 'password12345', 'qwertyuiop1234'])(
    'is refused: %s',
    async (password) => {
      const body = { token: await printLink(server), name: 'W', email: 'weak@example.com', password };
      const refused = await new TestBrowser(server).send('POST', '/api/v1/auth/setup', { body });
      expect(refused.body.error.details.fields).toMatchObject([{ path: 'body.password', code: 'too_weak' }]);
    },
  );
});

test('addresses in strange forms are one person, and hostile ones are refused', async () => {
  await signUpOwner(server, 'Case@Example.COM');
  expect((await signIn('cASE@example.com', goodPassword, newAddress())).status).toBe(200);
  for (const email of ['a@b', 'x'.repeat(300), 'a b@example.com', "a'--@", '', 'ada@example.com\u0000']) {
    expect((await signIn(email, 'x', newAddress())).status).toBe(400);
  }
});
