/** The clock of a time zone, an IANA name. Its times are milliseconds as if it were in UTC. */
export class LocalClock {
  readonly #format: Intl.DateTimeFormat;

  /** @throws RangeError for a name that is unknown. */
  constructor(timezone: string) {
    this.#format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });
  }

  /** Milliseconds by which the clock is ahead of UTC at an instant. */
  offsetAt(instant: number): number {
    const shown = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(this.#format.format(instant)) ?? [];
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = shown;
    const length = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
    return sign === '-' ? -length : length;
  }
}

/** A moment's date and time of day in a time zone, as `2026-11-29T13:05:00.000`. */
export function toLocalTime(at: Date, timezone: string): string {
  const instant = at.getTime();
  return new Date(instant + new LocalClock(timezone).offsetAt(instant)).toISOString().slice(0, -1);
}
