import { beforeAll, describe, expect, it } from 'vitest';
import { expectInvalid, expectUnknown } from './fields.ts';
import { type Body, useWorld, workflowOf } from './world.ts';

const world = useWorld();

describe('Specification 4.3 Triggers', () => {
  let trigger: Body;
  const execute = async (id: string, body?: unknown) =>
    world.api('POST', `/triggers/${id}/execute`, body === undefined ? {} : { body });
  beforeAll(async () => {
    const input_schema = { properties: { cups: { type: 'number' } } };
    const { id } = await world.make('/workflows', { ...workflowOf(), input_schema });
    trigger = await world.make('/triggers', { name: 'T', workflow_id: id });
  });

  describe('POST /api/v1/triggers/:id/execute', () => {
    it('202. data = { execution_id, trigger_id, workflow_id, status, inputs }', async () => {
      const { status, body } = await execute(trigger.id, { inputs: { cups: 2 } });
      expect(status).toBe(202);
      expect(body.data).toEqual({
        execution_id: expect.stringMatching(/^exe_[0-9a-z]{26}$/),
        trigger_id: trigger.id,
        workflow_id: trigger.workflow_id,
        status: 'pending',
        inputs: { cups: 2 },
      });
    });
    it('inputs is optional', async () => {
      expect((await execute(trigger.id)).body.data.inputs).toEqual({});
    });
    it('404 resource_not_found', async () => {
      expectUnknown(await execute('trg_nope'), 'trigger', 'trg_nope');
    });
    it('400 validation_error when the trigger is disabled', async () => {
      const { id } = await world.make('/triggers', { name: 'T', workflow_id: trigger.workflow_id, enabled: false });
      expectInvalid(await execute(id), 'params.id');
    });
    it('400 validation_error when the inputs do not match the workflow’s schema', async () => {
      expectInvalid(await execute(trigger.id, { inputs: { cups: 'two' } }), 'body.inputs.cups');
    });
  });

  it('The execution can then be tracked through the executions endpoints', async () => {
    const { execution_id: id } = (await execute(trigger.id)).body.data;
    expect(await world.until(`/executions/${id}`, 'completed')).toMatchObject({ trigger_id: trigger.id });
    const events = await world.events(`/executions/${id}/events`);
    expect(events.at(-1)?.event).toBe('execution:completed');
  });
});
