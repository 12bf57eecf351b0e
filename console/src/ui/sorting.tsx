import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useTexts } from '../text/use-texts.ts';
import { Select } from './field.tsx';
import { listTexts } from './list-texts.ts';
import { useListState } from './use-list-state.ts';

/** A column by which a list can be sorted. */
interface Sortable {
  readonly title: string;
  /** The order that the API is asked for first; the same with or without the minus sign is the opposite one. */
  readonly sort: string;
}

/** The opposite order. */
const reverse = (sort: string) => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`);
/** How a column with this `sort` is sorted in the order of the list. */
const directionIn = (order: string, sort: string) =>
  order === sort || order === reverse(sort) ? (order.startsWith('-') ? 'descending' : 'ascending') : undefined;

/** The title of a column, which sorts the list: in its first order, then in the opposite one, then as without sorting. */
export function SortTitle({ title, sort }: Sortable) {
  const { sort: order, setFilter } = useListState();
  const direction = directionIn(order, sort);
  const next = { [sort]: reverse(sort), [reverse(sort)]: '' }[order] ?? sort;
  const Icon = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={direction}>
      <span class="sort-name">{title}</span>
      <button type="button" class="sort" onClick={() => setFilter('sort', next)}>
        {title}
        <Icon size={12} aria-hidden />
      </button>
    </th>
  );
}

/** The same for cards, which have no titles of columns. */
export function SortField({ columns }: { columns: readonly Sortable[] }) {
  const say = useTexts(listTexts);
  const { sort: order, setFilter } = useListState();
  const orders = columns.flatMap(({ title, sort }) => [sort, reverse(sort)].map((value) => ({ value, field: title })));
  return (
    <Select
      class="sort-field"
      aria-label={say('sortBy')}
      value={order}
      onValue={(value) => setFilter('sort', value)}
      options={[
        { value: '', label: say('newestFirst') },
        ...orders.map(({ value, field }) => ({
          value,
          label: say(value.startsWith('-') ? 'descending' : 'ascending', { field }),
        })),
      ]}
    />
  );
}
