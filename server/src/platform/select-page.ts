import type { PageQuery } from '@portico/shared-types';
import type postgres from 'postgres';
import type { Sql } from './database.ts';
import { invalid } from './errors.ts';
import type { Page } from './http/route.ts';

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** The source of a list endpoint. */
export interface List {
  readonly columns: Fragment;
  /** The SQL after FROM, up to and including a WHERE clause; more conditions are appended to it. */
  readonly from: Fragment;
  /** The column for `from` and `to` of the query; `created_at` if not given. */
  readonly createdAt?: Fragment;
  /** `id DESC`, newest first, if not given. */
  readonly order?: Fragment;
  /**
   * The column that identifies a row, for lists that grow very long. Earlier pages are then skipped in an index that
   * contains only this column and the order, and only the rows of the page are read.
   */
  readonly key?: Fragment;
}

/**
 * Returns the rows of one page and the total number of rows. `from` is inclusive and `to` exclusive, so that
 * consecutive periods share no row.
 * @throws ApiError 400 if `from` is not before `to`.
 */
export async function selectPage<Row extends object>(sql: Sql, query: PageQuery, list: List): Promise<Page<Row>> {
  const { page, per_page: limit, from, to } = query;
  assertPeriod({ from, to });
  const { columns, createdAt = sql`created_at`, order = sql`id DESC`, key } = list;
  const since = from === undefined ? sql`` : sql`AND ${createdAt} >= ${from}::timestamptz`;
  const until = to === undefined ? sql`` : sql`AND ${createdAt} < ${to}::timestamptz`;
  const rows = sql`${list.from} ${since} ${until}`;
  const place = sql`ORDER BY ${order} LIMIT ${limit} OFFSET ${(page - 1) * limit}`;
  const items =
    key === undefined
      ? await sql<Row[]>`SELECT ${columns} FROM ${rows} ${place}`
      : await sql<Row[]>`
          SELECT ${columns} FROM ${rows} AND ${key} = ANY(ARRAY(SELECT ${key} FROM ${rows} ${place})) ORDER BY ${order}`;
  const [count] = await sql<{ total: number }[]>`SELECT count(*)::int AS total FROM ${rows}`;
  return { items, total: count?.total ?? 0 };
}

/** Throws a 400 if a period ends before it begins. */
export function assertPeriod({ from, to }: Pick<PageQuery, 'from' | 'to'>): void {
  if (from === undefined || to === undefined || from < to) return;
  throw invalid({ path: 'query.from', message: 'must be before `to`' });
}

/** Returns a LIKE pattern for texts that contain `text`. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
