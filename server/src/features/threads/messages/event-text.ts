/** The text of an event's data, as the log itself writes it (docs/decisions/0002): the keys unchanged, then the time. */
export function writeEventText(data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...data, timestamp: new Date().toISOString() });
}
