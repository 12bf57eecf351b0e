import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../client.ts';
import type { ReceivedWebhook } from '../webhook-receiver.ts';
import { type Body, failure, useWorld, workflowOf } from './world.ts';

const world = useWorld();

describe('Specification 6.2 Webhooks', () => {
  let webhook: Body;
  let received: ReceivedWebhook[];
  let completed: Body;
  beforeAll(async () => {
    const { receiver } = world;
    webhook = await world.make('/webhooks', {
      url: `${receiver.url}/events`,
      event_types: ['execution.completed', 'execution.failed'],
    });
    for (const nodes of [undefined, [failure]]) {
      const { id } = await world.make('/workflows', workflowOf(nodes));
      const { execution_id: run } = await world.make(`/workflows/${id}/execute`);
      const execution = await world.until(`/executions/${run}`, 'completed', 'failed');
      completed ??= execution;
      await receiver.waitFor('/events', nodes === undefined ? 1 : 2);
    }
    received = await receiver.waitFor('/events', 2);
  });

  it('Outgoing webhooks deliver events of a type named like execution.completed or execution.failed', () => {
    expect(received.map(({ text }) => JSON.parse(text).type)).toEqual(['execution.completed', 'execution.failed']);
  });
  it('The delivery body: { id, type, timestamp, data }, data the resource as returned by its GET', () => {
    expect(JSON.parse(received[0]?.text ?? '')).toEqual({
      id: expect.stringMatching(/^dlv_/),
      type: 'execution.completed',
      timestamp: expect.stringMatching(/\.\d{3}Z$/),
      data: completed,
    });
  });
  it('Its signature: the official Standard Webhooks package verifies it', () => {
    for (const { text, headers } of received) {
      expect(() => new Webhook(webhook.secret).verify(text, headers as Record<string, string>)).not.toThrow();
      expect(() => new Webhook(webhook.secret).verify(`${text} `, headers as Record<string, string>)).toThrow(
        'signature',
      );
    }
  });
  it('Each delivery is recorded with its attempts and the receiver response', async () => {
    world.receiver.answer('/bad', (response) => response.writeHead(418, { 'X-Tea': 'green' }).end('I am a teapot'));
    const bad = await world.make('/webhooks', { url: `${world.receiver.url}/bad`, event_types: ['execution.started'] });
    const { id } = await world.make('/workflows', workflowOf());
    await world.make(`/workflows/${id}/execute`);
    const delivery = await eventually(async () => {
      const [first] = await world.get(`/webhooks/${bad.id}/deliveries`);
      return first?.attempts === 1 ? first : undefined;
    });
    const { attempt_log: log } = await world.get(`/webhooks/${bad.id}/deliveries/${delivery.id}`);
    expect(log).toEqual([
      {
        attempt: 1,
        started_at: expect.stringMatching(/Z$/),
        response_status: 418,
        response_headers: expect.objectContaining({ 'x-tea': 'green' }),
        response_body: 'I am a teapot',
        response_time_ms: expect.any(Number),
        error_message: expect.any(String),
      },
    ]);
  });
});
