/** Hours of a weekday, 1 is Monday; times are like 09:00, the end of the day is 24:00. */
export interface Interval {
  readonly day: number;
  readonly from: string;
  readonly to: string;
}

/** The end of a day, which a time field can't have: there, midnight is 00:00. */
export const endOfDay = '24:00';

const usual = { from: '09:00', to: '17:00' };

/** More hours for a day: the usual ones, or those after its last, an hour later, such as after a lunch break. */
export function nextHours(day: number, own: readonly Interval[]): Interval {
  const last = own.reduce((latest, { to }) => (to > latest ? to : latest), '');
  const after = Number(last.slice(0, 2)) + 1;
  if (last === '' || after > 23) return { day, ...usual };
  const toTime = (hour: number): string => `${String(hour).padStart(2, '0')}:${last.slice(3)}`;
  const from = toTime(after);
  if (from < usual.to) return { day, from, to: usual.to };
  return { day, from, to: after === 23 ? endOfDay : toTime(after + 1) };
}

/** The earlier hours of the list with which those at `index` have time in common. */
export function findOverlap(own: readonly Interval[], index: number): Interval | undefined {
  const these = own[index];
  if (these === undefined || these.from === '' || these.to === '') return undefined;
  return own.slice(0, index).find(({ from, to }) => from < these.to && these.from < to);
}
