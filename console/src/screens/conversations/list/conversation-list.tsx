import { Inbox } from 'lucide-react';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'wouter';
import { useConversations } from '../../../data/conversations.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, Loaded, Skeleton } from '../../../ui/states.tsx';
import { useListState } from '../../../ui/use-list-state.ts';
import { conversationTexts } from '../texts.ts';
import { useAddresses } from '../../../ui/use-addresses.ts';
import { usePeriodQuery } from '../../../ui/use-period-query.ts';
import { ConversationRow } from './conversation-row.tsx';
import { defaultOrder, filterNames, isFiltered, readFilters, readOrder } from './filters.ts';
import { ListFilters, type View } from './list-filters.tsx';
import { hasModifier, isTyping } from './is-typing.ts';

const views: Record<View, Readonly<Record<string, string>>> = {
  all: {},
  waiting: { waiting: 'true' },
  mine: { assignee: 'me' },
  closed: { status: 'closed' },
};

/** The workspace's conversations, most recently changed or longest waiting first. `j` and `k` move through them. */
export function ConversationList({ currentId }: { currentId: string | undefined }) {
  const say = useTexts(conversationTexts);
  const { query, page, setPage, setFilter, removeFilters } = useListState();
  const [, navigate] = useLocation();
  const view = viewOf(query['view']);
  const search = query['q'] ?? '';
  const filters = readFilters(query);
  const { period, isKnown } = usePeriodQuery(filters);
  const wanted = { ...views[view], ...filters, ...period, q: search };
  const order = readOrder(query);
  const listed = { ...wanted, sort: order === defaultOrder('all') ? '' : order, page, per_page: 30 };
  const found = useConversations(listed, isKnown);
  const clear = () => removeFilters(filterNames);
  const ids = useRef<string[]>([]);
  ids.current = found.data?.data.map(({ id }) => id) ?? [];
  const addressOf = useAddresses('/conversations');

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.key !== 'j' && event.key !== 'k') || hasModifier(event) || isTyping(event.target)) return;
      const at = currentId === undefined ? -1 : ids.current.indexOf(currentId);
      const next = ids.current[event.key === 'j' ? at + 1 : Math.max(0, at - 1)];
      if (next === undefined || next === currentId) return;
      // What has the focus, such as a row, stays: without it, the conversation's heading gets it.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      navigate(addressOf(next));
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });

  return (
    <section class="inbox-list" aria-label={say('list')}>
      <ListFilters
        view={view}
        search={search}
        filters={filters}
        order={order}
        query={wanted}
        onView={(next) => setFilter('view', next === 'all' ? '' : next)}
        onSearch={(text) => setFilter('q', text)}
        onFilter={setFilter}
        onOrder={(next) => setFilter('sort', next === defaultOrder(view) ? '' : next)}
        onClear={clear}
      />
      <Loaded query={found} skeleton={<Skeleton lines={8} kind="rows" />}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <NothingHere
              isLimited={view !== 'all' || search !== '' || isFiltered(filters)}
              onClear={isFiltered(filters) ? clear : undefined}
            />
          ) : (
            <>
              <ul class="inbox-rows">
                {data.map((conversation) => (
                  <li key={conversation.id}>
                    <ConversationRow
                      conversation={conversation}
                      href={addressOf(conversation.id)}
                      isCurrent={conversation.id === currentId}
                    />
                  </li>
                ))}
              </ul>
              <Pager pagination={pagination} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function NothingHere({ isLimited, onClear }: { isLimited: boolean; onClear: (() => void) | undefined }) {
  const say = useTexts(conversationTexts);
  return (
    <EmptyState icon={Inbox} title={say('emptyTitle')} text={say(isLimited ? 'noneFound' : 'emptyText')}>
      {onClear === undefined ? undefined : <Button onClick={onClear}>{say('clearFilters')}</Button>}
    </EmptyState>
  );
}

function viewOf(name: string | undefined): View {
  return name === 'waiting' || name === 'mine' || name === 'closed' ? name : 'all';
}
