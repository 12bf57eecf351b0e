import type { TriggerSchedule } from '@portico/shared-types';
import { CronExpressionParser } from 'cron-parser';
import type { FieldFault } from '../../platform/errors.ts';

/** The first tick after a time, computed with the library that the queue's scheduler uses; null if there is none. */
export function findNextTick({ cron, timezone }: TriggerSchedule, after: Date): string | null {
  try {
    return CronExpressionParser.parse(cron, { tz: timezone, currentDate: after }).next().toDate().toISOString();
  } catch {
    return null;
  }
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
