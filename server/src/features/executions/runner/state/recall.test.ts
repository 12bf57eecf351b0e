import { describe, expect, it } from 'vitest';
import { Recall } from './recall.ts';
import type { RecordedRun } from './records.ts';

function run(path: string, status: RecordedRun['status'], attempt = 1): RecordedRun {
  return {
    path,
    attempt,
    node_type: 'template',
    status,
    inputs: null,
    outputs: null,
    branch: null,
    error: null,
    wait_until: null,
    decision: null,
    called_version: null,
    started_at: null,
  };
}

describe('a recall', () => {
  it('forgets the failures below a node at any depth, and no others', () => {
    // A retried execution has records below nodes that have none themselves.
    const recall = new Recall([
      run('each[10].call.inner[0].a', 'failed'),
      run('each[1].call.b', 'completed'),
      run('each[1].call', 'failed'),
      run('each2[0].a', 'failed'),
      run('each', 'failed'),
    ]);
    const settled = () =>
      ['each[10].call.inner[0].a', 'each[1].call.b', 'each[1].call', 'each2[0].a', 'each'].map(
        (path) => recall.get(path)?.settled?.status,
      );
    expect(settled()).toEqual(['failed', 'completed', 'failed', 'failed', 'failed']);
    recall.forgetFailures('each');
    expect(settled()).toEqual([undefined, 'completed', undefined, 'failed', 'failed']);
    expect(recall.get('each[1].call')).toMatchObject({ nextAttempt: 2, failures: 0 });
  });

  it('reads the retries of many items in linear time', () => {
    const times = [1_000, 8_000].map((items) => {
      const runs = Array.from({ length: items }, (_, index) => [
        run(`each[${index}].first`, 'completed'),
        run(`each[${index}].second`, 'completed'),
        run(`each[${index}].third`, 'failed'),
        run(`each[${index}].third`, 'completed', 2),
      ]).flat();
      const rounds = [1, 2, 3].map(() => {
        const started = performance.now();
        expect(new Recall(runs).get('each[0].third')?.settled?.attempt).toBe(2);
        return performance.now() - started;
      });
      // Other programs only add to a time: the shortest is the work itself.
      return Math.min(...rounds);
    });
    const [small = 0, large = 0] = times;
    expect(large).toBeLessThan(Math.max(small, 50) * 16);
  });
});
