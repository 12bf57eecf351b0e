import { beforeAll, describe, expect, it } from 'vitest';
import { expectInvalid, expectUnknown } from './fields.ts';
import { type Body, useWorld } from './world.ts';

const world = useWorld();

describe('Specification 4.7 Webhooks', () => {
  let webhook: Body;
  beforeAll(async () => {
    webhook = await world.make('/webhooks', { url: `${world.receiver.url}/hook` });
    for (let sent = 0; sent < 3; sent += 1) await world.make(`/webhooks/${webhook.id}/test`);
  });

  describe('GET /api/v1/webhooks/:id/deliveries', () => {
    const list = async (query = '') => world.api('GET', `/webhooks/${webhook.id}/deliveries${query}`);
    it('paginated array of deliveries, newest first', async () => {
      const { status, body } = await list();
      expect(status).toBe(200);
      expect(body.data).toHaveLength(3);
      expect(body.pagination.total_count).toBe(3);
      const times = body.data.map(({ created_at: at }: Body) => at);
      expect(times).toEqual(times.toSorted().toReversed());
      for (const delivery of body.data) {
        expect(delivery).toMatchObject({ webhook_id: webhook.id, event_type: 'webhook.test', status: 'success' });
      }
    });
    it('page (default 1)', async () => {
      expect((await list()).body.pagination.page).toBe(1);
      const { body } = await list('?page=2&per_page=2');
      expect([body.pagination.page, body.data.length]).toEqual([2, 1]);
    });
    it('per_page (default 20, max 100)', async () => {
      expect((await list()).body.pagination.per_page).toBe(20);
      expect((await list('?per_page=100')).status).toBe(200);
      expectInvalid(await list('?per_page=101'), 'query.per_page');
    });
    it('404', async () => {
      expectUnknown(await world.api('GET', '/webhooks/whk_nope/deliveries'), 'webhook', 'whk_nope');
    });
  });

  describe('POST /api/v1/webhooks/:id/test', () => {
    it('no body; data = test result', async () => {
      const { status, body } = await world.api('POST', `/webhooks/${webhook.id}/test`);
      expect(status).toBe(200);
      expect(body.data).toEqual({
        webhook_id: webhook.id,
        delivery_id: expect.stringMatching(/^dlv_[0-9a-z]{26}$/),
        success: true,
        status_code: 200,
        response_time_ms: expect.any(Number),
      });
    });
    it('a failed test still returns the result with success false', async () => {
      world.receiver.answer('/bad', 503);
      const { id } = await world.make('/webhooks', { url: `${world.receiver.url}/bad` });
      const { status, body } = await world.api('POST', `/webhooks/${id}/test`);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ success: false, status_code: 503, error_message: expect.any(String) });
    });
    it('404', async () => {
      expectUnknown(await world.api('POST', '/webhooks/whk_nope/test'), 'webhook', 'whk_nope');
    });
  });
});
