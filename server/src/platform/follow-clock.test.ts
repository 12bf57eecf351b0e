import { afterAll, expect, it } from 'vitest';
import { startMovableClock } from '../../test/movable-clock.ts';
import { followClock } from './follow-clock.ts';

const clock = startMovableClock();
afterAll(() => clock.restore());

it('a correction that fails, for instance because the database is away, is repeated', async () => {
  let isAway = true;
  let corrections = 0;
  const check = followClock(async () => {
    if (isAway) throw new Error('the database is away');
    corrections += 1;
  });
  await expect(check()).rejects.toThrow('away');
  isAway = false;
  await check();
  await check();
  expect(corrections).toBe(1);
  isAway = true;
  clock.forward(-3_600_000);
  await expect(check()).rejects.toThrow('away');
  isAway = false;
  await check();
  await check();
  expect(corrections).toBe(2);
});
