interface Days {
  readonly from?: string;
  readonly to?: string;
}

const dayMs = 86_400_000;

/** The first and the last day of a filter as the API's query, whose `to` is the first moment after the period. */
export function toPeriod({ from = '', to = '' }: Days): { from: string; to: string } {
  // The API names what is wrong with anything that isn't a day.
  return { from, to: isDay(to) ? toDay(Date.parse(to) + dayMs) : to };
}

/** Whether a text, such as one in an address, is a day that exists: 2026-02-28. */
export function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && toDay(time) === text;
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
