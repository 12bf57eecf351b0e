import { Retry, type Node } from '@portico/shared-types';
import { describe, expect, it } from 'vitest';
import { NodeError } from './node-error.ts';
import { retryDelay } from './retry-delay.ts';

const failed = new NodeError('node_execution_failed', 'No.');
const node = (retry?: object): Node => ({
  id: 'a',
  type: 'template',
  config: { text: '' },
  ...(retry === undefined ? {} : { retry: Retry.parse(retry) }),
});
const delays = (retry: object): (number | null)[] =>
  [1, 2, 3, 4].map((failures) => retryDelay(node({ max_attempts: 4, backoff_ms: 200, ...retry }), failures, failed));

describe('retryDelay', () => {
  it('stays the same when fixed, and doubles when exponential', () => {
    expect(delays({})).toEqual([200, 200, 200, null]);
    expect(delays({ backoff: 'exponential' })).toEqual([200, 400, 800, null]);
  });

  it('is at most an hour', () => {
    expect(delays({ backoff: 'exponential', backoff_ms: 1_500_000 })).toEqual([1_500_000, 3_000_000, 3_600_000, null]);
  });

  it('is null without retries, and for a failure that a retry can’t fix', () => {
    expect(retryDelay(node(), 1, failed)).toBeNull();
    expect(retryDelay(node({}), 1, failed)).toBeNull();
    const final = new NodeError('approval_rejected', 'No.', { retryable: false });
    expect(retryDelay(node({ max_attempts: 4 }), 1, final)).toBeNull();
  });
});
