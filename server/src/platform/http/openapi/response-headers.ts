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
  'WWW-Authenticate': {
    description: 'A Bearer challenge, with `error="invalid_token"` if the request had a key or token. Hooks send none.',
    schema: text,
  },
  'Retry-After': { description: 'Seconds to wait.', schema: integer },
  Location: { description: 'A signed address on this server.', schema: text },
};

/** The statuses with a header; the others have no limit. */
const statusesOf: Readonly<Record<string, readonly number[]>> = {
  'WWW-Authenticate': [401],
  'Retry-After': [429, 503],
  Location: [302],
};

/** References to the headers of a response with this status. */
export function headersOf(status: number): Json {
  const names = Object.keys(headerComponents).filter((name) => statusesOf[name]?.includes(status) ?? true);
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
