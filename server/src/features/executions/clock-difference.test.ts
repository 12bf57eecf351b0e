import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useClock } from '../../../test/clock.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';

// The embedded database has the clock of the process.
describe.runIf(process.env['TEST_DATABASE_URL'] !== undefined)('a server whose clock is ahead of the database', () => {
  let server: ServerUnderTest;
  const clock = useClock();
  beforeAll(async () => {
    server = await startServer();
    clock.forward(300_000);
  });
  afterAll(async () => server.close());
  const { run } = workflowRuns(() => server);

  it('gives an execution all its time', async () => {
    const ended = await run({ nodes: [text('a', 'x')] }, {}, { max_duration_s: 60 });
    expect(ended).toMatchObject({ status: 'completed', error: null });
  });

  it('continues after a delay when it is over', async () => {
    const delay = { id: 'wait', type: 'delay', config: { seconds: 2 } };
    const ended = await run({ nodes: [delay] }, {}, { max_duration_s: 60 });
    expect(ended).toMatchObject({ status: 'completed' });
    expect(Date.parse(ended.completed_at) - Date.parse(ended.started_at)).toBeLessThan(30_000);
  });
});
