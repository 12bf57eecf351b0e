import { expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { createRandom } from '../../../../test/faults/random.ts';
import { eventsOf, getTask, makePersona, sendTool, startTask } from '../../../../test/persona-tasks.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';

/*
 * Tasks with random caps, prices and concurrent calls (PERSONA_SEED; PERSONA_TASKS of them). In all of them no call is
 * made without a reservation, and no cap is exceeded by more than one reservation.
 */

const seed = Number(process.env['PERSONA_SEED'] ?? '1');
const tasks = Number(process.env['PERSONA_TASKS'] ?? '12');

const { server, model, outside } = await startWithDoubles();

interface Moment {
  cost: number;
  reserved: number;
  cap: number;
  largest: number;
  open: number;
}

/** The credits that are spent and reserved at this moment. */
async function look(): Promise<Moment> {
  const { sql } = server.platform.database;
  const [moment] = await sql<Moment[]>`
    SELECT cost_credits::float8 AS cost, reserved_credits::float8 AS reserved, max_cost_credits::float8 AS cap,
      coalesce((SELECT max(credits) FROM persona_reservations WHERE instance_id = id), 0)::float8 AS largest,
      (SELECT count(*)::int FROM persona_reservations WHERE instance_id = id) AS open
    FROM persona_instances ORDER BY id DESC LIMIT 1`;
  if (moment === undefined) throw new Error('there is no task');
  return moment;
}

test(`no cap is exceeded by more than one reservation, and every call has one (${tasks} tasks, seed ${seed})`, async () => {
  const random = createRandom(seed);
  const whole = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const moments: Moment[] = [];
  const counts = { tasks: 0, pauses: 0, modelCalls: 0, toolCalls: 0, atOnce: 0, closest: 0 };
  let running = 0;
  // Checked when the call arrives: its reservation is in the database by then, and until the response.
  outside.answer = (response) => {
    running += 1;
    counts.atOnce = Math.max(counts.atOnce, running);
    const delayMs = whole(0, 40);
    void look().then((moment) => {
      moments.push(moment);
      setTimeout(() => {
        running -= 1;
        response.end('done');
      }, delayMs);
    });
  };

  for (let index = 0; index < tasks; index += 1) {
    const [callsAtOnce, price, steps] = [whole(1, 12), whole(1, 40) / 10, whole(1, 3)];
    const maxTokens = whole(50, 2000);
    let made = 0;
    model.calls.length = 0;
    outside.hits.length = 0;
    model.always(async ({ body }) => {
      moments.push(await look());
      const messages = JSON.stringify(body['messages']);
      const completion = whole(1, maxTokens);
      const usage = { prompt_tokens: 40, completion_tokens: completion };
      if (messages.includes('"role":"tool"')) return { text: 'Done.', usage };
      const toolCalls = Array.from({ length: callsAtOnce }, () => {
        made += 1;
        return { name: 'send_mail', arguments: { text: `${index}-${made}` } };
      });
      return { toolCalls, usage };
    });
    const persona = await makePersona(server, {
      sopSteps: Array.from({ length: steps }, (_, step) => `Step ${step + 1}`),
      maxTokens,
      integrations: [sendTool(outside.url, { costCredits: price })],
    });
    let cap = whole(5, 60) / 10;
    const { id } = await startTask(server, persona.id, { maxCostCredits: cap });
    // The cost is settled a moment before the status changes, so a task is only paused once nothing is reserved.
    for (;;) {
      await expect.poll(async () => (await getTask(server, id)).status).toMatch(/^(?:paused|comp)/);
      const task = await getTask(server, id);
      const { cost, reserved, open } = await look();
      expect([reserved, open]).toEqual([0, 0]);
      expect(task.costCredits).toBeCloseTo(cost, 6);
      if (task.status === 'completed') break;
      counts.pauses += 1;
      expect(task.costCredits).toBeGreaterThanOrEqual(cap);
      cap = Math.ceil(task.costCredits * 10) / 10 + whole(2, 80) / 10;
      const resumed = await call(server, 'POST', `/api/personas/instances/${id}/resume`, {
        body: { maxCostCredits: cap },
      });
      expect(resumed.status).toBe(200);
    }
    // Nothing is lost or done twice because of the pauses.
    expect(new Set(outside.hits).size).toBe(outside.hits.length);
    expect(outside.hits).toHaveLength(steps * callsAtOnce);
    expect(model.calls).toHaveLength(steps * 2);
    const told = (await eventsOf(server, id)).filter(({ event }) => event === 'persona:step-completed');
    expect(told).toHaveLength(steps);
    counts.tasks += 1;
    counts.modelCalls += model.calls.length;
    counts.toolCalls += outside.hits.length;
  }

  for (const moment of moments) {
    expect(moment.open, 'a call without a reservation').toBeGreaterThan(0);
    const over = moment.cost + moment.reserved - moment.cap;
    counts.closest = Math.max(counts.closest, over / moment.largest);
    expect(over, JSON.stringify(moment)).toBeLessThanOrEqual(moment.largest + 1e-9);
  }
  expect(counts.atOnce).toBeGreaterThan(1);
  expect(counts.pauses).toBeGreaterThan(0);
  process.stdout.write(`caps at random, seed ${seed}: ${JSON.stringify({ ...counts, looks: moments.length })}\n`);
}, 300_000);
