import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { useClock } from '../../../test/clock.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';

// The embedded database has the clock of the process.
describe.runIf(process.env['TEST_DATABASE_URL'] !== undefined)('a server whose clock differs from the database', () => {
  let server: ServerUnderTest;
  const clock = useClock();
  const differenceMs = 300_000;
  const delay = { id: 'wait', type: 'delay', config: { seconds: 2 } };
  beforeAll(async () => {
    server = await startServer();
    clock.forward(differenceMs);
  });
  afterAll(async () => server.close());
  const { run, save, execute, reached } = workflowRuns(() => server);

  it('gives an execution all its time', async () => {
    const ended = await run({ nodes: [text('a', 'x')] }, {}, { max_duration_s: 60 });
    expect(ended).toMatchObject({ status: 'completed', error: null });
  });

  it('continues after a delay when it is over', async () => {
    const ended = await run({ nodes: [delay] }, {}, { max_duration_s: 60 });
    expect(ended).toMatchObject({ status: 'completed' });
    expect(Date.parse(ended.completed_at) - Date.parse(ended.started_at)).toBeLessThan(30_000);
  });

  it('starts a delay that a process with the right time ends', async () => {
    const id = await execute(await save({ nodes: [delay] }));
    await reached(id, 'waiting');
    clock.forward(-differenceMs);
    const ended = await reached(id);
    clock.forward(differenceMs);
    expect(Date.parse(ended.completed_at) - Date.parse(ended.started_at)).toBeLessThan(30_000);
  });

  it.each(['ahead', 'behind'])('lets an approval be decided until it expires: %s', async (direction) => {
    const moved = direction === 'ahead' ? 0 : -2 * differenceMs;
    clock.forward(moved);
    try {
      const ask = { id: 'ask', type: 'approval', config: { title: 'Ship it?', expires_in_s: 120 } };
      const id = await execute(await save({ nodes: [ask] }));
      await reached(id, 'waiting');
      const path = `/api/v1/executions/${id}/approvals/ask`;
      expect((await call(server, 'POST', path, { body: { decision: 'approve' } })).status).toBe(200);
      expect(await reached(id)).toMatchObject({ status: 'completed' });
    } finally {
      clock.forward(-moved);
    }
  });
});
