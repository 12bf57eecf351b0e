import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LeasedWorker } from '../../platform/leases/leased-worker.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';
import { openExecutions } from './executions-platform.ts';
import type { ClaimedExecution } from './runner/state/records.ts';
import { startExecution } from './start-execution.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const { save } = workflowRuns(() => server);

/** A worker of three slots, two for each workspace, whose executions never end by themselves. */
async function openWorker() {
  const executions = openExecutions(server.platform);
  const running: string[] = [];
  const worker = new LeasedWorker<ClaimedExecution>(
    {
      name: 'execution',
      log: server.platform.log,
      slots: 3,
      share: 2,
      groupOf: (execution) => execution.workspace_id,
      claim: async () => [],
      renew: async (leases) => leases,
      release: async () => undefined,
      releaseAll: async () => undefined,
      fail: async () => undefined,
      run: async ({ id }, { signal }) => {
        running.push(id);
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      },
    },
    { lookMs: 60_000, maxLookMs: 60_000, checkMs: 60_000, graceMs: 1 },
  );
  const stop = executions.worker.start(worker, { isAlone: false });
  const workflowId = await save({ nodes: [text('one', '1')] });
  const [row] = await server.platform.database.sql<{ workspace_id: string }[]>`
    SELECT workspace_id FROM workflows WHERE id = ${workflowId}`;
  const workspaceId = row?.workspace_id ?? '';
  await expect.poll(() => worker.hasCapacity(workspaceId)).toBe(true);
  return { platform: { ...server.platform, executions }, worker, stop, running, workspaceId, workflowId };
}

describe('executions that are started at the same time', () => {
  it.each(['the first ones', 'ones of a known workflow'])(
    'stay within the share of their workspace: %s',
    async (which) => {
      const { platform, worker, stop, running, workspaceId, workflowId } = await openWorker();
      if (which !== 'the first ones') await platform.executions.workflows.get(workspaceId, workflowId);
      await Promise.all(
        Array.from({ length: 9 }, async () => startExecution(platform, { workspaceId, workflowId, inputs: {} })),
      );
      expect(running).toHaveLength(2);
      expect(worker.hasCapacity(workspaceId)).toBe(false);
      // Not while the worker still looks for rows that may have waited.
      await expect.poll(() => worker.hasCapacity('another')).toBe(true);
      await stop();
    },
  );

  it('give their slots back if they can’t be written', async () => {
    const { platform, worker, stop, workspaceId, workflowId } = await openWorker();
    const start = async () => Promise.reject(new Error('the database is gone'));
    const failing = {
      ...platform,
      executions: { ...platform.executions, writers: { ...platform.executions.writers, start } },
    };
    for (let round = 0; round < 3; round += 1) {
      await expect(startExecution(failing, { workspaceId, workflowId, inputs: {} })).rejects.toThrow('gone');
    }
    expect(worker.hasCapacity(workspaceId)).toBe(true);
    await stop();
  });
});
