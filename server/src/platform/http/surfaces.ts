import type { Pagination } from '@portico/shared-types';
import type { ApiError } from '../errors.ts';
import type { Surface } from './route.ts';

/** Where each surface is mounted (contract section 1). */
export const prefixes: Readonly<Record<Surface, readonly string[]>> = {
  versioned: ['/api/v1', '/v1'],
  legacy: ['/v1'],
  public: ['/api/public', '/public'],
  personas: ['/api/personas'],
  hooks: ['/hooks'],
};

interface Envelope {
  readonly data: unknown;
  readonly pagination?: Pagination;
  readonly requestId: string;
}

/** The success body of a surface (spec section 2.1). */
export function wrapData(surface: Surface, { data, pagination, requestId }: Envelope): object {
  if (surface === 'legacy') return { success: true, data };
  return { data, ...(pagination === undefined ? {} : { pagination }), meta: metaOf(requestId) };
}

/** The error body of a surface (spec section 7, contract section 2). */
export function wrapError(surface: Surface, error: ApiError, requestId: string): object {
  const { code, message, details } = error;
  if (surface === 'legacy') return { success: false, error: { code, message } };
  return { error: { code, message, details }, meta: metaOf(requestId) };
}

/** Pagination of a page (spec section 2.1). */
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
