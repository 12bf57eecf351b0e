import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { checkTakeover } from '../../../test/check-takeover.ts';
import { call, eventually } from '../../../test/client.ts';
import type { ModelReply } from '../../../test/model-server/model-reply.ts';
import { createChat, type TestChat, visitChat } from '../../../test/open-chat.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';

/* No agent message after a person took over, at any step of a reply. TAKEOVERS=400 runs more of them. */
const races = Number(process.env['TAKEOVERS'] ?? 32);
const together = 8;

const { model, server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });
let agentId: string;
let chat: TestChat;
beforeAll(async () => {
  const tools = [{ type: 'builtin', name: 'current_time' }];
  agentId = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide', tools } })).body.data.id;
  const limits = { sessions_per_minute: 10_000, messages_per_minute: 10_000 };
  chat = await createChat(server, { agent_id: agentId, limits });
});

type Step = 'before the claim' | 'between tokens' | 'in a tool call' | 'at the commit';

/** What a reply is doing when the person takes over, and how long that may take. */
const steps: Record<Step, { script: ModelReply; questions: number; most: number }> = {
  'before the claim': { script: { text: 'One two three.', tokenDelayMs: 5 }, questions: 3, most: 30 },
  'between tokens': { script: { text: 'a b c d e f g h i j k l m n o p', tokenDelayMs: 6 }, questions: 1, most: 120 },
  'in a tool call': {
    script: { text: 'Let me look.', toolCalls: [{ name: 'current_time', arguments: {} }], tokenDelayMs: 4 },
    questions: 1,
    most: 80,
  },
  'at the commit': { script: { text: 'Yes.', tokenDelayMs: 1 }, questions: 1, most: 25 },
};

interface Race {
  readonly answered: number;
  readonly cut: number;
  readonly silent: number;
}

async function race(step: Step): Promise<Race> {
  const { questions, most } = steps[step];
  const { conversationId: id, threadId, path: session, headers, say } = await visitChat(server, chat);
  const asked = Array.from({ length: questions }, async (_, at) => say(`${step} ${at}`));
  await eventually(
    async () => ((await call(server, 'GET', `/api/v1/conversations/${id}`)).status === 200 ? true : undefined),
    undefined,
    2,
  );
  await sleep(Math.random() * most);
  const path = `/api/v1/conversations/${id}/messages`;
  const sent = await call(server, 'POST', path, { body: { content: 'A person is here.' } });
  expect(sent.status).toBe(201);
  const answers = await Promise.all(asked);
  for (const { status } of answers) expect(status).toBe(200);
  await say('Anybody?');
  await checkTakeover(server, session, headers, 'Anybody?');
  const { data: messages } = (await call(server, 'GET', `/api/v1/threads/${threadId}/messages?per_page=100`)).body;
  expect(messages.filter(({ status }: { status: string }) => status === 'streaming')).toEqual([]);
  const kept = answers.map(({ body }) => body.data);
  return {
    answered: kept.filter((message) => message?.status === 'complete').length,
    cut: kept.filter((message) => message?.status === 'cancelled').length,
    silent: kept.filter((message) => message === null).length,
  };
}

test.each(Object.keys(steps) as Step[])(
  'no agent speaks after a person who comes %s',
  async (step) => {
    model.always(({ body }) => {
      const isSecond = JSON.stringify(body).includes('"role":"tool"');
      return isSecond ? { text: 'It is late, I think.', tokenDelayMs: 4 } : steps[step].script;
    });
    const counts = { answered: 0, cut: 0, silent: 0 };
    const wanted = Math.ceil(races / Object.keys(steps).length);
    for (let done = 0; done < wanted; done += together) {
      const round = Array.from({ length: Math.min(together, wanted - done) }, async () => race(step));
      for (const { answered, cut, silent } of await Promise.all(round)) {
        counts.answered += answered;
        counts.cut += cut;
        counts.silent += silent;
      }
    }
    expect(counts.answered + counts.cut + counts.silent).toBe(wanted * steps[step].questions);
    if (process.env['TAKEOVERS'] !== undefined)
      process.stdout.write(`${step}: ${wanted} races, ${JSON.stringify(counts)}\n`);
  },
  600_000,
);

test('a reply that was being written again is kept if a person comes before the new one has any text', async () => {
  const { conversationId, threadId, say, send } = await visitChat(server, chat);
  model.always({ text: 'The first answer.' });
  const first = (await say('Question?')).body.data;
  model.always({ text: 'Another answer.', delayMs: 600_000 });
  const seen = model.calls.length;
  const again = send('POST', `/messages/${first.id}/regenerate`);
  await eventually(async () => (model.calls.length > seen ? true : undefined));
  const conversation = `/api/v1/conversations/${conversationId}`;
  expect((await call(server, 'POST', `${conversation}/accept`)).status).toBe(200);
  expect((await again).body.data).toBeNull();
  const kept = (await call(server, 'GET', `/api/v1/threads/${threadId}/messages`)).body.data;
  expect(kept.at(-1)).toMatchObject({ id: first.id, content: 'The first answer.', replaced_by: null });
  // The agent still knows what it said.
  expect((await call(server, 'POST', `${conversation}/return`)).status).toBe(200);
  model.always({ text: 'Yes.' });
  await say('And now?');
  expect(JSON.stringify(model.calls.at(-1)?.body['messages'])).toContain('The first answer.');
});
