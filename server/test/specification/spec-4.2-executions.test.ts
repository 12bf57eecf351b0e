import { beforeAll, describe, expect, it } from 'vitest';
import { expectError, expectInvalid, expectUnknown } from './fields.ts';
import { approval, type Body, useWorld, workflowOf } from './world.ts';

const world = useWorld();

describe('Specification 4.2 Executions', () => {
  let done: Body;
  let waiting: Body;
  const start = async (nodes?: object[]): Promise<string> => {
    const { id } = await world.make('/workflows', workflowOf(nodes));
    return (await world.make(`/workflows/${id}/execute`)).execution_id;
  };
  beforeAll(async () => {
    done = await world.until(`/executions/${await start()}`, 'completed');
    waiting = await world.until(`/executions/${await start([approval])}`, 'waiting');
  });

  describe('GET /api/v1/executions/:id', () => {
    it('data = execution', async () => {
      expect(done).toMatchObject({ id: expect.stringMatching(/^exe_/), status: 'completed', error: null });
      expect(waiting).toMatchObject({ status: 'waiting', outputs: null, completed_at: null, duration_ms: null });
    });
    it('404 resource_not_found', async () => {
      expectUnknown(await world.api('GET', '/executions/exe_nope'), 'execution', 'exe_nope');
    });
  });

  describe('POST /api/v1/executions/:id/cancel', () => {
    it('data = { id, workflow_id, status (cancelled), cancelled_at }', async () => {
      const { status, body } = await world.api('POST', `/executions/${waiting.id}/cancel`);
      expect(status).toBe(200);
      expect(body.data).toEqual({
        id: waiting.id,
        workflow_id: waiting.workflow_id,
        status: 'cancelled',
        cancelled_at: expect.stringMatching(/Z$/),
      });
    });
    it('404 resource_not_found', async () => {
      expectUnknown(await world.api('POST', '/executions/exe_nope/cancel'), 'execution', 'exe_nope');
    });
    it('400 validation_error when not cancellable', async () => {
      expectError(await world.api('POST', `/executions/${done.id}/cancel`), 400, 'validation_error');
    });
  });

  describe('GET /api/v1/executions/:id/events', () => {
    const open = async (accept: string, id: string = done.id) =>
      world.api('GET', `/executions/${id}/events`, { headers: { Accept: accept } });
    it('Content-Type text/event-stream', async () => {
      const { status, headers } = await open('text/event-stream');
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
      expect(headers.get('cache-control')).toBe('no-cache, no-transform');
      expect(headers.get('x-accel-buffering')).toBe('no');
    });
    it('events of section 6.1', async () => {
      const { body } = await open('text/event-stream');
      expect(body).toContain('retry: 2000');
      expect([...body.matchAll(/^event: (.+)$/gm)].map(([, event]) => event)).toEqual([
        'connected',
        'execution:started',
        'node:started',
        'node:completed',
        'execution:progress',
        'execution:completed',
      ]);
    });
    it('Accept: text/event-stream: */* is accepted, one that excludes it is 400', async () => {
      expect((await open('*/*')).status).toBe(200);
      expectInvalid(await open('application/json'), 'headers.accept');
      expectInvalid(await open('text/event-stream;q=0, */*'), 'headers.accept');
    });
    it('404 resource_not_found', async () => {
      expectUnknown(await open('text/event-stream', 'exe_nope'), 'execution', 'exe_nope');
    });
  });
});
