import { RateLimitErrorAnswer } from '@portico/shared-types';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../../test/client.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

async function create(path: string, body: unknown) {
  const answer = await call(server, 'POST', `/api/v1/${path}`, { body });
  expect(answer.body.error ?? answer.status).toBe(201);
  return answer.body.data;
}
async function createChat(more: object = {}) {
  const agent = await create('agents', { name: 'Guide' });
  const limits = { sessions_per_minute: 1_000, ...('limits' in more ? (more.limits as object) : {}) };
  const chat = await create('chat-interfaces', { name: 'Help', agent_id: agent.id, ...more, limits });
  return { ...chat, base: `/api/public/chat-interfaces/${chat.slug}` };
}
const begin = async (base: string, body: object = {}) => call(server, 'POST', `${base}/sessions`, { key: null, body });
const read = async (base: string) => (await call(server, 'GET', base, { key: null })).body.data;
const pathsOf = (answer: { body: { error: { details: { fields: { path: string }[] } } } }) =>
  answer.body.error.details.fields.map(({ path }) => path);

describe('texts in each language', () => {
  it('are all in the public configuration, and null removes a language', async () => {
    const texts = { de: { title: 'Hilfe', suggested_prompts: ['Wann?'] }, 'pt-BR': { placeholder: 'Escreva' } };
    const chat = await createChat({ texts });
    expect(chat.texts.de).toMatchObject({ title: 'Hilfe', subtitle: null, suggested_prompts: ['Wann?'] });
    expect((await read(chat.base)).texts).toMatchObject({
      de: { title: 'Hilfe', suggestedPrompts: ['Wann?'], launcherLabel: null },
      'pt-BR': { placeholder: 'Escreva' },
    });
    const patch = { texts: { de: null, fr: { title: 'Aide' } } };
    await call(server, 'PATCH', `/api/v1/chat-interfaces/${chat.id}`, { body: patch });
    expect(Object.keys((await read(chat.base)).texts).toSorted()).toEqual(['fr', 'pt-BR']);
  });

  it('contain the text of a cap in the visitor’s language', async () => {
    const texts = {
      de: { limit_message: 'Morgen wieder.' },
      'pt-BR': { limit_message: 'Amanhã.' },
      fr: { limit_message: ' ' },
    };
    const limits = { daily_messages: 1 };
    const chat = await createChat({ texts, limit_message: 'Tomorrow.', limits });
    const send = async (locale: string) => {
      const { id, token } = (await begin(chat.base, { locale })).body.data;
      const headers = { authorization: `Bearer ${token}` };
      const path = `${chat.base}/sessions/${id}/messages`;
      return call(server, 'POST', path, { key: null, headers, body: { content: 'Hello' } });
    };
    expect((await send('en')).status).toBe(200);
    const messages = [];
    for (const locale of ['de-AT', 'DE', 'pt-br', 'pt', 'fr']) messages.push((await send(locale)).body.error.message);
    expect(messages).toEqual(['Morgen wieder.', 'Morgen wieder.', 'Amanhã.', 'Tomorrow.', 'Tomorrow.']);
  });

  it('contain the text of a cap on credits, too', async () => {
    const texts = { de: { limit_message: 'Morgen wieder.' }, 'de-CH': { limit_message: ' ' } };
    const chat = await createChat({ texts, limit_message: 'Tomorrow.', limits: { daily_credits: 0.000_1 } });
    await server.platform.database.sql`
      INSERT INTO interface_credits (interface_id, day, spent) VALUES (${chat.id}, (now() AT TIME ZONE 'utc')::date, 9)`;
    const { id, token } = (await begin(chat.base, { locale: 'de-CH' })).body.data;
    const headers = { authorization: `Bearer ${token}` };
    const body = { content: 'Hello' };
    const refused = await call(server, 'POST', `${chat.base}/sessions/${id}/messages`, { key: null, headers, body });
    expect(refused.status).toBe(429);
    expect(RateLimitErrorAnswer.parse(refused.body).error.details.limit).toBe(0.000_1);
    expect(refused.body.error.message).toBe('Morgen wieder.');
  });

  it.each([
    [{ texts: { german: {} } }, 'body.texts.german'],
    [{ texts: { de: { headline: 'x' } } }, 'body.texts.de.headline'],
    [{ proactive: [{ message: '' }] }, 'body.proactive[0].message'],
    [{ pre_chat: { fields: [{ name: 'a', label: 'A', show_if: 'true' }] } }, 'body.pre_chat.fields[0].show_if'],
    [
      {
        pre_chat: {
          fields: [
            { name: 'a', label: 'A' },
            { name: 'a', label: 'B' },
          ],
        },
      },
      'body.pre_chat.fields[1].name',
    ],
    [{ challenge: 'captcha' }, 'body.challenge'],
  ])('refuses %j', async (settings, path) => {
    const agent = await create('agents', { name: 'Guide' });
    const body = { name: 'Help', agent_id: agent.id, ...settings };
    const answer = await call(server, 'POST', '/api/v1/chat-interfaces', { body });
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toContain(path);
  });

  it('an interface of an older version has the defaults', async () => {
    const chat = await createChat();
    await server.platform.database.sql`
      UPDATE chat_interfaces SET settings = (settings::jsonb - 'texts' - 'proactive' - 'pre_chat' - 'challenge')::json
      WHERE id = ${chat.id}`;
    const shown = (await call(server, 'GET', `/api/v1/chat-interfaces/${chat.id}`)).body.data;
    expect(shown).toMatchObject({
      texts: {},
      proactive: [],
      pre_chat: { enabled: false, fields: [] },
      challenge: 'off',
    });
    expect(await read(chat.base)).toMatchObject({ texts: {}, proactive: [], challenge: 'off' });
    expect((await begin(chat.base)).status).toBe(201);
  });
});

describe('fields before the chat', () => {
  const fields = [
    { name: 'name', label: 'Name', required: true },
    { name: 'email', label: 'E-mail', required: true },
    { name: 'topic', label: 'Topic', type: 'select', options: ['Order', 'Other'] },
  ];

  it('are required at the start, are stored with the visitor and the metadata, and are not required with resume', async () => {
    const chat = await createChat({ pre_chat: { enabled: true, fields } });
    expect((await read(chat.base)).preChat).toMatchObject({ enabled: true, fields: [{ name: 'name' }, {}, {}] });
    const bare = await begin(chat.base);
    expect(bare.status).toBe(400);
    expect(pathsOf(bare)).toEqual(['body.preChat.name', 'body.preChat.email']);
    const preChat = { name: 'Ada', email: 'ada@example.com', topic: 'Order', other: 'ignored' };
    expect(pathsOf(await begin(chat.base, { preChat: { ...preChat, topic: 'Owls' } }))).toEqual(['body.preChat.topic']);
    const { body } = await begin(chat.base, { preChat, metadata: { plan: 'pro' } });
    const { data } = await call(server, 'GET', `/api/v1/chat-interfaces/${chat.id}/sessions`).then((a) => a.body);
    expect(data).toMatchObject([
      { user_name: 'Ada', user_email: 'ada@example.com', user_id: null, metadata: { topic: 'Order', plan: 'pro' } },
    ]);
    expect(data[0].metadata.other).toBeUndefined();
    expect((await begin(chat.base, { resume: body.data.token })).status).toBe(201);
    expect((await begin(chat.base, { resume: 'pst_unknown' })).status).toBe(401);
  });

  it('take only one e-mail address as `email`, in lower case', async () => {
    const chat = await createChat({ pre_chat: { enabled: true, fields } });
    for (const email of ['ada', 'ada@example.com, grace@example.com', `${'a'.repeat(250)}@example.com`]) {
      const refused = await begin(chat.base, { preChat: { email } });
      expect(refused.status).toBe(400);
      expect(refused.body.error.details.fields).toMatchObject([
        { path: 'body.preChat.name', code: 'required' },
        { path: 'body.preChat.email', code: 'invalid_email' },
      ]);
    }
    expect((await begin(chat.base, { preChat: { name: 'Ada', email: ' Ada@Example.com ' } })).status).toBe(201);
    const { data } = await call(server, 'GET', `/api/v1/chat-interfaces/${chat.id}/sessions`).then((a) => a.body);
    expect(data).toMatchObject([{ user_email: 'ada@example.com' }]);
  });

  it('are not required while they are switched off', async () => {
    const chat = await createChat({ pre_chat: { enabled: false, fields } });
    expect((await begin(chat.base)).status).toBe(201);
  });
});

describe('a challenge', () => {
  const fetchChallenge = async (base: string): Promise<Challenge> => {
    const answer = await call(server, 'GET', `${base}/challenge`, { key: null });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const solve = async (challenge: Challenge): Promise<string> => {
    const solution = await solveChallenge({ challenge, deriveKey });
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  };

  it('has ALTCHA’s format, and its solution starts one session', async () => {
    const chat = await createChat({ challenge: 'proof_of_work' });
    expect((await read(chat.base)).challenge).toBe('proof_of_work');
    const challenge = await fetchChallenge(chat.base);
    expect(challenge).toMatchObject({
      parameters: { algorithm: 'PBKDF2/SHA-256', nonce: expect.any(String), salt: expect.any(String) },
      signature: expect.any(String),
    });
    const solution = await solve(challenge);
    const begun = await begin(chat.base, { challenge: solution });
    expect(begun.status).toBe(201);
    const used = await begin(chat.base, { challenge: solution });
    expect(used.status).toBe(400);
    expect(pathsOf(used)).toEqual(['body.challenge']);
    expect((await begin(chat.base, { resume: begun.body.data.token })).status).toBe(201);
  });

  it('starts only one of two concurrent sessions with the same solution', async () => {
    const chat = await createChat({ challenge: 'proof_of_work' });
    const challenge = await solve(await fetchChallenge(chat.base));
    const answers = await Promise.all(Array.from({ length: 8 }, async () => begin(chat.base, { challenge })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('refuses missing, changed, unsolved and expired solutions, and those for another interface', async () => {
    const chat = await createChat({ challenge: 'proof_of_work' });
    const other = await createChat({ challenge: 'proof_of_work' });
    const challenge = await fetchChallenge(chat.base);
    const right = await solve(challenge);
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
    const { solution } = JSON.parse(Buffer.from(right, 'base64').toString('utf8'));
    const wrong = [
      undefined,
      '',
      'not base64 of anything',
      encode({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }),
      encode({ challenge, solution: { ...solution, derivedKey: challenge.parameters.keyPrefix } }),
      encode({ challenge: { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00' } }, solution }),
      encode({ challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 9e9 } }, solution }),
      encode({ challenge: { ...challenge, signature: 'ab' }, solution }),
    ];
    for (const given of wrong) {
      const answer = await begin(chat.base, given === undefined ? {} : { challenge: given });
      expect(answer.status, String(given)).toBe(400);
    }
    expect((await begin(other.base, { challenge: right })).status).toBe(400);
    // None of these requests has used it up.
    expect((await begin(chat.base, { challenge: right })).status).toBe(201);
  });
});
