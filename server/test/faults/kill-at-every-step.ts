import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Extent, Figures } from './campaign.ts';
import { largest } from './campaign.ts';
import { checkRun } from './check-run.ts';
import { openBusyFleet } from './companions.ts';
import { createRandom } from './random.ts';
import { readData, readTranscript } from './read-transcript.ts';
import { saveWorkflow, startRun, waitForEnds, type Run } from './runs.ts';
import { nestedIn, tenNodes } from './workflows.ts';

/** Number of events of an undisturbed run of the ten nodes; the process is killed after each of them in turn. */
const steps = 33;
/** docs/reference/executions.md#what-survives: resumed within 30 s. */
const resumedWithinMs = 30_000;

/**
 * Kills the worker with kill -9 as soon as the last of `runs` executions has recorded step 1, 2, 3 …; the others, which
 * were started a moment earlier, and replies, submissions, deliveries and persona tasks are interrupted at any point.
 * All of them complete, with every result recorded once.
 */
export async function killAtEveryStep({ seed, faults, runs, say }: Extent): Promise<Figures> {
  const random = createRandom(seed);
  const fleet = await openBusyFleet();
  try {
    const plainId = await saveWorkflow(fleet.web(), tenNodes);
    const nested = nestedIn(plainId);
    const nestedId = await saveWorkflow(fleet.web(), nested);
    const cut = new Set<number>();
    const delays: number[] = [];
    let accepted = 0;
    for (let fault = 0; fault < faults; fault += 1) {
      const step = 1 + (fault % steps);
      await fleet.companions.begin(1);
      const started: Promise<Run | undefined>[] = [];
      for (let i = 1; i < runs; i += 1) {
        const isNested = i % 4 === 3;
        started.push(startRun(fleet, isNested ? nestedId : plainId, isNested ? nested : tenNodes, `run ${i}`));
        await sleep(random() * 30);
      }
      const first = await startRun(fleet, plainId, tenNodes, 'first');
      assert.ok(first, 'the first run of a round was not accepted');
      started.push(Promise.resolve(first));
      await readTranscript(fleet.web(), first.id, { until: step });
      await sleep(random() * 12);
      const killedAt = await fleet.kill();
      await fleet.restart();
      const readyAt = Date.now();
      const all = (await Promise.all(started)).filter((run) => run !== undefined);
      accepted += all.length;
      await waitForEnds(
        fleet,
        all.map(({ id }) => id),
      );
      let cutNow = 0;
      for (const run of all) {
        const transcript = await checkRun(fleet.web(), fleet.neighbour, run);
        const times = transcript.map((block) => Date.parse(String(readData(block)['timestamp'])));
        const before = times.filter((time) => time <= killedAt).length;
        if (before === times.length) continue;
        cutNow += 1;
        if (run.workflow === tenNodes) cut.add(before);
        const resumed = (times[before] ?? 0) - killedAt;
        // The time that the next process takes to start on a busy machine doesn't count.
        const since = resumed - (readyAt - killedAt);
        assert.ok(since <= resumedWithinMs, `${run.id} was resumed ${since} ms after a worker had started`);
        delays.push(resumed);
      }
      await fleet.companions.check();
      say(`kill ${fault + 1} at step ${step}: ${cutNow} of ${all.length} cut, all completed`);
    }
    const calls = new Set(fleet.neighbour.calls.map(({ key }) => key));
    return {
      kills: faults,
      'runs accepted': accepted,
      'runs cut': delays.length,
      'different steps cut at': cut.size,
      'calls made again': fleet.neighbour.calls.length - calls.size,
      'longest until resumed, ms': largest(delays),
      ...fleet.companions.figures(),
      lost: 0,
      stuck: 0,
    };
  } finally {
    await fleet.close();
  }
}
