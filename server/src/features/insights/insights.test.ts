import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { createChat, visitChat } from '../../../test/open-chat.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';
import { groupQuestions } from './questions/group-questions.ts';
import { compareQuestions, toQuestionTerms } from './questions/question-terms.ts';

let server: ServerUnderTest;
let baseId: string;
let agentId: string;

beforeAll(async () => {
  server = await startServer();
  baseId = (await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Help' } })).body.data.id;
  const document = { name: 'Deliveries', text: 'A parcel reaches you within two to three working days.' };
  const added = await call(server, 'POST', `/api/v1/knowledge-bases/${baseId}/documents`, { body: document });
  await eventually(async () => {
    const path = `/api/v1/knowledge-bases/${baseId}/documents/${added.body.data.id}`;
    return (await call(server, 'GET', path)).body.data.status === 'ready' ? true : undefined;
  });
  const body = { name: 'Guide', knowledge_base_ids: [baseId] };
  agentId = (await call(server, 'POST', '/api/v1/agents', { body })).body.data.id;
});
afterAll(async () => server.close());
/** Each test has the list of questions for itself. */
const forgetQuestions = async () => {
  const { sql } = server.platform.database;
  await sql`DELETE FROM threads`;
  await sql`DELETE FROM question_groups`;
};

async function ask(content: string, fields: object = {}) {
  const thread = (await call(server, 'POST', `/api/v1/agents/${agentId}/threads`, { body: fields })).body.data.id;
  const { body } = await call(server, 'POST', `/api/v1/threads/${thread}/messages`, { body: { content } });
  return { thread, reply: body.data };
}

/** A chat of the agent; `ask` starts a session with a question and returns a function that deletes it. */
async function openChat(name: string) {
  const chat = await createChat(server, { name, agent_id: agentId });
  const leaves: (() => Promise<unknown>)[] = [];
  return {
    id: chat.id,
    async ask(content: string) {
      const { say, send } = await visitChat(server, chat);
      await say(content);
      const leave = async () => send('DELETE', '');
      leaves.push(leave);
      return leave;
    },
    close: async () => Promise.all(leaves.map(async (leave) => leave())),
  };
}

async function list(query = '') {
  await groupQuestions(server.platform);
  return (await call(server, 'GET', `/api/v1/insights/questions${query}`)).body.data;
}

async function clear() {
  for (const { id } of await list('?per_page=100')) {
    expect((await call(server, 'POST', `/api/v1/insights/questions/${id}/dismiss`)).status).toBe(200);
  }
}

describe('questions without an answer', () => {
  afterEach(forgetQuestions);

  it('are grouped, answered, and asked again; if unanswered later, they open another group', async () => {
    for (const question of [
      'How can I become a beekeeper?',
      'how can I become a beekeeper',
      'What do I need to become a beekeeper?',
      'Do you sell giraffes?',
    ]) {
      expect((await ask(question)).reply.outcome).toBe('unanswered');
    }
    expect((await ask('How long until a parcel reaches me?')).reply.outcome).toBe('answered');
    const groups = await list();
    expect(groups).toMatchObject([
      { question: 'How can I become a beekeeper?', count: 3, state: 'unanswered' },
      { question: 'Do you sell giraffes?', count: 1, examples: ['Do you sell giraffes?'] },
    ]);
    expect(groups[0].id).toMatch(/^qst_/);
    expect(groups[0].examples).toHaveLength(3);
    const [{ id }, { id: other }] = groups;
    const answer = { knowledge_base_id: baseId, content: 'To become a beekeeper, take our course in spring.' };
    const answered = await call(server, 'POST', `/api/v1/insights/questions/${id}/answer`, { body: answer });
    expect(answered.body).toMatchObject({
      data: {
        question: { id, state: 'answered', count: 3 },
        document: { status: 'ready', name: 'How can I become a beekeeper?', knowledge_base_id: baseId },
        reply: { content: expect.stringContaining('take our course in spring'), outcome: 'answered' },
      },
    });
    expect(answered.body.data.reply.citations).not.toEqual([]);
    expect((await ask('How do I become a beekeeper?')).reply.content).toContain('take our course in spring');
    const again = await call(server, 'POST', `/api/v1/insights/questions/${id}/answer`, { body: answer });
    expect([again.status, again.body.error.details.fields[0].code]).toEqual([400, 'not_in_this_state']);
    const dismissed = await call(server, 'POST', `/api/v1/insights/questions/${other}/dismiss`);
    expect(dismissed.body.data).toMatchObject({ id: other, state: 'dismissed' });
    expect(await list()).toEqual([]);
    expect(await list('?state=answered')).toMatchObject([{ id }]);
    expect(await list('?state=dismissed')).toMatchObject([{ id: other }]);
    await ask('Do you sell giraffes?');
    const [opened] = await list();
    expect(opened).toMatchObject({ question: 'Do you sell giraffes?', count: 1, state: 'unanswered' });
    expect(opened.id).not.toBe(other);
  });

  it('are not those of threads that are marked as previews', async () => {
    await ask('Do you rent submarines?', { metadata: { preview: true } });
    await ask('Do you rent camels?', { metadata: { preview: 'no', ticket: 7 } });
    expect(await list()).toMatchObject([{ question: 'Do you rent camels?', count: 1 }]);
  });

  it('are unsure after a thumbs-down, and leave the list when it is removed', async () => {
    const { thread, reply } = await ask('How long until a parcel reaches me?');
    const path = `/api/v1/threads/${thread}/messages/${reply.id}/feedback`;
    await call(server, 'POST', path, { body: { rating: 'down' } });
    expect(await list('?state=unsure')).toMatchObject([{ question: 'How long until a parcel reaches me?', count: 1 }]);
    expect(await list('?state=unanswered')).toEqual([]);
    await call(server, 'POST', path, { body: { rating: 'up' } });
    expect(await list('?state=unsure')).toEqual([]);
  });

  it('can be read alone by their id, in any state, but only in their workspace', async () => {
    await ask('Do you repair telescopes?');
    const [group] = await list();
    const read = async (id: string) => call(server, 'GET', `/api/v1/insights/questions/${id}`);
    expect((await read(group.id)).body.data).toEqual(group);
    await clear();
    expect((await read(group.id)).body.data).toEqual({ ...group, state: 'dismissed' });
    const unknown = await read('qst_unknown');
    expect([unknown.status, unknown.body.error.details]).toEqual([404, { resource: 'question', id: 'qst_unknown' }]);
    const { sql } = server.platform.database;
    await sql`INSERT INTO workspaces (id, name) VALUES ('ws_other', 'other')`;
    await sql`UPDATE question_groups SET workspace_id = 'ws_other' WHERE id = ${group.id}`;
    const foreign = await read(group.id);
    expect([foreign.status, foreign.body.error.details]).toEqual([404, { resource: 'question', id: group.id }]);
  });

  it('are counted separately for each chat', async () => {
    const [shop, help] = [await openChat('Shop'), await openChat('Help desk')];
    const leave = await shop.ask('Do you rent canoes?');
    await shop.ask('Do you rent canoes?');
    await help.ask('Do you rent canoes?');
    await ask('Do you rent canoes?');
    expect(await list()).toMatchObject([{ question: 'Do you rent canoes?', count: 4 }]);
    const [inShop] = await list(`?interface_id=${shop.id}`);
    expect(inShop).toMatchObject({ question: 'Do you rent canoes?', count: 2, state: 'unanswered' });
    expect(await list(`?interface_id=${shop.id}&from=2020-01-01T00:00:00Z`)).toEqual([inShop]);
    expect(await list(`?interface_id=${help.id}`)).toMatchObject([{ id: inShop.id, count: 1 }]);
    expect(await list('?interface_id=chi_other')).toEqual([]);
    await leave();
    expect(await list(`?interface_id=${shop.id}`)).toMatchObject([{ id: inShop.id, count: 1 }]);
    await clear();
    expect(await list(`?interface_id=${shop.id}`)).toEqual([]);
    expect(await list(`?interface_id=${shop.id}&state=dismissed`)).toMatchObject([{ id: inShop.id, count: 1 }]);
    await shop.close();
    expect(await list(`?interface_id=${shop.id}&state=dismissed`)).toEqual([]);
    expect(await list(`?interface_id=${help.id}&state=dismissed`)).toMatchObject([{ id: inShop.id, count: 1 }]);
  });

  it('are on pages that together are the whole list: of all chats, of one, and of a period', async () => {
    const shop = await openChat('Shop of boats');
    for (const question of ['Do you rent canoes?', 'Do you rent canoes?', 'Is the pier lit?', 'Who paints hulls?']) {
      await shop.ask(question);
    }
    await ask('Are dogs allowed in the sauna?');
    await list();
    for (const [filter, groups] of [
      ['', 4],
      [`&interface_id=${shop.id}`, 3],
      ['&from=2020-01-01T00:00:00Z', 4],
    ] as const) {
      const read = async (page: number, size: number) =>
        (await call(server, 'GET', `/api/v1/insights/questions?page=${page}&per_page=${size}${filter}`)).body;
      const whole = await read(1, 100);
      expect(whole.pagination.total_count).toBe(groups);
      expect(whole.data).toHaveLength(groups);
      expect(whole.data[0].question).toBe('Do you rent canoes?');
      const single = await Promise.all(whole.data.map(async (_: unknown, index: number) => read(index + 1, 1)));
      expect(single.flatMap(({ data }) => data)).toEqual(whole.data);
      expect((await read(groups + 1, 1)).data).toEqual([]);
    }
  });

  it('are deleted with their threads', async () => {
    const { thread } = await ask('Is there a museum of umbrellas?');
    await ask('Where is the museum of umbrellas?');
    expect(await list()).toMatchObject([{ question: 'Is there a museum of umbrellas?', count: 2 }]);
    expect((await call(server, 'DELETE', `/api/v1/threads/${thread}`)).status).toBe(200);
    expect(await list()).toMatchObject([{ question: 'Where is the museum of umbrellas?', count: 1 }]);
  });

  it('leave no words when they are deleted, and those that remain are still compared with new ones', async () => {
    const termsOf = async (question: string) => {
      const rows = await server.platform.database.sql<{ terms: string[]; hashes: number }[]>`
        SELECT terms, cardinality(term_hashes) AS hashes FROM question_groups WHERE question = ${question}`;
      return rows.map((row) => ({ ...row }));
    };
    const [first, second] = [
      'Who repairs broken umbrella handles for Lovelace?',
      'Who repairs broken umbrella handles?',
    ];
    const { thread } = await ask(first);
    await ask(second);
    expect(await list()).toMatchObject([{ question: first, count: 2 }]);
    await call(server, 'DELETE', `/api/v1/threads/${thread}`);
    expect(await termsOf(second)).toEqual([{ terms: [], hashes: 0 }]);
    await ask('Who repairs umbrella handles that are broken?');
    expect(await list()).toMatchObject([{ question: second, count: 2 }]);
    const terms = toQuestionTerms(second);
    expect(await termsOf(second)).toEqual([{ terms, hashes: terms.length }]);
  });
});

/** Questions of a busy workspace; fifty thousand take some minutes. */
const many = Number(process.env['INSIGHT_QUESTIONS'] ?? 250);

it('are grouped once each, no matter how many there are', { timeout: 900_000 }, async () => {
  const { thread } = await ask('How long until a parcel reaches me?');
  const { sql } = server.platform.database;
  const subjects = [
    'lamp',
    'teapot',
    'bicycle',
    'umbrella',
    'violin',
    'carpet',
    'compass',
    'anchor',
    'kettle',
    'ladder',
  ];
  const kinds = ['red', 'wooden', 'antique', 'folding', 'silver', 'heavy', 'foreign', 'broken', 'rented', 'borrowed'];
  const acts = ['repair', 'return', 'insure', 'polish', 'deliver'];
  const insert = async (from: number, to: number) => {
    const numbers = Array.from({ length: to - from }, (_, at) => from + at);
    const texts = numbers.map((at) => {
      const [act, kind, subject] = [acts[at % 5], kinds[Math.floor(at / 5) % 10], subjects[Math.floor(at / 50) % 10]];
      return at % 2 === 0 ? `Can you ${act} a ${kind} ${subject}?` : `do you ${act} my ${kind} ${subject}`;
    });
    await sql`
      INSERT INTO messages (id, workspace_id, thread_id, role, content, status, reply_to, outcome, created_at)
      SELECT 'msg_' || part || at, t.workspace_id, t.id, CASE part WHEN 'q' THEN 'user' ELSE 'assistant' END,
        CASE part WHEN 'q' THEN text ELSE 'No idea.' END, 'complete', CASE part WHEN 'a' THEN 'msg_q' || at END,
        CASE part WHEN 'a' THEN 'unanswered' END, now()
      FROM threads t, unnest(${numbers}::int[], ${texts}::text[]) AS new (at, text), unnest(ARRAY['q', 'a']) AS part
      WHERE t.id = ${thread} ORDER BY at, part DESC`;
  };
  const groupAll = async () => {
    const started = performance.now();
    for (let left = true; left;) {
      await groupQuestions(server.platform);
      left = (await sql`SELECT 1 FROM questions_to_group LIMIT 1`).length > 0;
    }
    return performance.now() - started;
  };
  for (let at = 0; at < many; at += 5_000) await insert(at, Math.min(many, at + 5_000));
  const first = await groupAll();
  const total = async () =>
    (await call(server, 'GET', '/api/v1/insights/questions?per_page=100')).body.data.reduce(
      (sum: number, { count }: { count: number }) => sum + count,
      0,
    );
  const { body } = await call(server, 'GET', '/api/v1/insights/questions');
  expect(body.pagination.total_count).toBe(Math.min(500, many));
  expect(body.data[0].count).toBe(Math.max(1, Math.ceil(many / 500)));
  const before = (await sql`SELECT message_id, group_id FROM grouped_questions ORDER BY 1`).map((row) => ({ ...row }));
  await insert(many, many + 10);
  const second = await groupAll();
  const after = (
    await sql`
    SELECT message_id, group_id FROM grouped_questions WHERE message_id = ANY(${before.map((row) => row['message_id'])})
    ORDER BY 1`
  ).map((row) => ({ ...row }));
  expect(after).toEqual(before);
  expect(await total()).toBeGreaterThan(0);
  process.stdout.write(`${many} questions in ${first.toFixed(0)} ms, ten more in ${second.toFixed(0)} ms\n`);
});

describe('the same question', () => {
  it.each([
    ['en', 'How do I reset my password?', 'I forgot how to reset the pasword', 'Can I pay by invoice?'],
    [
      'de',
      'Wie kann ich mein Passwort zurücksetzen?',
      'Passwort zurücksetzen – wie geht das?',
      'Kann ich auf Rechnung zahlen?',
    ],
    [
      'fr',
      'Comment réinitialiser mon mot de passe ?',
      'Je veux réinitialiser le mot de passe',
      'Puis-je payer sur facture ?',
    ],
    ['es', '¿Cómo restablezco mi contraseña?', 'Quiero restablecer la contraseña', '¿Puedo pagar con factura?'],
    ['pt', 'Como posso redefinir a minha senha?', 'Preciso redefinir a senha', 'Posso pagar por boleto?'],
    ['ar', 'كيف أعيد تعيين كلمة المرور؟', 'أريد إعادة تعيين كلمة المرور', 'هل يمكنني الدفع بالفاتورة؟'],
    ['he', 'איך מאפסים את הסיסמה?', 'איך אפשר לאפס סיסמה', 'אפשר לשלם בחשבונית?'],
    [
      'ja',
      'パスワードをリセットするにはどうすればいいですか?',
      'パスワードのリセット方法を教えてください',
      '請求書で支払えますか?',
    ],
    ['zh', '如何重置密码？', '怎么重置我的密码', '可以用发票付款吗？'],
  ])('is distinguished from another one in %s', (_, question, same, other) => {
    const terms = toQuestionTerms(question);
    expect(
      compareQuestions(terms, toQuestionTerms(same)),
      `${terms.join(' ')} / ${toQuestionTerms(same).join(' ')}`,
    ).toBeDefined();
    expect(compareQuestions(terms, toQuestionTerms(other)), toQuestionTerms(other).join(' ')).toBeUndefined();
  });
});
