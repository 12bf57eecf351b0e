import type { ErrorCode, ErrorReason, Pagination } from '@portico/shared-types';
import type { ApiError, ErrorDetails } from '../errors.ts';
import { wrapOpenAiError } from './openai-error.ts';
import type { Surface } from './route.ts';

/** Where each surface is mounted (docs/reference/addresses.md#mounts). */
export const prefixes: Readonly<Record<Surface, readonly string[]>> = {
  versioned: ['/api/v1', '/v1'],
  auth: ['/api/v1', '/v1'],
  legacy: ['/v1'],
  public: ['/api/public', '/public'],
  personas: ['/api/personas'],
  hooks: ['/hooks'],
  openai: ['/openai/v1'],
  mcp: ['/mcp'],
};

/** The path of a route below its prefix: that of the prefix itself is empty. */
export function trimRoot(path: string): string {
  return path === '/' ? '' : path;
}

interface Envelope {
  readonly data: unknown;
  readonly pagination?: Pagination;
  readonly requestId: string;
}

/** The success body of a surface (docs/reference/addresses.md#success-envelope). */
export function wrapData(surface: Surface, { data, pagination, requestId }: Envelope): object {
  if (surface === 'legacy') return { success: true, data };
  if (surface === 'openai' && typeof data === 'object' && data !== null) return data;
  return { data, ...(pagination === undefined ? {} : { pagination }), meta: metaOf(requestId) };
}

/** The error body of a surface (docs/reference/errors.md#error-envelope). */
export function wrapError(surface: Surface, error: ApiError, requestId: string): object {
  const { code, message } = error;
  if (surface === 'legacy') return { success: false, error: { code, message } };
  if (surface === 'openai') return wrapOpenAiError(error);
  if (surface === 'mcp') {
    return { jsonrpc: '2.0', error: { code: jsonRpcCodeOf(error), message, data: { code } }, id: null };
  }
  return { error: { code, message, details: detailsOn(surface, error) }, meta: metaOf(requestId) };
}

/** JSON-RPC 2.0: -32700 for a body that isn't JSON; otherwise the first of the codes that are left to servers. */
function jsonRpcCodeOf({ details }: ApiError): number {
  const [fault] = details.fields ?? [];
  return fault?.path === 'body' && fault.code === 'invalid_format' ? -32_700 : -32_000;
}

const defaultReasons: Readonly<Record<ErrorCode, ErrorReason>> = {
  invalid_api_key: 'session_invalid',
  expired_api_key: 'session_expired',
  revoked_api_key: 'session_expired',
  insufficient_scope: 'link_read_only',
  rate_limit_exceeded: 'too_many_requests',
  resource_not_found: 'not_found',
  validation_error: 'internal',
  execution_failed: 'failed',
  internal_error: 'internal',
  service_unavailable: 'unavailable',
};

/** An error's details; a visitor's front end always gets a `reason`, or `fields` with codes. */
export function detailsOn(surface: Surface, { code, details }: ApiError): ErrorDetails {
  if (surface !== 'public' || details.reason !== undefined || details['fields'] !== undefined) return details;
  if (details['window'] === 'day') return { ...details, reason: 'daily_limit' };
  if (details['window'] === 'concurrent') return { ...details, reason: 'too_many_streams' };
  // Only the error of a reply names a message, and a reply waits for its model.
  const isReply = details['message_id'] !== undefined;
  if (code === 'service_unavailable' && isReply) return { ...details, reason: 'model_unavailable' };
  return { ...details, reason: defaultReasons[code] };
}

/** Pagination of a page (docs/reference/addresses.md#success-envelope). */
export function paginate(page: number, perPage: number, total: number): Pagination {
  const pages = Math.ceil(total / perPage);
  return {
    page,
    per_page: perPage,
    total_count: total,
    total_pages: pages,
    has_next: page < pages,
    has_prev: page > 1,
  };
}

function metaOf(requestId: string): { request_id: string; timestamp: string } {
  return { request_id: requestId, timestamp: new Date().toISOString() };
}
