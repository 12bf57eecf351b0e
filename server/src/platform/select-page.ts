import type { NamedListQuery, PageQuery } from '@portico/shared-types';
import type { Fragment, Sql } from './database.ts';
import { invalid } from './errors.ts';
import type { Page } from './http/route.ts';

/** A column that orders a list. */
interface Ordering {
  readonly by: Fragment;
  readonly isDescending: boolean;
}

export function ascending(by: Fragment): Ordering {
  return { by, isDescending: false };
}

export function descending(by: Fragment): Ordering {
  return { by, isDescending: true };
}

/** The source of a list endpoint. */
export interface List {
  readonly columns: Fragment;
  /** The SQL after FROM, up to and including a WHERE clause; more conditions are appended to it. */
  readonly from: Fragment;
  /** The texts of a row in which `search` of the query is looked for. */
  readonly named?: readonly Fragment[];
  /** The row's id, which `search` finds, too; the column `id` if not given. */
  readonly id?: Fragment;
  /** The column for `from` and `to` of the query; `created_at` if not given. */
  readonly createdAt?: Fragment;
  /** The columns by which a client can sort it, by the names in `sort` of the query. */
  readonly sortable?: Readonly<Record<string, Fragment>>;
  /** Unique with all its columns, so that every row has one place. By `id`, newest first, if not given. */
  readonly order?: readonly Ordering[];
  /**
   * The column that identifies a row, for lists that grow very long. Earlier pages are then skipped in an index that
   * contains only this column and the order, and only the rows of the page are read.
   */
  readonly key?: Fragment;
  /** The bytes of a row as they are stored, for lists whose rows can be large; `pg_column_size` doesn't read the values. */
  readonly size?: Fragment;
}

/**
 * Maximum bytes of the rows that are read at once for a download, after which no other row is begun. Stored values are
 * compressed, rarely to less than a tenth.
 */
const maxBatchBytes = 131_072;

/**
 * Returns the rows of one page and the total number of rows. `from` is inclusive and `to` exclusive, so that
 * consecutive periods share no row. `search` finds the rows of which one of the `named` texts contains it or of which it
 * is the id, and `sort` is one of the `sortable` columns, with a minus sign if descending. Without `sort`, the rows of
 * which a text is exactly `search` are the first.
 * @throws ApiError 400 if `from` is not before `to`.
 */
export async function selectPage<Row extends object>(
  sql: Sql,
  query: NamedListQuery & { readonly sort?: string | undefined },
  list: List,
): Promise<Page<Row>> {
  const { from, to, search = '' } = query;
  assertPeriod({ from, to });
  const { columns, createdAt = sql`created_at`, id = sql`id`, key, named = [] } = list;
  const since = from === undefined ? sql`` : sql`AND ${createdAt} >= ${from}::timestamptz`;
  const until = to === undefined ? sql`` : sql`AND ${createdAt} < ${to}::timestamptz`;
  const rows = sql`${list.from} ${since} ${until} ${naming(sql, named, id, search)}`;
  const exact = exactFirst(sql, list, query);
  // Most searches are a part of a name. Without a row to begin with, reading ends with the last row of the page.
  const hasExact = exact.reduce((any, { by }) => sql`${any} OR ${by}`, sql`false`);
  const [{ total, exactly } = { total: 0, exactly: false }] = await sql<{ total: number; exactly: boolean | null }[]>`
    SELECT count(*)::int AS total, bool_or(${hasExact}) AS exactly FROM ${rows}`;
  const order = [...(exactly === true ? exact : []), ...orderOf(sql, list, query.sort)];
  const { sorted, range, inOrder } = placePage(sql, order, query, total);
  const items =
    key === undefined
      ? await sql<Row[]>`SELECT ${columns} FROM ${rows} ${sorted} ${range}`
      : await sql<Row[]>`
          SELECT ${columns} FROM ${rows} AND ${key} = ANY(ARRAY(SELECT ${key} FROM ${rows} ${sorted} ${range})) ${sorted}`;
  return { items: inOrder(items), total };
}

/**
 * Returns the next rows of a list after the row `lastId`, newest first, for lists whose order is that of `id`: `limit`
 * rows, or fewer if they are large.
 * @throws ApiError 400 if `from` is not before `to`.
 */
export async function selectAfter<Row extends object>(
  sql: Sql,
  period: Pick<PageQuery, 'from' | 'to'>,
  { columns, from, createdAt = sql`created_at`, size }: List,
  lastId: string | undefined,
  limit: number,
): Promise<Row[]> {
  assertPeriod(period);
  const since = period.from === undefined ? sql`` : sql`AND ${createdAt} >= ${period.from}::timestamptz`;
  const until = period.to === undefined ? sql`` : sql`AND ${createdAt} < ${period.to}::timestamptz`;
  const after = lastId === undefined ? sql`` : sql`AND id < ${lastId}`;
  const next = sql`${from} ${since} ${until} ${after} ORDER BY id DESC LIMIT ${limit}`;
  if (size === undefined) return sql<Row[]>`SELECT ${columns} FROM ${next}`;
  const ids = withinBatch(sql, sql`SELECT id, id AS place, ${size} AS size FROM ${next}`);
  return sql<Row[]>`SELECT ${columns} FROM ${from} AND id = ANY(ARRAY(${ids})) ORDER BY id DESC`;
}

/** Selects the ids of those of the `next` rows, with `id`, `place` and `size`, that are read at once. */
export function withinBatch(sql: Sql, next: Fragment): Fragment {
  return sql`
    SELECT id FROM (SELECT id, sum(size) OVER (ORDER BY place DESC) - size AS before FROM (${next}) AS next) AS summed
    WHERE before < ${maxBatchBytes}`;
}

/**
 * Returns ORDER BY, and LIMIT with OFFSET, that read a page from the nearer end of a list of `total` rows, because the
 * rows before a page have to be read, too. `inOrder` puts the rows in the order of the list.
 */
export function placePage(
  sql: Sql,
  order: readonly Ordering[],
  { page, per_page: limit }: Pick<PageQuery, 'page' | 'per_page'>,
  total: number,
) {
  const before = (page - 1) * limit;
  const count = Math.max(0, Math.min(limit, total - before));
  const after = Math.max(0, total - before - count);
  const isFromEnd = after < before;
  const columns = order.map(({ by, isDescending }, index) => {
    const direction = isDescending === isFromEnd ? sql`ASC` : sql`DESC`;
    return index === 0 ? sql`${by} ${direction}` : sql`, ${by} ${direction}`;
  });
  return {
    sorted: sql`ORDER BY ${columns}`,
    range: sql`LIMIT ${count} OFFSET ${isFromEnd ? after : before}`,
    inOrder: <Row>(rows: readonly Row[]): Row[] => (isFromEnd ? rows.toReversed() : [...rows]),
  };
}

/** The order of a list, as the client asks for it; rows with the same value are in the order of their creation. */
function orderOf(sql: Sql, { sortable = {}, order = [descending(sql`id`)] }: List, sort?: string): readonly Ordering[] {
  if (sort === undefined) return order;
  const isDescending = sort.startsWith('-');
  const by = sortable[isDescending ? sort.slice(1) : sort];
  if (by === undefined) throw new Error(`the list has no column for the order ${sort}`);
  return [
    { by, isDescending },
    { by: sql`id`, isDescending },
  ];
}

/**
 * Otherwise, many newer rows that only contain a name would hide the row that has it. The lengths are compared first:
 * each row of the list is compared, and `lower` takes several times longer.
 */
function exactFirst(
  sql: Sql,
  { named = [] }: List,
  { search = '', sort }: { readonly search?: string | undefined; readonly sort?: string | undefined },
): readonly Ordering[] {
  if (search === '' || sort !== undefined) return [];
  return named.map((text) => {
    const same = spellingsOf(search).map(
      (spelling) => sql`OR (length(${text}) = length(${spelling}) AND lower(${text}) = lower(${spelling}))`,
    );
    return descending(sql`(false ${same}) IS TRUE`);
  });
}

/** The columns of a resource with a name and the usual times. */
export function sortableByNameOrTime(sql: Sql, name = sql`name`) {
  return { name: alphabetically(sql, name), created_at: sql`created_at`, updated_at: sql`updated_at` };
}

/**
 * Orders a text as in a dictionary, on every PostgreSQL: in upper or lower case, and a letter with an accent follows the
 * one without.
 */
export function alphabetically(sql: Sql, text: Fragment): Fragment {
  return sql`lower(normalize(${text}, NFD))`;
}

/** Throws a 400 if a period ends before it begins. */
export function assertPeriod({ from, to }: Pick<PageQuery, 'from' | 'to'>): void {
  if (from === undefined || to === undefined || from < to) return;
  throw invalid({ path: 'query.from', message: 'must be before `to`' });
}

/**
 * Returns a condition that one of the texts contains `search`, in upper or lower case, or that it is the id; nothing
 * without a search.
 */
function naming(sql: Sql, texts: readonly Fragment[], id: Fragment, search: string): Fragment {
  if (search === '' || texts.length === 0) return sql``;
  const patterns = spellingsOf(search).map(containing);
  const conditions = texts.flatMap((text) => patterns.map((pattern) => sql`OR ${text} ILIKE ${pattern}`));
  return sql`AND (${id} = ${search} ${conditions})`;
}

/**
 * A letter with an accent is looked for as one character and as two: names of files have either, by the system that they
 * come from, and normalizing each row would take several times longer.
 */
export function spellingsOf(search: string): string[] {
  return [...new Set([search, search.normalize('NFC'), search.normalize('NFD')])];
}

/** Returns a LIKE pattern for texts that contain `text`. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** A resource as the body that would create it again. */
export interface Definition<Body> {
  readonly id: string;
  readonly body: Body;
}

/** Every item of a list, the oldest first. */
export async function readWhole<T>(
  readPage: (query: { page: number; per_page: number }) => Promise<Page<T>>,
): Promise<T[]> {
  const items: T[] = [];
  for (let page = 1, total = 1; items.length < total; page += 1) {
    const read = await readPage({ page, per_page: 100 });
    if (read.items.length === 0) break;
    items.push(...read.items);
    total = read.total;
  }
  return items.toReversed();
}
