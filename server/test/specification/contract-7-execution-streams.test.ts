import { beforeAll, describe, expect, it } from 'vitest';
import { approval, failure, useWorld, workflowOf } from './world.ts';

const world = useWorld();
const text = (id: string, value = 'x') => ({ id, type: 'template', config: { text: value } });
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('Contract 7 Executions: streams', () => {
  const start = async (nodes: object[], rest: object = {}): Promise<string> => {
    const { id } = await world.make('/workflows', workflowOf(nodes, rest));
    return (await world.make(`/workflows/${id}/execute`)).execution_id;
  };

  describe('SSE /executions/:id/events', () => {
    let waitingId: string;
    let opened: Promise<string>;
    let askedAt: number;
    let pingedAt: number;
    beforeAll(async () => {
      waitingId = await start([approval]);
      await world.until(`/executions/${waitingId}`, 'waiting');
      askedAt = performance.now();
      opened = readUntilPing(`/executions/${waitingId}/events`);
    });
    /** Everything that the stream sends until its first ping. */
    async function readUntilPing(path: string): Promise<string> {
      const { url, apiKey } = world.server;
      const headers = { Accept: 'text/event-stream', 'X-API-Key': apiKey };
      const response = await fetch(`${url}/api/v1${path}`, { headers });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let said = '';
      for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
        said += piece.value;
        if (said.includes(': ping')) break;
      }
      pingedAt = performance.now();
      await reader?.cancel();
      return said;
    }
    const follow = async (id: string) => world.events(`/executions/${id}/events`);

    it('execution:waiting {node_id, reason, until?}', async () => {
      const id = await start([{ id: 'wait', type: 'delay', config: { seconds: 0.5 } }]);
      const waiting = (await follow(id)).find(({ event }) => event === 'execution:waiting');
      expect(waiting?.data).toEqual({ node_id: 'wait', reason: 'delay', until: time, timestamp: time });
      expect(await opened).toContain('"reason":"approval"');
      expect(await opened).not.toContain('"until"');
    });
    it('node:skipped {node_id}', async () => {
      const nodes = [{ id: 'if', type: 'condition', config: { if: 'false' } }, text('a')];
      const events = await follow(await start(nodes, { edges: [{ from: 'if', to: 'a', on: 'true' }] }));
      const skipped = events.filter(({ event }) => event === 'node:skipped');
      expect(skipped.map(({ data }) => data)).toEqual([{ node_id: 'a', timestamp: time }]);
    });
    it('node:failed shows whether it will be tried again', async () => {
      const bad = { id: 'bad', type: 'code', config: { source: 'export default () => { throw 1 }' } };
      const events = await follow(await start([{ ...bad, retry: { max_attempts: 2, backoff_ms: 1 } }]));
      const failed = events.filter(({ event }) => event === 'node:failed');
      expect(failed.map(({ data }) => [data.attempt, data.will_retry])).toEqual([
        [1, true],
        [2, false],
      ]);
    });
    it('a fail node sends node:failed first, then execution:failed', async () => {
      const events = (await follow(await start([failure]))).map(({ event }) => event);
      expect(events.slice(-2)).toEqual(['node:failed', 'execution:failed']);
    });
    it('execution:failed has node_id null if no node caused it', async () => {
      const events = await follow(await start([], { outputs: { x: '{{ 1 + "a" }}' } }));
      expect(events.at(-1)?.data.error).toEqual({ code: 'template_error', message: expect.any(String), node_id: null });
    });
    it('retry: 2000, and : ping every 15 s', async () => {
      const said = await opened;
      expect(said).toMatch(/^retry: 2000$/m);
      expect(said.match(/^: ping$/gm)).toHaveLength(1);
      // After 15 s, and before the second ping is due.
      expect(pingedAt - askedAt).toBeGreaterThanOrEqual(15_000);
      expect(pingedAt - askedAt).toBeLessThan(30_000);
    });
  });
});
