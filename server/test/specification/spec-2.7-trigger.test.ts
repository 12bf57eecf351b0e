import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectInvalid, testFields } from './fields.ts';
import { type Body, useWorld, workflowOf } from './world.ts';

const world = useWorld();

describe('Specification 2.7 Trigger', () => {
  let trigger: Body;
  let fired: Body;
  beforeAll(async () => {
    const { id } = await world.make('/workflows', workflowOf());
    const made = await world.make('/triggers', { name: 'Manual', workflow_id: id, inputs: { topic: 'tea', cups: 1 } });
    fired = await world.make(`/triggers/${made.id}/execute`, { inputs: { cups: 2 } });
    trigger = await world.get(`/triggers/${made.id}`);
  });

  describe('The execute response', () => {
    testFields(() => fired, {
      execution_id: 'string',
      trigger_id: 'string',
      workflow_id: 'string',
      status: ['pending', z.literal('pending')],
      inputs: 'object',
    });
    it('inputs are the caller’s merged over the trigger’s', () => {
      expect(fired.inputs).toEqual({ topic: 'tea', cups: 2 });
    });
  });

  it('A trigger can be disabled', async () => {
    const { body } = await world.api('PATCH', `/triggers/${trigger.id}`, { body: { enabled: false } });
    expect(body.data.enabled).toBe(false);
    expectInvalid(await world.api('POST', `/triggers/${trigger.id}/execute`), 'params.id');
  });

  describe('the record (contract section 5)', () => {
    testFields(() => trigger, {
      id: 'string',
      name: 'string',
      workflow_id: 'string',
      type: ['manual, schedule or webhook', z.literal('manual')],
      enabled: 'boolean',
      inputs: 'object',
      schedule: 'null',
      webhook: 'null',
      last_fired_at: 'timestamp',
      next_fire_at: 'null',
      last_error: 'null',
      created_at: 'timestamp',
      updated_at: 'timestamp',
    });
    it('schedule: { cron, timezone } of a schedule', async () => {
      const schedule = { cron: '0 9 * * 1', timezone: 'Europe/Oslo' };
      const body = { name: 'Clock', workflow_id: trigger.workflow_id, type: 'schedule', schedule };
      expect((await world.make('/triggers', body)).schedule).toEqual(schedule);
    });
    it('webhook: { url, secret shown once } of a webhook', async () => {
      const body = { name: 'Hook', workflow_id: trigger.workflow_id, type: 'webhook' };
      const { id, webhook } = await world.make('/triggers', body);
      expect(webhook).toEqual({ url: expect.stringMatching(new RegExp(`/hooks/${id}$`)), secret: expect.any(String) });
      expect((await world.get(`/triggers/${id}`)).webhook).toEqual({ url: webhook.url });
    });
  });
});
