import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, eventually } from '../client.ts';
import { largest, type Extent, type Figures } from './campaign.ts';
import { openBusyFleet } from './companions.ts';
import type { Fleet } from './open-fleet.ts';
import { createRandom } from './random.ts';
import { readTranscript } from './read-transcript.ts';
import { saveWorkflow, startRun, waitForEnds } from './runs.ts';
import { callOf, nestedIn, tenNodes, heldCall, type FaultWorkflow } from './workflows.ts';

/** docs/reference/executions.md#cancelling: cancel aborts the running call within 2 s. */
const abortedWithinMs = 2_000;

interface Cancelled {
  id: string;
  /** False if the execution had ended before. */
  taken: boolean;
  acceptedAt: number;
}

/**
 * Cancels `faults` executions at random moments: before they begin, in the middle of a call, in a loop, in a called
 * workflow, at their end. An accepted cancel is final: every running call is aborted within 2 s, and nothing is written
 * afterwards, even after a kill -9 and a restart. A cancel is only refused if the execution has already ended. All
 * other executions and all other work are completed.
 */
export async function cancelAnywhere({ seed, faults, runs, slowness, say }: Extent): Promise<Figures> {
  const random = createRandom(seed);
  const fleet = await openBusyFleet();
  try {
    const plainId = await saveWorkflow(fleet.web(), tenNodes);
    const heldId = await saveWorkflow(fleet.web(), heldCall);
    const saved: { id: string; workflow: FaultWorkflow }[] = [{ id: plainId, workflow: tenNodes }];
    saved.push({ id: heldId, workflow: heldCall });
    for (const workflow of [nestedIn(plainId), callOf(heldId)]) {
      saved.push({ id: await saveWorkflow(fleet.web(), workflow), workflow });
    }
    const cancelled: Cancelled[] = [];
    const cancelOne = async (place: number): Promise<void> => {
      const { id, workflow } = saved[place % saved.length] ?? { id: plainId, workflow: tenNodes };
      const started = await startRun(fleet, id, workflow, `run ${place}`);
      assert.ok(started);
      // Executions whose call is held never end by themselves; some of the others end before the cancel arrives.
      await sleep(random() * 700);
      const { status } = await call(fleet.web(), 'POST', `/api/v1/executions/${started.id}/cancel`);
      assert.ok(status === 200 || status === 400, `cancel responded with ${status}`);
      cancelled.push({ id: started.id, taken: status === 200, acceptedAt: Date.now() });
    };
    for (let done = 0; done < faults; done += runs) {
      const count = Math.min(runs, faults - done);
      await fleet.companions.begin(1);
      await Promise.all(Array.from({ length: count }, async (_, i) => cancelOne(done + i)));
      await fleet.companions.check();
      say(`${done + count} cancels`);
    }
    await sleep(abortedWithinMs + 500);
    const taken = cancelled.filter((one) => one.taken);
    const aborts = await eventually(async () => {
      const found = taken.flatMap((one) => abortsOf(fleet, one, abortedWithinMs * slowness));
      return found.includes(undefined) ? undefined : found.filter((ms) => ms !== undefined);
    });
    const before = await Promise.all(cancelled.map(async (one) => checkCancelled(fleet, one)));
    await fleet.kill();
    await fleet.restart();
    await waitForEnds(
      fleet,
      cancelled.map(({ id }) => id),
    );
    // Long enough for a sweep to wrongly resume a cancelled execution.
    await sleep(1_500);
    const after = await Promise.all(cancelled.map(async (one) => checkCancelled(fleet, one)));
    assert.deepEqual(after, before, 'something was written after the end');
    return {
      cancels: cancelled.length,
      accepted: taken.length,
      'came too late': cancelled.length - taken.length,
      'calls aborted': aborts.length,
      'longest until aborted, ms': largest(aborts),
      overwritten: 0,
      ...fleet.companions.figures(),
    };
  } finally {
    await fleet.close();
  }
}

/**
 * Milliseconds from the cancel to the end of each call that it aborted; undefined for a call that continues. Throws if
 * one was aborted after `withinMs`, or continues after it.
 */
function abortsOf(fleet: Fleet, { id, acceptedAt }: Cancelled, withinMs: number): (number | undefined)[] {
  return fleet.neighbour.calls
    .filter(({ key, answered }) => key.startsWith(`${id}:`) && !answered)
    .map(({ key, at, closedAt }) => {
      const ms = (closedAt ?? Date.now()) - Math.max(acceptedAt, at);
      const what = closedAt === undefined ? 'continues' : 'was aborted';
      assert.ok(ms <= withinMs, `${key}: its call ${what} ${ms} ms after the cancel`);
      return closedAt === undefined ? undefined : ms;
    });
}

async function checkCancelled(fleet: Fleet, { id, taken }: Cancelled): Promise<unknown> {
  const { body } = await call(fleet.web(), 'GET', `/api/v1/executions/${id}`);
  assert.equal(body.data.status, taken ? 'cancelled' : 'completed', id);
  const transcript = await readTranscript(fleet.web(), id);
  const end = transcript.findIndex(({ event }) => /^execution:(completed|failed|cancelled)$/.test(event));
  assert.equal(end, transcript.length - 1, `${id}: nothing comes after the end`);
  assert.equal(transcript[end]?.event, `execution:${taken ? 'cancelled' : 'completed'}`);
  const nodes = (await call(fleet.web(), 'GET', `/api/v1/executions/${id}/nodes?per_page=100`)).body.data;
  for (const { status } of nodes)
    assert.ok(status !== 'running' && status !== 'waiting', `${id}: nothing is still running`);
  return { execution: body.data, transcript, nodes };
}
