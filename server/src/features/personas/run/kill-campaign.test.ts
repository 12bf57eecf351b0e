import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import type { ModelReply } from '../../../../test/model-server/model-reply.ts';
import type { ModelServer, RecordedCall } from '../../../../test/model-server/start-model-server.ts';
import { decideApproval, eventsOf, getTask, makePersona, sendTool, startTask } from '../../../../test/persona-tasks.ts';
import { createRandom } from '../../../../test/faults/random.ts';
import type { HitServer } from '../../../../test/hit-server.ts';
import { type Installation, openInstallation } from '../../../../test/installation.ts';
import type { SpawnedServer } from '../../../../test/spawn-server.ts';

/*
 * Kills the server at every kind of step of a task, at random moments: PERSONA_KILLS=48 runs a campaign, PERSONA_SEED
 * repeats one. Work that was completed or decided before a kill must never be repeated.
 */

const wanted = Number(process.env['PERSONA_KILLS'] ?? '4');
const seed = Number(process.env['PERSONA_SEED'] ?? '1');
const random = createRandom(seed);

let installation: Installation;
let model: ModelServer;
let outside: HitServer;
let server: SpawnedServer;

beforeAll(async () => {
  installation = await openInstallation();
  ({ model, outside } = installation);
  server = await installation.start();
}, 180_000);
afterAll(async () => installation.close());

/** The moments in a task at which the server may be killed. */
const moments = ['asked', 'answered', 'hit', 'hit-answered', 'waiting', 'decided'] as const;
type Moment = (typeof moments)[number];

let planned: { moment: Moment; count: number; delayMs: number } | undefined;
let killing: Promise<void> | undefined;
let killsLeft = 0;
let killsOfTask = 0;

function planKill(): void {
  const moment = moments[Math.floor(random() * moments.length)] ?? 'asked';
  planned = { moment, count: 1 + Math.floor(random() * 3), delayMs: Math.floor(random() * 60) };
}

/** Reports that a moment was reached; the planned kill follows some milliseconds later, and the next one is planned. */
function pass(moment: Moment): void {
  if (planned?.moment !== moment) return;
  planned.count -= 1;
  if (planned.count > 0) return;
  const { delayMs } = planned;
  planned = undefined;
  killsLeft -= 1;
  killsOfTask += 1;
  killing = sleep(delayMs).then(async () => {
    await server.end('SIGKILL');
    server = await installation.start();
    if (killsLeft > 0) planKill();
  });
}

const rows = [['what', 'how many'], ...Array.from({ length: 40 }, (_, index) => [`thing ${index}`, String(index)])];
const sendCalls = (step: number, names: string[]) =>
  names.map((text) => ({ name: step === 2 ? 'look_up' : 'send_mail', arguments: { text: `${step}-${text}` } }));

/**
 * The model's response depends only on the step and on the earlier calls in its prompt, so a repetition is identical.
 */
function answerStep({ body }: RecordedCall): ModelReply {
  pass('asked');
  const messages = JSON.stringify(body['messages']);
  const step = Number(/## Now: step (\d)/.exec(messages)?.[1] ?? '0');
  const called = messages.includes('"role":"tool"');
  setTimeout(() => pass('answered'), 5);
  const usage = { prompt_tokens: 100, completion_tokens: 100 };
  if (step === 2 && !called) return { toolCalls: sendCalls(2, ['a', 'b', 'c']), usage };
  if (step === 3 && !called) return { toolCalls: sendCalls(3, ['a', 'b']), usage };
  if (step === 4 && !called) {
    const content = `# Report\n\n${'A line of the report.\n\n'.repeat(40)}`;
    const write = (name: string, text: string) => ({ name: 'write_deliverable', arguments: { name, content: text } });
    return {
      toolCalls: [write('Report', content), write('Table', rows.map((row) => row.join(',')).join('\n'))],
      usage,
    };
  }
  return { text: `Result of step ${step}.`, usage };
}

/** Resolves once the server has restarted after a kill. */
const lastKill = async (): Promise<void> => killing;

/** Completes one task despite the kills, and approves its questions. */
async function work(id: string, decided: Map<string, object>): Promise<Awaited<ReturnType<typeof getTask>>> {
  const end = Date.now() + 900_000;
  while (Date.now() < end) {
    await lastKill();
    try {
      const task = await getTask(server, id);
      if (['completed', 'failed', 'cancelled', 'paused_budget'].includes(task.status)) return task;
      for (const approval of task.approvals) {
        const before = decided.get(approval.id);
        if (before !== undefined) expect(approval).toEqual(before);
        if (approval.status !== 'pending') continue;
        pass('waiting');
        const text = `${approval.arguments.text} as approved`;
        const answer = await decideApproval(server, id, approval.id, { decision: 'approve', arguments: { text } });
        if (answer.status !== 200) continue;
        decided.set(approval.id, answer.body.data);
        pass('decided');
      }
    } catch (error) {
      // The server is down now, or went down during the response.
      if (killing === undefined || !(error instanceof TypeError)) throw error;
    }
    await sleep(30);
  }
  throw new Error(`the task did not end: ${JSON.stringify(await getTask(server, id))}`);
}

test(
  `kills at every moment of tasks repeat no completed step, no decision and no approved call (${wanted} kills)`,
  async () => {
    model.always(answerStep);
    outside.answer = (response) => {
      pass('hit');
      setTimeout(() => {
        response.end('done');
        pass('hit-answered');
      }, 20);
    };
    const persona = await makePersona(server, {
      sopSteps: ['Think', 'Look up', 'Send', 'Write', 'Conclude'],
      autonomyLevel: 'approve_high_risk',
      maxTokens: 300,
      integrations: [
        sendTool(outside.url, { risk: 'high', costCredits: 1 }),
        sendTool(outside.url, { name: 'look_up', risk: 'low', costCredits: 1 }),
      ],
      deliverables: [
        { name: 'Report', type: 'pdf', guaranteed: true },
        { name: 'Table', type: 'csv', guaranteed: true },
        { name: 'Notes', type: 'markdown', guaranteed: true },
      ],
    });
    const counts = { tasks: 0, kills: 0, repeatedModelCalls: 0, repeatedFreeCalls: 0, unknownOutcomes: 0 };
    while (counts.kills < wanted) {
      model.calls.length = 0;
      outside.hits.length = 0;
      killing = undefined;
      const { id } = await startTask(server, persona.id);
      const decided = new Map<string, object>();
      killsOfTask = 0;
      killsLeft = Math.min(4, wanted - counts.kills);
      planKill();
      const task = await work(id, decided);
      await lastKill();
      planned = undefined;
      counts.tasks += 1;
      counts.kills += killsOfTask;

      expect(task.status, JSON.stringify(task.error)).toBe('completed');
      const events = await eventsOf(server, id);
      expect(events.map((event) => event.id)).toEqual(events.map((_, index) => index + 1));
      for (const name of ['persona:started', 'persona:completed']) {
        expect(events.filter(({ event }) => event === name)).toHaveLength(1);
      }
      for (const name of ['persona:step-started', 'persona:step-completed']) {
        expect(events.filter(({ event }) => event === name).map(({ data }) => data.index)).toEqual([0, 1, 2, 3, 4]);
      }
      expect(task.progress.steps.map(({ output }: { output: string }) => output)).toEqual(
        [1, 2, 3, 4, 5].map((step) => `Result of step ${step}.`),
      );

      // Two questions, each decided once, and each approved call made at most once with the approved arguments.
      expect(events.filter(({ event }) => event === 'persona:approval-required')).toHaveLength(2);
      expect(events.filter(({ event }) => event === 'persona:approval-decided')).toHaveLength(2);
      const hits = outside.hits.map((hit) => String(JSON.parse(hit).text));
      const approved = hits.filter((text) => text.startsWith('3-'));
      expect(new Set(approved).size).toBe(approved.length);
      for (const text of approved) expect(['3-a as approved', '3-b as approved']).toContain(text);
      const told = JSON.stringify(model.calls.map(({ body }) => body['messages']).at(-1));
      counts.unknownOutcomes += 2 - approved.length;
      if (approved.length < 2) expect(killsOfTask).toBeGreaterThan(0);
      expect(told).toContain('Result of step 4.');

      // Calls without approval are made at least once; stored responses of the model are never requested again.
      const free = hits.filter((text) => text.startsWith('2-'));
      expect(new Set(free)).toEqual(new Set(['2-a', '2-b', '2-c']));
      counts.repeatedFreeCalls += free.length - 3;
      const asked = model.calls.map(({ body }) => {
        const text = JSON.stringify(body['messages']);
        const step = /## Now: step (\d)/.exec(text)?.[1] ?? '';
        return Number(step) + (text.includes('"role":"tool"') ? 0.5 : 0);
      });
      expect(asked).toEqual(asked.toSorted((a, b) => a - b));
      expect(new Set(asked)).toEqual(new Set([1, 2, 2.5, 3, 3.5, 4, 4.5, 5]));
      expect(asked.length).toBeLessThanOrEqual(8 + killsOfTask);
      counts.repeatedModelCalls += asked.length - 8;

      const files = await call(server, 'GET', `/api/personas/instances/${id}/deliverables?versions=all`);
      const versions = files.body.data.map(({ name, version }: { name: string; version: number }) => [name, version]);
      expect(versions.toSorted()).toEqual([
        ['Notes', 1],
        ['Report', 1],
        ['Table', 1],
      ]);
    }
    process.stdout.write(`kill campaign, seed ${seed}: ${JSON.stringify(counts)}\n`);
  },
  60_000 + wanted * 60_000,
);
