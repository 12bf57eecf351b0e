import { toStart } from '../text/start-of-day.ts';

export interface Days {
  readonly from?: string;
  readonly to?: string;
}

const dayMs = 86_400_000;

export interface PeriodQuery {
  readonly from: string;
  readonly to: string;
}

/**
 * The first and the last day of a filter in a time zone as the API's query, whose `to` is the first moment after the
 * period. For the API, a day is one in UTC.
 */
export function toPeriod({ from = '', to = '' }: Days, timeZone = 'UTC'): PeriodQuery {
  // The API names what is wrong with anything that isn't a day.
  const toTime = (day: string) => (timeZone === 'UTC' || !isDay(day) ? day : toStart(day, timeZone));
  return { from: toTime(from), to: toTime(isDay(to) ? toDay(Date.parse(to) + dayMs) : to) };
}

/** Whether a text, such as one in an address, is a day that exists: 2026-02-28. */
export function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && toDay(time) === text;
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
