import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, eventually } from '../client.ts';
import type { Extent, Figures } from './campaign.ts';
import { checkRun } from './check-run.ts';
import { openBusyFleet } from './companions.ts';
import type { Fleet } from './open-fleet.ts';
import { createRandom } from './random.ts';
import { readTranscript } from './read-transcript.ts';
import { saveWorkflow, startRun, waitForEnds, type Run } from './runs.ts';
import { callOf, heldCall } from './workflows.ts';

/** Milliseconds during which the resumed first worker may attempt forbidden writes. */
const temptationMs = 3_000;

/**
 * Stops a worker (SIGSTOP) during the calls of its executions until its lease has expired, so that another worker
 * resumes them and repeats the calls, and then continues the first worker (SIGCONT). For half of the executions, the
 * calls of the first worker get their response before it continues, while the second worker is still busy. The first
 * worker can write nothing, and changes nothing that was recorded. Replies, submissions, deliveries and persona tasks
 * that it had begun complete as well.
 *
 * On the embedded default no other process can open the data: a second process is refused, and the stopped one
 * continues.
 */
export async function stopPastLease({ seed, faults, runs, say }: Extent): Promise<Figures> {
  const random = createRandom(seed);
  const fleet = await openBusyFleet();
  try {
    const plainId = await saveWorkflow(fleet.web(), heldCall);
    const calling = callOf(plainId);
    const callingId = await saveWorkflow(fleet.web(), calling);
    let takenOver = 0;
    for (let fault = 0; fault < faults; fault += 1) {
      await fleet.companions.begin(1);
      // The calls last 30 s at most, so little happens between the first of them and the stop.
      const all = await Promise.all(
        Array.from({ length: runs }, async (_, i): Promise<Run> => {
          const run = await (i % 2 === 0
            ? startRun(fleet, plainId, heldCall, `run ${i}`)
            : startRun(fleet, callingId, calling, `run ${i}`));
          assert.ok(run);
          return run;
        }),
      );
      await eventually(async () => (all.every((run) => callsOf(fleet, run).length === 1) ? true : undefined));
      const first = fleet.worker();
      first.signal('SIGSTOP');
      if (fleet.embedded) {
        await sleep(16_000);
        for (const run of all) callsOf(fleet, run)[0]?.release();
        await sleep(random() * 500);
        first.signal('SIGCONT');
      } else {
        const second = await fleet.addWorker();
        await eventually(async () => (all.every((run) => callsOf(fleet, run).length === 2) ? true : undefined), 60_000);
        takenOver += all.length;
        const [early, late] = [all.filter((_, i) => i % 4 < 2), all.filter((_, i) => i % 4 >= 2)];
        for (const run of early) callsOf(fleet, run)[1]?.release();
        await waitForEnds(
          fleet,
          early.map(({ id }) => id),
        );
        for (const run of all) callsOf(fleet, run)[0]?.release();
        const before = await Promise.all(all.map(async (run) => describeRun(fleet, run)));
        await sleep(random() * 500);
        first.signal('SIGCONT');
        await sleep(temptationMs);
        const after = await Promise.all(all.map(async (run) => describeRun(fleet, run)));
        assert.deepEqual(after, before, 'the worker that was stopped wrote something');
        for (const run of late) callsOf(fleet, run)[1]?.release();
        // In the next round, there is again only one worker at first.
        await waitForEnds(
          fleet,
          all.map(({ id }) => id),
        );
        await first.end('SIGKILL');
        assert.equal(fleet.worker(), second);
      }
      await waitForEnds(
        fleet,
        all.map(({ id }) => id),
      );
      for (const run of all) {
        await checkRun(fleet.web(), fleet.neighbour, run);
        const used = callsOf(fleet, run).at(-1)?.token;
        const { body } = await call(fleet.web(), 'GET', `/api/v1/executions/${run.id}`);
        assert.equal(body.data.outputs.tokens, used, `${run.id}: the answer that the second worker got`);
      }
      await fleet.companions.check();
      say(`stop ${fault + 1}: ${all.length} executions, ${fleet.embedded ? 'gone on with' : 'taken over'}`);
    }
    return {
      stops: faults,
      executions: faults * runs,
      'taken over': takenOver,
      'written by the stopped one': 0,
      ...fleet.companions.figures(),
    };
  } finally {
    await fleet.close();
  }
}

function callsOf(fleet: Fleet, { id, workflow }: Run) {
  return fleet.neighbour.calls.filter(({ key }) => key === `${id}:${workflow.callers[0]}`);
}

/** All data of a run that a worker can write. */
async function describeRun(fleet: Fleet, { id }: Run): Promise<unknown> {
  const execution = await call(fleet.web(), 'GET', `/api/v1/executions/${id}`);
  const nodes = await call(fleet.web(), 'GET', `/api/v1/executions/${id}/nodes?per_page=100`);
  const rows = execution.body.data.status === 'completed' ? await readTranscript(fleet.web(), id) : [];
  return { execution: execution.body.data, nodes: nodes.body.data, rows };
}
