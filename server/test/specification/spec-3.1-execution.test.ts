import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../client.ts';
import { expectError, expectInvalid, expectUnknown } from './fields.ts';
import { approval, type Body, failure, useWorld, workflowOf } from './world.ts';

const world = useWorld();

describe('Specification 3.1 Execution', () => {
  let workflow: Body;
  beforeAll(async () => {
    workflow = await world.make('/workflows', workflowOf());
  });
  const run = async (nodes?: object[]): Promise<string> => {
    const { id } = nodes === undefined ? workflow : await world.make('/workflows', workflowOf(nodes));
    return (await world.make(`/workflows/${id}/execute`)).execution_id;
  };
  const cancel = async (id: string) => world.api('POST', `/executions/${id}/cancel`);

  it('(none) → pending by POST workflow execute; responds 202', async () => {
    const { status, body } = await world.api('POST', `/workflows/${workflow.id}/execute`, { body: {} });
    expect(status).toBe(202);
    expect(body.data.status).toBe('pending');
  });
  it('(none) → pending by POST trigger execute; responds 202', async () => {
    const { id } = await world.make('/triggers', { name: 'T', workflow_id: workflow.id });
    const { status, body } = await world.api('POST', `/triggers/${id}/execute`);
    expect(status).toBe(202);
    expect(body.data.status).toBe('pending');
  });
  it('only if the workflow exists', async () => {
    expectUnknown(await world.api('POST', '/workflows/wf_nope/execute', { body: {} }), 'workflow', 'wf_nope');
  });
  it('only if the trigger exists', async () => {
    expectUnknown(await world.api('POST', '/triggers/trg_nope/execute'), 'trigger', 'trg_nope');
  });
  it('only if the trigger is enabled', async () => {
    const { id } = await world.make('/triggers', { name: 'T', workflow_id: workflow.id, enabled: false });
    expectInvalid(await world.api('POST', `/triggers/${id}/execute`), 'params.id');
  });

  it('pending → running → completed', async () => {
    const id = await run();
    const done = await world.until(`/executions/${id}`, 'completed');
    expect(done).toMatchObject({ started_at: expect.any(String), completed_at: expect.any(String), error: null });
  });
  it('running → failed', async () => {
    const done = await world.until(`/executions/${await run([failure])}`, 'failed');
    expect(done).toMatchObject({ completed_at: expect.any(String), error: { node_id: 'stop' } });
  });
  it('running → waiting → completed', async () => {
    const id = await run([approval]);
    const waiting = await world.until(`/executions/${id}`, 'waiting');
    expect(waiting).toMatchObject({ completed_at: null, duration_ms: null, outputs: null });
    await world.make(`/executions/${id}/approvals/ask`, { decision: 'approve' });
    await world.until(`/executions/${id}`, 'completed');
  });

  it('waiting → cancelled by POST executions/:id/cancel; cancelled_at is set', async () => {
    const id = await run([approval]);
    await world.until(`/executions/${id}`, 'waiting');
    const { status, body } = await cancel(id);
    expect([status, body.data.status]).toEqual([200, 'cancelled']);
    expect(await world.get(`/executions/${id}`)).toMatchObject({
      status: 'cancelled',
      cancelled_at: body.data.cancelled_at,
    });
  });
  it('running → cancelled', async () => {
    world.receiver.answer('/hang', () => {});
    const id = await run([
      { id: 'call', type: 'http_request', config: { method: 'GET', url: `${world.receiver.url}/hang` } },
    ]);
    await world.receiver.waitFor('/hang', 1);
    expect((await world.get(`/executions/${id}`)).status).toBe('running');
    expect((await cancel(id)).body.data.status).toBe('cancelled');
  });
  it('pending → cancelled', async () => {
    // It is pending if the request is quick enough; otherwise it is in another cancellable state.
    const id = await run([approval]);
    expect((await cancel(id)).body.data.status).toBe('cancelled');
  });

  it.each([
    ['completed', undefined],
    ['failed', [failure]],
  ])('%s is not cancellable: unchanged, 400 validation_error', async (state, nodes) => {
    const id = await run(nodes);
    const before = await world.until(`/executions/${id}`, state);
    expectError(await cancel(id), 400, 'validation_error');
    expect(await world.get(`/executions/${id}`)).toEqual(before);
  });
  it('cancelled is not cancellable: unchanged, 400 validation_error', async () => {
    const id = await run([approval]);
    await cancel(id);
    const before = await world.get(`/executions/${id}`);
    expectError(await cancel(id), 400, 'validation_error');
    expect(await world.get(`/executions/${id}`)).toEqual(before);
  });

  it('Statuses shown: pending, completed, failed, cancelled (and running, waiting) can be listed by', async () => {
    for (const status of ['pending', 'running', 'waiting', 'completed', 'failed', 'cancelled']) {
      const { status: code, body } = await world.api('GET', `/executions?status=${status}`);
      expect(code).toBe(200);
      expect(body.data.every((one: Body) => one.status === status)).toBe(true);
    }
    expectInvalid(await world.api('GET', '/executions?status=paused'), 'query.status');
    await eventually(async () => ((await world.get('/executions?status=completed')).length > 0 ? true : undefined));
  });
});
