import type { Json } from './json.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };

/**
 * Every header that a response of the API can have (docs/reference/limits.md#headers), as components of the document.
 */
export const headerComponents: Readonly<Record<string, Json>> = {
  'X-Request-Id': { description: 'Names this request in the logs.', schema: text },
  'X-RateLimit-Limit': { description: 'Requests allowed per minute.', schema: integer },
  'X-RateLimit-Remaining': { description: 'Requests left this minute.', schema: integer },
  'X-RateLimit-Reset': { description: 'Unix timestamp at which the minute ends.', schema: integer },
  'X-RateLimit-Limit-Day': { description: 'Requests allowed per day.', schema: integer },
  'X-RateLimit-Remaining-Day': { description: 'Requests left today.', schema: integer },
  'Retry-After': { description: 'Seconds to wait.', schema: integer },
  Location: { description: 'A signed address on this server.', schema: text },
};

/** References to the headers of a response with this status. */
export function headersOf(status: number): Json {
  const names = Object.keys(headerComponents).filter(
    (name) => (name !== 'Retry-After' || status === 429 || status === 503) && (name !== 'Location' || status === 302),
  );
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
