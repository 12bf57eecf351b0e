import type { ExampleBook } from './example-book.ts';
import { created, downloadUrl, ids, updated } from './ids.ts';

const meta = { request_id: 'req_01kk3mt0p4s8u2w6y0a4c8e2g6', timestamp: updated };

const apiKey = {
  id: ids.apiKey,
  name: 'Website back end',
  scopes: ['agents:read', 'agents:execute', 'threads:read', 'threads:write'],
  rate_limit_per_minute: 120,
  rate_limit_per_day: null,
  expires_at: '2027-01-01T00:00:00.000Z',
  revoked_at: null,
  last_used_at: '2026-03-02T09:31:00.000Z',
  created_at: created,
} satisfies ExampleBook['ApiKey'];

/** Envelopes, errors, keys and files. */
export const platformExamples = {
  Meta: meta,
  Pagination: { page: 1, per_page: 20, total_count: 1, total_pages: 1, has_next: false, has_prev: false },
  Deleted: { id: ids.agent, deleted: true },
  ValidationErrorAnswer: {
    error: {
      code: 'validation_error',
      message: 'body.temperature: must be at most 2',
      details: { fields: [{ path: 'body.temperature', message: 'must be at most 2', code: 'too_large' }] },
    },
    meta,
  },
  UnauthorizedErrorAnswer: {
    error: { code: 'invalid_api_key', message: 'The API key is missing or not valid.', details: {} },
    meta,
  },
  ForbiddenErrorAnswer: {
    error: {
      code: 'insufficient_scope',
      message: 'This key lacks agents:write.',
      details: { required: ['agents:write'], missing: ['agents:write'] },
    },
    meta,
  },
  NotFoundErrorAnswer: {
    error: {
      code: 'resource_not_found',
      message: 'Agent not found.',
      details: { resource: 'agent', id: 'agt_00000000000000000000000000' },
    },
    meta,
  },
  RateLimitErrorAnswer: {
    error: {
      code: 'rate_limit_exceeded',
      message: 'Too many requests: 600 a minute are allowed.',
      details: { retry_after: 17, limit: 600, window: 'minute' },
    },
    meta,
  },
  ServerErrorAnswer: {
    error: { code: 'internal_error', message: 'Something went wrong on our side.', details: {} },
    meta,
  },
  UnavailableErrorAnswer: {
    error: { code: 'service_unavailable', message: 'The service is temporarily unavailable.', details: {} },
    meta,
  },
  ApiKey: apiKey,
  ApiKeyCreate: {
    name: apiKey.name,
    scopes: [...apiKey.scopes],
    expires_at: apiKey.expires_at,
    rate_limit_per_minute: 120,
  },
  IssuedApiKey: {
    ...apiKey,
    last_used_at: null,
    key: 'ptk_01kk3ms7k1n5q9s3u7w1y5a9c3_7Qv2mX9cK4tB1rHjL8wZpD5sF3nG6yA0eUiOxVbNqMd2fT4k',
  },
  StoredFile: {
    id: ids.file,
    file_name: 'handbook.pdf',
    file_size: 482_133,
    mime_type: 'application/pdf',
    download_url: downloadUrl,
    created_at: created,
  },
  UsageEntry: {
    key: '2026-05-04',
    credits: 12.4,
    prompt_tokens: 9_100,
    completion_tokens: 3_300,
    replies: 41,
    requests: 52,
  },
} satisfies ExampleBook;
