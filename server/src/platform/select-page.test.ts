import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.ts';
import type { Database } from './database.ts';
import { ascending, descending, type List, selectPage } from './select-page.ts';

let database: Database;
let remove: () => Promise<void>;

const rows = 23;

beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
  // Several rows share a time, and some have none.
  await database.sql`
    CREATE TABLE listed AS SELECT 'row_' || lpad(n::text, 2, '0') AS id,
      CASE WHEN n % 5 > 0 THEN '2026-01-01T00:00:00Z'::timestamptz + n / 4 * interval '1 hour' END AS created_at
    FROM generate_series(1, ${rows}::int) AS n`;
});
afterAll(async () => remove());

/** A list as it would be defined by a feature. */
function defineList(order: 'default' | 'ascending' | 'mixed', keyed: boolean): List {
  const { sql } = database;
  const orders = {
    default: {},
    ascending: { order: [ascending(sql`created_at`), ascending(sql`id`)] },
    mixed: { order: [descending(sql`created_at`), ascending(sql`id`)] },
  };
  return {
    columns: sql`id`,
    from: sql`listed WHERE id <> 'row_07'`,
    ...orders[order],
    ...(keyed ? { key: sql`id` } : {}),
  };
}

const wholeOrders = { default: 'id DESC', ascending: 'created_at, id', mixed: 'created_at DESC, id' };

describe.each(['default', 'ascending', 'mixed'] as const)('the pages of a list in %s order', (order) => {
  it.each([true, false])('together are the whole list, in order, with any page size (by key: %s)', async (keyed) => {
    const { sql } = database;
    const whole = (
      await sql<{ id: string }[]>`SELECT id FROM listed WHERE id <> 'row_07' ORDER BY ${sql.unsafe(wholeOrders[order])}`
    ).map(({ id }) => id);
    for (const size of [1, 2, 7, 11, 21, 22, 50]) {
      const ids: string[] = [];
      for (let page = 1; page <= Math.ceil(whole.length / size); page += 1) {
        const query = { page, per_page: size };
        const { items, total } = await selectPage<{ id: string }>(sql, query, defineList(order, keyed));
        expect(total).toBe(whole.length);
        ids.push(...items.map(({ id }) => id));
      }
      expect(ids, `${size} rows a page`).toEqual(whole);
    }
  });
});

it.each([true, false])('all pages of a search begin with what is exactly that (by key: %s)', async (keyed) => {
  const { sql } = database;
  // Of two texts that can be it, the first comes first; a text can be missing.
  const named = [sql`CASE WHEN id < 'row_05' THEN id END`, sql`right(id, 1)`];
  const list = { ...defineList('default', keyed), named };
  const find = async (search: string, size: number) => {
    const ids: string[] = [];
    for (let page = 1; page <= Math.ceil((rows - 1) / size); page += 1) {
      const { items } = await selectPage<{ id: string }>(sql, { page, per_page: size, search }, list);
      ids.push(...items.map(({ id }) => id));
    }
    return ids;
  };
  for (const size of [1, 2, 7, 22]) {
    expect(await find('ROW_02', size), `${size} rows a page`).toEqual(['row_02']);
    expect(await find('2', size)).toEqual(['row_22', 'row_12', 'row_02']);
    expect(await find('ROW_0', size)).toEqual(['row_04', 'row_03', 'row_02', 'row_01']);
  }
});

it('returns no rows and the total for a page behind the last one', async () => {
  const past = await selectPage(database.sql, { page: 9, per_page: 20 }, defineList('mixed', true));
  expect(past).toEqual({ items: [], total: rows - 1 });
});

it('returns the rows of a period with their total', async () => {
  const period = { from: '2026-01-01T01:00:00.000Z', to: '2026-01-01T03:00:00.000Z' };
  const pages = await Promise.all(
    [1, 2, 3].map(async (page) =>
      selectPage(database.sql, { page, per_page: 2, ...period }, defineList('default', true)),
    ),
  );
  expect(pages).toEqual([
    { items: [{ id: 'row_11' }, { id: 'row_09' }], total: 5 },
    { items: [{ id: 'row_08' }, { id: 'row_06' }], total: 5 },
    { items: [{ id: 'row_04' }], total: 5 },
  ]);
});
