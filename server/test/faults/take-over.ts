import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@portico/shared-types';
import { checkTakeover } from '../check-takeover.ts';
import { call, eventually, type TestAnswer } from '../client.ts';
import type { ModelReply } from '../model-server/model-reply.ts';
import { startModelServer } from '../model-server/start-model-server.ts';
import type { Extent, Figures } from './campaign.ts';
import { type Fleet, openFleet } from './open-fleet.ts';
import { createRandom } from './random.ts';

/** Longer than the lease of a reply, after which another process resumes what a killed one had begun. */
const pastLeaseMs = 15_000;
/** Maximum milliseconds until a process that doesn't respond any more is replaced, which includes a whole start. */
const timeoutMs = 240_000;

/** The reply during which the person takes over, and the milliseconds within which it usually ends without a person. */
const steps: Readonly<Record<string, { script: ModelReply; questions: number; withinMs: number }>> = {
  'before the claim': { script: { text: 'One two three.', tokenDelayMs: 10 }, questions: 3, withinMs: 400 },
  'between tokens': {
    script: { text: 'a b c d e f g h i j k l m n', tokenDelayMs: 15 },
    questions: 1,
    withinMs: 1_200,
  },
  'in a tool call': {
    script: { text: 'Let me look.', toolCalls: [{ name: 'current_time', arguments: {} }], tokenDelayMs: 8 },
    questions: 1,
    withinMs: 1_000,
  },
  'at the commit': { script: { text: 'Yes.', tokenDelayMs: 1 }, questions: 1, withinMs: 500 },
};
const names = Object.keys(steps);

interface Race {
  readonly session: string;
  readonly headers: Record<string, string>;
  readonly threadId: string;
}

/**
 * `runs` people at a time take over conversations at random moments: before a reply is claimed, between its tokens, in
 * a tool call, at its commit. Meanwhile the worker of half of the replies (on the embedded default the only process) is
 * killed with kill -9, `faults` times. No agent writes after the person, not even after the lease of the killed process
 * has expired, and every request for a reply got a response or can be repeated.
 */
export async function takeOver({ seed, faults, runs, say }: Extent): Promise<Figures> {
  const random = createRandom(seed);
  const model = await startModelServer();
  model.always(({ body }) => {
    const messages = JSON.stringify(body);
    if (messages.includes('"role":"tool"')) return { text: 'It is late, I think.', tokenDelayMs: 8 };
    return steps[names.find((name) => messages.includes(name)) ?? '']?.script ?? { text: 'Yes.' };
  });
  const fleet = await openFleet(async () => ({
    OPENAI_BASE_URL: model.url,
    DEFAULT_MODEL: 'test-model',
    PUBLIC_RATE_LIMIT_PER_DAY: '1000000000',
  }));
  try {
    if (!fleet.embedded) await fleet.addWorker();
    const slug = await openDesk(fleet);
    const races: Race[] = [];
    for (let fault = 0; fault < faults; fault += 1) {
      const started = Array.from({ length: runs }, async (_, place) => race(fleet, slug, place, random));
      await sleep(random() * 500);
      await fleet.kill();
      await fleet.restart();
      races.push(...(await Promise.all(started)));
      say(`kill ${fault + 1}: ${races.length} takeovers`);
    }
    await sleep(pastLeaseMs);
    const counts = { complete: 0, cancelled: 0 };
    for (const one of races) {
      await repeat(fleet, 'POST', `${one.session}/messages`, {
        key: null,
        headers: one.headers,
        body: { content: 'Anybody?', clientMessageId: 'last' },
      });
      await checkTakeover(fleet.web(), one.session, one.headers, 'Anybody?');
      for (const status of await checkThread(fleet, one)) counts[status] += 1;
    }
    return {
      kills: faults,
      takeovers: races.length,
      'replies before the person': counts.complete,
      'replies cut off': counts.cancelled,
      'messages of an agent after the person': 0,
    };
  } finally {
    await fleet.close();
    await model.close();
  }
}

async function openDesk(fleet: Fleet): Promise<string> {
  const tools = [{ type: 'builtin', name: 'current_time' }];
  const agent = await call(fleet.web(), 'POST', '/api/v1/agents', { body: { name: 'Guide', tools } });
  const many = { sessions_per_minute: 100_000, messages_per_minute: 100_000 };
  const body = { name: 'Desk', agent_id: agent.body.data.id, limits: many };
  return (await call(fleet.web(), 'POST', '/api/v1/chat-interfaces', { body })).body.data.slug;
}

/** A visitor asks a question, and a person takes over at a random moment of the reply. */
async function race(fleet: Fleet, slug: string, place: number, random: () => number): Promise<Race> {
  const name = names[place % names.length] ?? '';
  const { questions = 1, withinMs = 0 } = steps[name] ?? {};
  const base = `/api/public/chat-interfaces/${slug}/sessions`;
  const { data } = (await repeat(fleet, 'POST', base, { key: null, body: {} })).body;
  const session = `${base}/${data.id}`;
  const headers = { Authorization: `Bearer ${data.token}` };
  const wait = random() * withinMs;
  const asked = Array.from({ length: questions }, async (_, at) => {
    const body = { content: `${name} ${at}`, clientMessageId: `question-${at}` };
    return repeat(fleet, 'POST', `${session}/messages`, { key: null, headers, body });
  });
  const conversation = `/api/v1/conversations/${String(data.threadId).replace('thr_', 'cnv_')}`;
  await eventually(
    async () => ((await repeat(fleet, 'GET', conversation)).status === 200 ? true : undefined),
    timeoutMs,
    10,
  );
  await sleep(wait);
  // If the request is repeated, the key ensures that it takes effect once.
  const sent = await repeat(fleet, 'POST', `${conversation}/messages`, {
    headers: { 'Idempotency-Key': data.id },
    body: { content: 'A person is here.' },
  });
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  for (const { status, body } of await Promise.all(asked)) assert.equal(status, 200, JSON.stringify(body));
  return { session, headers, threadId: data.threadId };
}

/**
 * The final states of the thread's replies. Throws if one is still in progress, or comes after the person's message.
 */
async function checkThread(fleet: Fleet, { threadId }: Race): Promise<('complete' | 'cancelled')[]> {
  const { body } = await call(fleet.web(), 'GET', `/api/v1/threads/${threadId}/messages?per_page=100`);
  const messages: Message[] = body.data;
  const person = messages.findIndex(({ author }) => author.type === 'member');
  assert.ok(person > -1, `${threadId}: the person's message`);
  assert.deepEqual(
    messages.slice(person + 1).filter(({ role }) => role === 'assistant'),
    [],
  );
  return messages
    .filter(({ author }) => author.type === 'agent')
    .map(({ id, status }) => {
      assert.ok(status === 'complete' || status === 'cancelled', `${id}: ${status}`);
      return status;
    });
}

/** Calls a web process; repeats the call while none responds or the process is stopping. */
async function repeat(
  fleet: Fleet,
  method: string,
  path: string,
  options: Parameters<typeof call>[3] = {},
): Promise<TestAnswer> {
  return eventually(async () => {
    const answer = await call(fleet.web(), method, path, options).catch((error: unknown) => {
      if (error instanceof TypeError) return undefined;
      throw error;
    });
    // A 409 means that the first attempt is still in progress.
    return answer === undefined || [409, 503].includes(answer.status) ? undefined : answer;
  }, timeoutMs);
}
