import type { IncomingHttpHeaders } from 'node:http';
import { invalid } from '../errors.ts';

/**
 * Throws 400 if the Accept header excludes text/event-stream (docs/reference/streams.md#server-sent-events; RFC 9110
 * section 12.5.1).
 */
export function requireEventStream(headers: IncomingHttpHeaders): void {
  const accept = headers.accept?.trim() ?? '';
  if (accept === '') return;
  const weights = new Map<string, number>();
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(type, weight === undefined ? 1 : Number(weight));
  }
  const weight = weights.get('text/event-stream') ?? weights.get('text/*') ?? weights.get('*/*') ?? 0;
  if (!(weight > 0)) throw invalid({ path: 'headers.accept', message: 'must allow text/event-stream' });
}

/** The last event that the client has seen, null if it names none. An invalid event id counts as none. */
export function readLastEventId(headers: IncomingHttpHeaders): number | null {
  const value = headers['last-event-id'];
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : null;
}
