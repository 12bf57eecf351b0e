interface Days {
  readonly from?: string;
  readonly to?: string;
}

const dayMs = 86_400_000;

/** The first and the last day of a filter as the API's query, whose `to` is the first moment after the period. */
export function toPeriod({ from = '', to = '' }: Days): { from: string; to: string } {
  const time = Date.parse(to);
  // The API names what is wrong with anything that isn't a day.
  return { from, to: isDay(to, time) ? toDay(time + dayMs) : to };
}

function isDay(text: string, time: number): boolean {
  return !Number.isNaN(time) && toDay(time) === text;
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
