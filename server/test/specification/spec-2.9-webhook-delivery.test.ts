import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '../client.ts';
import { testFields } from './fields.ts';
import { type Body, failure, useWorld, workflowOf } from './world.ts';

const world = useWorld();

describe('Specification 2.9 Webhook delivery', () => {
  let webhook: Body;
  let delivered: Body;
  let refused: Body;
  const test = { good: {} as Body, bad: {} as Body, away: {} as Body };
  const delivery = async (webhookId: string, ...statuses: string[]) =>
    eventually(async () => {
      const all: Body[] = await world.get(`/webhooks/${webhookId}/deliveries`);
      return all.find(({ status }) => statuses.includes(status));
    });
  const run = async (...nodes: object[]) => {
    const { id } = await world.make('/workflows', workflowOf(nodes.length === 0 ? undefined : nodes));
    await world.make(`/workflows/${id}/execute`);
  };
  beforeAll(async () => {
    const { receiver } = world;
    receiver.answer('/bad', 500);
    webhook = await world.make('/webhooks', { url: `${receiver.url}/good`, event_types: ['execution.completed'] });
    const bad = await world.make('/webhooks', { url: `${receiver.url}/bad`, event_types: ['execution.failed'] });
    await run();
    await run(failure);
    delivered = await delivery(webhook.id, 'success');
    refused = await delivery(bad.id, 'retrying', 'failed');
    test.good = await world.make(`/webhooks/${webhook.id}/test`);
    test.bad = await world.make(`/webhooks/${bad.id}/test`);
    const away = await world.make('/webhooks', { url: 'http://192-0-2-1.invalid/', event_types: ['webhook.test'] });
    test.away = await world.make(`/webhooks/${away.id}/test`);
  });
  const common = {
    id: 'string',
    webhook_id: 'string',
    event_type: 'string',
    attempts: 'integer',
    response_status: 'integer',
    response_time_ms: 'integer',
    created_at: 'timestamp',
    last_attempt_at: 'timestamp',
  } as const;

  describe('a delivery that succeeded', () => {
    testFields(() => delivered, {
      ...common,
      status: ['success', z.literal('success')],
      error_message: 'null',
      next_attempt_at: 'null',
    });
    it('reports what was sent, and what the receiver returned', () => {
      expect(delivered).toMatchObject({
        webhook_id: webhook.id,
        event_type: 'execution.completed',
        attempts: 1,
        response_status: 200,
      });
    });
  });

  describe('a delivery that failed', () => {
    testFields(() => refused, {
      ...common,
      status: ['retrying', z.literal('retrying')],
      error_message: 'string',
      next_attempt_at: 'timestamp',
    });
    it('event_type values shown: execution.completed, execution.failed', () => {
      expect([delivered.event_type, refused.event_type]).toEqual(['execution.completed', 'execution.failed']);
    });
    it('error_message is present on failed deliveries', () => {
      expect(refused.error_message).toBe('The receiver answered 500.');
    });
  });

  describe('Test result', () => {
    testFields(() => test.good, {
      webhook_id: 'string',
      delivery_id: 'string',
      success: 'boolean',
      status_code: 'integer',
      response_time_ms: 'integer',
    });
    it('success is true and error_message absent if the receiver accepted it', () => {
      expect(test.good).toMatchObject({ webhook_id: webhook.id, success: true, status_code: 200 });
      expect(test.good).not.toHaveProperty('error_message');
    });
    it('delivery_id names the recorded delivery', async () => {
      const recorded = await world.get(`/webhooks/${webhook.id}/deliveries/${test.good.delivery_id}`);
      expect(recorded).toMatchObject({ event_type: 'webhook.test', status: 'success', attempts: 1 });
    });
    it('error_message is present when success is false', () => {
      expect(test.bad).toMatchObject({ success: false, status_code: 500, error_message: expect.any(String) });
    });
    it('status_code is null without a response', () => {
      expect(test.away).toMatchObject({ success: false, status_code: null, error_message: expect.any(String) });
    });
  });
});
