import { beforeAll, describe, expect, it } from 'vitest';
import { expectInvalid, expectUnknown } from './fields.ts';
import { type Body, useWorld, workflowOf } from './world.ts';

const world = useWorld();

describe('Specification 4.1 Workflows', () => {
  let workflow: Body;
  beforeAll(async () => {
    const input_schema = { properties: { topic: { type: 'string' } }, required: ['topic'] };
    for (let made = 0; made < 21; made += 1) await world.make('/workflows', workflowOf());
    workflow = await world.make('/workflows', { ...workflowOf(), input_schema });
  });

  describe('GET /api/v1/workflows', () => {
    it('returns a paginated array of workflows, newest first', async () => {
      const { status, body } = await world.api('GET', '/workflows');
      expect(status).toBe(200);
      expect(body.data[0].id).toBe(workflow.id);
      const ids = body.data.map(({ id }: Body) => id);
      expect(ids).toEqual(ids.toSorted().toReversed());
      expect(body.pagination.total_count).toBe(22);
    });
    it('page: number, default 1', async () => {
      expect((await world.api('GET', '/workflows')).body.pagination.page).toBe(1);
      const { body } = await world.api('GET', '/workflows?page=2');
      expect([body.pagination.page, body.data.length]).toEqual([2, 2]);
    });
    it('per_page: number, default 20', async () => {
      const { body } = await world.api('GET', '/workflows');
      expect([body.pagination.per_page, body.data.length]).toEqual([20, 20]);
    });
    it('per_page: max 100', async () => {
      expect((await world.api('GET', '/workflows?per_page=100')).body.data).toHaveLength(22);
      expectInvalid(await world.api('GET', '/workflows?per_page=101'), 'query.per_page');
    });
  });

  describe('GET /api/v1/workflows/:id', () => {
    it('data = workflow', async () => {
      const { status, body } = await world.api('GET', `/workflows/${workflow.id}`);
      expect(status).toBe(200);
      expect(body.data).toEqual(workflow);
    });
    it('404 resource_not_found', async () => {
      expectUnknown(await world.api('GET', '/workflows/wf_nope'), 'workflow', 'wf_nope');
    });
  });

  describe('POST /api/v1/workflows/:id/execute', () => {
    const execute = async (body?: unknown) =>
      world.api('POST', `/workflows/${workflow.id}/execute`, body === undefined ? {} : { body });
    it('202. data = { execution_id, workflow_id, status, inputs }', async () => {
      const { status, body } = await execute({ inputs: { topic: 'tea' } });
      expect(status).toBe(202);
      expect(body.data).toEqual({
        execution_id: expect.stringMatching(/^exe_[0-9a-z]{26}$/),
        workflow_id: workflow.id,
        status: 'pending',
        inputs: { topic: 'tea' },
      });
    });
    it('inputs is optional', async () => {
      const { id } = await world.make('/workflows', workflowOf());
      expect((await world.api('POST', `/workflows/${id}/execute`)).status).toBe(202);
      expect((await world.api('POST', `/workflows/${id}/execute`, { body: {} })).body.data.inputs).toEqual({});
    });
    it('inputs is an object', async () => {
      expectInvalid(await execute({ inputs: ['tea'] }), 'body.inputs');
    });
    it('404 resource_not_found (workflow)', async () => {
      expectUnknown(await world.api('POST', '/workflows/wf_nope/execute', { body: {} }), 'workflow', 'wf_nope');
    });
    it('400 validation_error (invalid input data): of the wrong type', async () => {
      expectInvalid(await execute({ inputs: { topic: 3 } }), 'body.inputs.topic');
    });
    it('400 validation_error (invalid input data): missing', async () => {
      expectInvalid(await execute({ inputs: {} }), 'body.inputs.topic');
    });
  });
});
