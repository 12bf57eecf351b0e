import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Endpoint } from '../client.ts';
import type { Fleet } from './open-fleet.ts';
import { type FaultWorkflow, nestedIn, tenNodes } from './workflows.ts';

/** An execution that the server has accepted. */
export interface Run {
  readonly id: string;
  readonly workflow: FaultWorkflow;
}

export async function saveWorkflow(server: Endpoint, { definition }: FaultWorkflow): Promise<string> {
  const { status, body } = await call(server, 'POST', '/api/v1/workflows', { body: { name: 'Fault', definition } });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.id as string;
}

/** Starts a run; undefined if the server ended before it responded, because it has then promised nothing. */
export async function startRun(
  fleet: Fleet,
  workflowId: string,
  workflow: FaultWorkflow,
  name: string,
): Promise<Run | undefined> {
  const inputs = { neighbour: fleet.neighbour.url, name };
  try {
    const { status, body } = await call(fleet.web(), 'POST', `/api/v1/workflows/${workflowId}/execute`, {
      body: { inputs },
    });
    assert.equal(status, 202, JSON.stringify(body));
    return { id: body.data.execution_id as string, workflow };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Saves two workflows; the returned function starts runs of them, every fourth one of the nested workflow. */
export async function saveMixedWorkflows(fleet: Fleet): Promise<(count: number) => Promise<Run[]>> {
  const plainId = await saveWorkflow(fleet.web(), tenNodes);
  const nested = nestedIn(plainId);
  const nestedId = await saveWorkflow(fleet.web(), nested);
  return async (count) => {
    const started = await Promise.all(
      Array.from({ length: count }, async (_, i) =>
        i % 4 === 3 ? startRun(fleet, nestedId, nested, `run ${i}`) : startRun(fleet, plainId, tenNodes, `run ${i}`),
      ),
    );
    const all = started.filter((one) => one !== undefined);
    assert.equal(all.length, count, 'an execution was not accepted before anything had happened');
    return all;
  };
}

/** Milliseconds without progress after which a run counts as stuck. */
const timeoutMs = 60_000;

const ended = new Set(['completed', 'failed', 'cancelled']);

/**
 * Waits until all runs have ended. Throws with the unfinished ones if nothing has happened for a minute: none has
 * ended, and none has called the neighbour. On any machine, a run that isn't stuck does one of the two.
 */
export async function waitForEnds(fleet: Fleet, ids: readonly string[]): Promise<void> {
  let open = [...ids];
  let calls = 0;
  let deadline = Date.now() + timeoutMs;
  while (open.length > 0) {
    const still: string[] = [];
    for (const id of open) {
      const answer = await call(fleet.web(), 'GET', `/api/v1/executions/${id}`).catch(() => undefined);
      if (!ended.has(String(answer?.body.data?.status))) still.push(id);
    }
    if (still.length < open.length || fleet.neighbour.calls.length > calls) deadline = Date.now() + timeoutMs;
    open = still;
    calls = fleet.neighbour.calls.length;
    if (open.length > 0 && Date.now() > deadline) throw new Error(`stuck for ${timeoutMs} ms: ${open.join(', ')}`);
    if (open.length > 0) await sleep(200);
  }
}
