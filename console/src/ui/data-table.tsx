import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Link } from 'wouter';
import { useTexts } from '../text/use-texts.ts';
import { moveFocus } from './move-focus.ts';
import { SortField, SortTitle } from './sorting.tsx';
import { useListState } from './use-list-state.ts';
import { uiTexts } from './texts.ts';
import { useItemState } from './visited-lists.ts';

export interface Column<Row> {
  readonly title: string;
  /** The first column names the row; its cell is the link. */
  readonly render: (row: Row) => ComponentChildren;
  readonly align?: 'end';
  /** The order in which the title first sorts the list: a field of the API, with a minus sign if descending. */
  readonly sort?: string;
  /** Left out of cards on narrow screens. */
  readonly minor?: boolean;
}

interface DataTableProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** The row that is open in a side panel. */
  current?: string | undefined;
  href?: (row: Row) => string;
  renderActions?: (row: Row) => ComponentChildren;
}

/** A table on wide screens and cards on narrow ones. `j` and `k` move between the rows. */
export function DataTable<Row extends { readonly id: string }>(props: DataTableProps<Row>) {
  const { label, rows, columns, current, href, renderActions } = props;
  const say = useTexts(uiTexts);
  const state = useItemState();
  const isSorted = useListState().sort !== '';
  const body = useRef<HTMLTableSectionElement>(null);
  // The caller says why there is nothing; titles of columns over nothing would only repeat it.
  if (rows.length === 0) return null;
  const sortable = columns.flatMap(({ title, sort }) => (sort === undefined ? [] : [{ title, sort }]));
  const table = (
    <div class="table-frame">
      <table class="data-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, align, sort }) =>
              sort === undefined ? (
                <th key={title} scope="col" class={align === 'end' ? 'to-end' : undefined}>
                  {title}
                </th>
              ) : (
                <SortTitle key={title} title={title} sort={sort} />
              ),
            )}
            {renderActions === undefined ? null : (
              <th scope="col" class="row-actions">
                <span class="visually-hidden">{say('actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={(event) => moveFocus(event, body.current, '.row-link')}>
          {rows.map((row) => (
            <tr key={row.id} class={row.id === current ? 'row row-current' : 'row'}>
              {columns.map(({ title, render, align, minor }, at) => (
                <td
                  key={title}
                  data-title={title}
                  class={`${align === 'end' ? 'to-end' : ''} ${minor === true ? 'minor' : ''} ${at === 0 ? 'row-name' : ''}`}
                >
                  {at === 0 && href !== undefined ? (
                    <Link href={href(row)} state={state} className="row-link">
                      {render(row)}
                    </Link>
                  ) : (
                    render(row)
                  )}
                </td>
              ))}
              {renderActions === undefined ? null : <td class="row-actions">{renderActions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
  if (sortable.length === 0 || (rows.length < 2 && !isSorted)) return table;
  return (
    <>
      <SortField columns={sortable} />
      {table}
    </>
  );
}
