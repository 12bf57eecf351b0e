import { describe, expect, it } from 'vitest';
import { eventually } from '../client.ts';
import { type Body, useWorld, workflowOf } from './world.ts';

const world = useWorld({ WEBHOOK_RETRY_SCHEDULE: '1,1' });

async function fire(path: string): Promise<{ delivery(...statuses: string[]): Promise<Body> }> {
  const { id } = await world.make('/webhooks', { url: world.receiver.url + path, event_types: ['execution.started'] });
  const workflow = await world.make('/workflows', workflowOf());
  await world.make(`/workflows/${workflow.id}/execute`);
  return {
    delivery: async (...statuses) =>
      eventually(async () => {
        const [first] = await world.get(`/webhooks/${id}/deliveries`);
        return statuses.includes(first?.status) ? first : undefined;
      }),
  };
}

describe('Specification 3.3 Webhook delivery', () => {
  it('pending: queued for delivery', async () => {
    let release = (): void => {};
    world.receiver.answer('/slow', (response) => {
      release = () => response.end();
    });
    const { delivery } = await fire('/slow');
    await world.receiver.waitFor('/slow', 1);
    expect(await delivery('pending')).toMatchObject({ attempts: 0, response_status: null, last_attempt_at: null });
    release();
    expect(await delivery('success')).toMatchObject({ attempts: 1 });
  });
  it('success: delivered successfully', async () => {
    const { delivery } = await fire('/good');
    expect(await delivery('success')).toMatchObject({ attempts: 1, response_status: 200, next_attempt_at: null });
  });
  it('retrying: failed, will retry; then success', async () => {
    world.receiver.answer('/late', 500);
    const { delivery } = await fire('/late');
    expect(await delivery('retrying')).toMatchObject({ response_status: 500, next_attempt_at: expect.any(String) });
    world.receiver.answer('/late', 204);
    const done = await delivery('success');
    expect(done).toMatchObject({ response_status: 204, error_message: null });
    expect(done.attempts).toBeGreaterThan(1);
  });
  it('failed: all retry attempts exhausted', async () => {
    world.receiver.answer('/bad', 500);
    const { delivery } = await fire('/bad');
    expect(await delivery('failed')).toMatchObject({ attempts: 3, response_status: 500, next_attempt_at: null });
    expect(await world.receiver.waitFor('/bad', 3)).toHaveLength(3);
  });
});
