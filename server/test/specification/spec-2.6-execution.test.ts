import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testFields } from './fields.ts';
import { approval, type Body, failure, useWorld, workflowOf } from './world.ts';

const world = useWorld();

describe('Specification 2.6 Execution', () => {
  let workflow: Body;
  let started: Body;
  let fired: Body;
  let completed: Body;
  let failed: Body;
  let cancelled: Body;
  let answer: Body;
  beforeAll(async () => {
    workflow = await world.make(
      '/workflows',
      workflowOf(undefined, { outputs: { text: '{{ nodes.say.outputs.text }}' } }),
    );
    started = await world.make(`/workflows/${workflow.id}/execute`, { inputs: { topic: 'tea' } });
    const trigger = await world.make('/triggers', { name: 'T', workflow_id: workflow.id });
    fired = await world.make(`/triggers/${trigger.id}/execute`);
    completed = await world.until(`/executions/${started.execution_id}`, 'completed');
    const run = async (node: object) => {
      const { id } = await world.make('/workflows', workflowOf([node]));
      return (await world.make(`/workflows/${id}/execute`)).execution_id;
    };
    failed = await world.until(`/executions/${await run(failure)}`, 'failed');
    const waiting = await run(approval);
    await world.until(`/executions/${waiting}`, 'waiting');
    answer = await world.make(`/executions/${waiting}/cancel`);
    cancelled = await world.get(`/executions/${waiting}`);
  });
  const common = {
    id: 'string',
    workflow_id: 'string',
    workflow_name: 'string',
    inputs: 'object',
    started_at: 'timestamp',
    completed_at: 'timestamp',
    duration_ms: 'integer',
    // docs/reference/executions.md#fields.
    workflow_version: 'integer',
    trigger_id: 'null',
    retry_of: 'null',
    created_at: 'timestamp',
  } as const;

  describe('the get response of a completed one', () => {
    testFields(() => completed, {
      ...common,
      status: ['completed', z.literal('completed')],
      outputs: 'object',
      error: 'null',
      cancelled_at: 'null',
    });
    it('workflow_name is the workflow’s', () => {
      expect(completed).toMatchObject({ workflow_id: workflow.id, workflow_name: workflow.name });
    });
    it('inputs echo the inputs given at start', () => {
      expect([started.inputs, completed.inputs]).toEqual([{ topic: 'tea' }, { topic: 'tea' }]);
    });
    it('outputs are the workflow’s', () => {
      expect(completed.outputs).toEqual({ text: 'Done' });
    });
    it('duration_ms is the time from started_at to completed_at', () => {
      const took = Date.parse(completed.completed_at) - Date.parse(completed.started_at);
      expect(Math.abs(completed.duration_ms - took)).toBeLessThanOrEqual(1);
    });
  });

  describe('the get response of a failed one', () => {
    testFields(() => failed, {
      ...common,
      status: ['failed', z.literal('failed')],
      outputs: 'object or null',
      error: [
        '{ code: string, message: string, node_id: string }',
        z.strictObject({ code: z.string(), message: z.string(), node_id: z.string() }),
      ],
      cancelled_at: 'null',
    });
    it('error reports what failed and where', () => {
      expect(failed.error).toEqual({ code: 'out_of_stock', message: 'Nothing is left.', node_id: 'stop' });
    });
    it('a code shown is node_execution_failed', async () => {
      const node = { id: 'ask', type: 'http_request', config: { method: 'GET', url: 'http://10.0.0.1/' } };
      const { id } = await world.make('/workflows', workflowOf([node]));
      const { execution_id: run } = await world.make(`/workflows/${id}/execute`);
      const { error } = await world.until(`/executions/${run}`, 'failed');
      expect(error).toEqual({ code: 'node_execution_failed', message: expect.any(String), node_id: 'ask' });
    });
  });

  it('In start responses the identifier is called execution_id', () => {
    expect(started.execution_id).toBe(completed.id);
    expect(started).not.toHaveProperty('id');
  });

  it('trigger_id is only in the trigger execute response', () => {
    expect(fired).toHaveProperty('trigger_id');
    expect(started).not.toHaveProperty('trigger_id');
  });

  describe('the cancel response', () => {
    testFields(() => answer, {
      id: 'string',
      workflow_id: 'string',
      status: ['cancelled', z.literal('cancelled')],
      cancelled_at: 'timestamp',
    });
    it('is of the execution as its get then shows it', () => {
      expect(cancelled).toMatchObject(answer);
    });
  });
});
