import { ListFilter } from 'lucide-react';
import { useId, useRef, useState } from 'preact/hooks';
import type { Query } from '../../../api/api.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { ExportLink } from '../../../ui/export-link.tsx';
import { conversationTexts } from '../texts.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterFields } from './filter-fields.tsx';
import type { FilterName, Filters, Order } from './filters.ts';
import { NoticeMenu } from './notice-menu.tsx';

export type View = 'all' | 'waiting' | 'mine' | 'closed';

const views = [
  ['all', 'all'],
  ['waiting', 'waitingView'],
  ['mine', 'mine'],
  ['closed', 'closedView'],
] as const;

interface Props {
  view: View;
  search: string;
  filters: Filters;
  order: Order;
  /** View, search and filters as the API's query. */
  query: Query;
  onView: (view: View) => void;
  onSearch: (text: string) => void;
  onFilter: (name: FilterName, value: string) => void;
  onOrder: (order: Order) => void;
  onClear: () => void;
}

export function ListFilters({ view, search, filters, query, onView, onSearch, onFilter, onClear, ...fields }: Props) {
  const say = useTexts(conversationTexts);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div class="inbox-filters">
      <div class="inbox-search">
        <SearchInput
          label={say('searchLabel')}
          placeholder={say('searchPlaceholder')}
          value={search}
          onValue={onSearch}
        />
        <IconButton
          ref={opener}
          label={say('filters')}
          icon={ListFilter}
          look={isOpen ? 'secondary' : 'quiet'}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        />
        <ExportLink iconOnly path="/api/v1/conversations/export" filters={query} />
        <NoticeMenu />
      </div>
      {isOpen ? <FilterFields {...fields} id={id} filters={filters} onFilter={onFilter} /> : null}
      <div class="inbox-views" role="group" aria-label={say('views')}>
        {views.map(([name, text]) => (
          <button key={name} type="button" class="chip" aria-pressed={view === name} onClick={() => onView(name)}>
            {say(text)}
          </button>
        ))}
      </div>
      <FilterChips
        filters={filters}
        isBelowFields={isOpen}
        onRemove={(name) => {
          // The button that was pressed is gone.
          opener.current?.focus();
          onFilter(name, '');
        }}
        onClear={() => {
          opener.current?.focus();
          onClear();
        }}
      />
    </div>
  );
}
