import { z } from 'zod';
import { ErrorCode } from './errors.ts';

/** ISO 8601 UTC with milliseconds (docs/reference/addresses.md#values). */
export const Timestamp = z.iso.datetime({ precision: 3 });
export type Timestamp = z.infer<typeof Timestamp>;

export const Meta = z.object({ request_id: z.string(), timestamp: Timestamp });
export type Meta = z.infer<typeof Meta>;

/** The pagination object of lists (docs/reference/addresses.md#lists). */
export const Pagination = z.object({
  page: z.int(),
  per_page: z.int(),
  total_count: z.int(),
  total_pages: z.int(),
  has_next: z.boolean(),
  has_prev: z.boolean(),
});
export type Pagination = z.infer<typeof Pagination>;

/** A whole number from 1 in a query. Digits only: `Number` would also accept an empty string, blanks and `0x10`. */
export function queryInteger(most: number, fallback: number) {
  const read = (text: unknown): unknown =>
    typeof text === 'string' && /^-?\d{1,300}$/.test(text) ? Number(text) : text;
  return z.preprocess(read, z.int().min(1).max(most).default(fallback));
}

/** A yes or no in a query. */
export const QueryFlag = z.enum(['true', 'false']).transform((text) => text === 'true');

/**
 * A point in time in a query: ISO 8601, or a date, which means its first moment in UTC. It is of the years 1 to 9999:
 * databases have no year 0.
 */
export const QueryTime = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => new Date(text).toISOString())
  .refine((text) => /^(?!0000)\d{4}-/.test(text), 'must be a time of the years 1 to 9999');
export type QueryTime = z.infer<typeof QueryTime>;

/**
 * Query of every list endpoint: `page` from 1, `per_page` 1 to 100, default 20 (docs/reference/addresses.md#lists), and
 * the period in which the items were created: `from` inclusive, `to` exclusive.
 */
export const PageQuery = z.object({
  page: queryInteger(Number.MAX_SAFE_INTEGER, 1),
  per_page: queryInteger(100, 20),
  from: QueryTime.optional(),
  to: QueryTime.optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;

/**
 * Query of the lists whose entries have a name: `search` is part of the name, the slug, the description, or of what else
 * names an entry (docs/reference/addresses.md#lists).
 */
export const NamedListQuery = PageQuery.extend({
  search: z.string().trim().max(200).optional(),
});
export type NamedListQuery = z.infer<typeof NamedListQuery>;

/** The orders of a list by each of these fields, ascending, or descending with a minus sign in front. */
export function sortedBy<const Field extends string>(...fields: readonly Field[]) {
  const orders = fields.flatMap((field): (Field | `-${Field}`)[] => [field, `-${field}`]);
  return z.enum(orders).optional().describe('The field that orders the list; descending with a minus sign.');
}

/** Query of the lists that can be sorted (docs/reference/addresses.md#lists). */
export const SortedListQuery = NamedListQuery.extend({ sort: sortedBy('name', 'created_at', 'updated_at') });
export type SortedListQuery = z.infer<typeof SortedListQuery>;

/** A function, so that the parameter is described in place rather than by a reference. */
export const exportFormat = () =>
  z
    .enum(['csv', 'jsonl'])
    .default('csv')
    .describe('`csv` is a table for spreadsheets, `jsonl` one entry as JSON in each line.');
export type ExportFormat = z.infer<ReturnType<typeof exportFormat>>;

/** The error envelope (docs/reference/errors.md#error-envelope). */
export const ErrorEnvelope = z.object({
  error: z.object({ code: ErrorCode, message: z.string(), details: z.record(z.string(), z.unknown()) }),
  meta: Meta,
});
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;

/** The response of a delete. */
export const Deleted = z.object({ id: z.string(), deleted: z.literal(true) });
export type Deleted = z.infer<typeof Deleted>;
