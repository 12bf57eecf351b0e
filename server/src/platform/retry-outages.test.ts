import { afterAll, expect, it } from 'vitest';
import { startMovableClock } from '../../test/movable-clock.ts';
import { retryOutages } from './retry-outages.ts';

const clock = startMovableClock();
afterAll(() => clock.restore());

it('an outage is waited for, though the clock is set forward meanwhile, as after a virtual machine is resumed', async () => {
  let isAway = true;
  const work = async (): Promise<string> => {
    if (!isAway) return 'written';
    isAway = false;
    clock.forward(3_600_000);
    throw Object.assign(new Error('the connection is lost'), { code: '08006' });
  };
  expect(await retryOutages(work, { timeoutMs: 60_000 })).toBe('written');
});
