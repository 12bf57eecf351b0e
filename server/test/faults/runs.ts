import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Endpoint } from '../client.ts';
import type { Fleet } from './open-fleet.ts';
import type { FaultWorkflow } from './workflows.ts';

/** An execution that the server said it accepted. */
export interface Run {
  readonly id: string;
  readonly workflow: FaultWorkflow;
}

export async function saveWorkflow(server: Endpoint, { definition }: FaultWorkflow): Promise<string> {
  const { status, body } = await call(server, 'POST', '/api/v1/workflows', { body: { name: 'Fault', definition } });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.id as string;
}

/** Starts a run; undefined where the server went away before it answered, so that nothing was promised. */
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

const ended = new Set(['completed', 'failed', 'cancelled']);

/** Waits until all runs have ended; throws with those that haven't after `timeoutMs`. */
export async function waitForEnds(fleet: Fleet, ids: readonly string[], timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let open = [...ids];
  while (open.length > 0) {
    const states = await Promise.all(
      open.map(async (id) => {
        const answer = await call(fleet.web(), 'GET', `/api/v1/executions/${id}`).catch(() => undefined);
        return { id, status: String(answer?.body.data?.status) };
      }),
    );
    open = states.filter(({ status }) => !ended.has(status)).map(({ id }) => id);
    if (open.length > 0 && Date.now() > deadline) throw new Error(`stuck after ${timeoutMs} ms: ${open.join(', ')}`);
    if (open.length > 0) await sleep(200);
  }
}
