import { createClient } from '@portico/shared-types';
import { expect, test, vi } from 'vitest';

/* Mistakes in the options of the typed client, which would otherwise look like a server that is down, or never end. */
const baseUrl = 'http://portico';

test.each(['ptk_…', 'ptk_01k2\nm4'])(
  'a key that no header can contain is refused without being shown: %j',
  (apiKey) => {
    const message = 'apiKey has a character that no header can contain: is it the whole key?';
    expect(() => createClient({ baseUrl, apiKey })).toThrow(new TypeError(message));
  },
);

test.each(['maxRetries', 'maxRetryDelayMs', 'reconnectMs', 'maxReconnects'] as const)(
  '%s must be a number, as it is not if the variable that it is from is missing',
  (name) => {
    for (const value of [Number('three'), -1]) {
      expect(() => createClient({ baseUrl, [name]: value })).toThrow(
        new TypeError(`${name} must be 0 or more, not ${value}`),
      );
    }
    for (const value of [0, Number.POSITIVE_INFINITY, undefined]) createClient({ baseUrl, [name]: value });
  },
);

test('an idempotency key that no header can contain is refused, and nothing is sent', async () => {
  const seen = vi.fn<typeof fetch>();
  const client = createClient({ baseUrl, fetch: seen });
  await expect(client.agents.create({ name: 'A' }, { idempotencyKey: 'ключ' })).rejects.toThrow(TypeError);
  expect(seen).not.toHaveBeenCalled();
});
