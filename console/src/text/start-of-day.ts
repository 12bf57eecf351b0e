const dayMs = 86_400_000;

/** The day that is `daysAgo` days before today in a time zone, and when it began there; ISO 8601. */
export function startOfDay(daysAgo: number, timeZone: string, now: number): { day: string; at: string } {
  const local = (time: number): number => time + offsetOf(time, timeZone);
  const day = new Date(Math.floor(local(now) / dayMs - daysAgo) * dayMs).toISOString().slice(0, 10);
  return { day, at: toStart(day, timeZone) };
}

/** When a day (2026-02-28) begins in a time zone; ISO 8601. */
export function toStart(day: string, timeZone: string): string {
  const midnight = Date.parse(day);
  // The offset at midnight UTC may not be the one at midnight there, if the clocks change between.
  const near = midnight - offsetOf(midnight, timeZone);
  const start = midnight - offsetOf(near, timeZone);
  // A day without a midnight begins when the clocks go forward, not as long before.
  const isDayBefore = start + offsetOf(start, timeZone) < midnight;
  return new Date(isDayBefore ? near : start).toISOString();
}

/** The milliseconds by which the clocks of a time zone are ahead of UTC. */
function offsetOf(time: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(time);
  const read = (wanted: string): number => Number(parts.find(({ type }) => type === wanted)?.value);
  const shown = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'));
  return shown - Math.floor(time / 1_000) * 1_000;
}
