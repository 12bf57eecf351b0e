import type { TriggerSchedule } from '@portico/shared-types';
import type { FieldFault } from '../../platform/errors.ts';
import { findNextTick as findTick } from '../../platform/next-tick.ts';

/** The first tick after a time, as the queue's scheduler computes it; null if there is none. */
export function findNextTick(schedule: TriggerSchedule, after: Date): string | null {
  return findTick(schedule, after)?.toISOString() ?? null;
}

/** The faults of a schedule, by field. */
export function findScheduleFaults(schedule: TriggerSchedule): FieldFault[] {
  const faults: FieldFault[] = [];
  if (!isTimeZone(schedule.timezone)) {
    faults.push({ path: 'body.schedule.timezone', message: 'must be an IANA time zone like Europe/Berlin' });
  }
  const reason = findCronFault(schedule.cron);
  if (reason !== undefined) faults.push({ path: 'body.schedule.cron', message: reason });
  return faults;
}

/** The fault of a cron expression; undefined if it is valid. */
export function findCronFault(cron: string): string | undefined {
  const fields = cron.split(/\s+/);
  if (fields.length < 5 || fields.length > 6) return 'must have five fields, or six with seconds in front';
  // `H` gets a different number each time it is parsed.
  if (fields.some((field) => !/^[\d*/,\-?LA-Za-z#]+$/.test(field) || /(?:^|[,/-])H/i.test(field))) {
    return 'is not a valid cron expression';
  }
  return findNextTick({ cron, timezone: 'UTC' }, new Date()) === null
    ? 'is not a valid cron expression, or never matches'
    : undefined;
}

function isTimeZone(name: string): boolean {
  // Intl accepts offsets like +02:00 as zones, but the scheduler only accepts names.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
