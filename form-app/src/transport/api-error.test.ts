import { expect, test } from 'vitest';
import { readApiError } from './api-error.ts';

test('the envelope contains the code, the fields and the wait', () => {
  const body = JSON.stringify({
    error: {
      code: 'validation_error',
      message: 'Invalid.',
      details: {
        fields: [{ path: 'body.message', message: 'Too long.', code: 'too_long' }, 'odd'],
        retry_after: 9,
        limit: 3,
        reason: 'daily_limit',
      },
    },
  });
  const error = readApiError(400, body, null);
  expect(error).toMatchObject({ code: 'validation_error', status: 400, message: 'Invalid.', retryAfter: 9 });
  expect(error.details).toEqual({ reason: 'daily_limit', limit: 3 });
  expect(error.fields).toEqual([{ path: 'body.message', message: 'Too long.', code: 'too_long' }]);
});

test('the header has priority over the body, and a proxy’s page is an error, too', () => {
  expect(readApiError(429, '{"error":{"details":{"retry_after":9}}}', '3').retryAfter).toBe(3);
  expect(readApiError(502, '<html>Bad gateway</html>', null)).toMatchObject({ code: 'internal_error', message: '' });
});
