import { useId } from 'preact/hooks';
import { chatInterfaces } from '../../../data/chat-interfaces.ts';
import { useTags } from '../../../data/conversations.ts';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { ChoiceFilter } from '../../../ui/choice-filter.tsx';
import { DelayedInput } from '../../../ui/delayed-input.tsx';
import { Field, Select, type Option } from '../../../ui/field.tsx';
import { ItemFilter } from '../../../ui/item-filter.tsx';
import { isEmpty } from '../../../ui/item-select.tsx';
import { listTexts } from '../../../ui/list-texts.ts';
import { PeriodFields } from '../../../ui/period-fields.tsx';
import { conversationTexts } from '../texts.ts';
import { orders, type FilterName, type Filters, type Order } from './filters.ts';

interface FilterFieldsProps {
  id: string;
  filters: Filters;
  order: Order;
  onFilter: (name: FilterName, value: string) => void;
  onOrder: (order: Order) => void;
}

/** What limits and sorts the list. */
export function FilterFields({ id, filters, order, onFilter, onOrder }: FilterFieldsProps) {
  const say = useTexts(conversationTexts);
  const chats = chatInterfaces.useAll({ enabled: useCan('interfaces:read') });
  const sayList = useTexts(listTexts);
  const { data: tags = [] } = useTags();
  const tagList = useId();
  const orderTexts: Record<Order, string> = {
    '-updated_at': sayList('newestFirst'),
    updated_at: say('oldestFirst'),
    waiting_since: say('waitingFirst'),
  };
  const { interface_id: chat } = filters;
  const select = (name: FilterName, label: string, options: readonly Option[]) => (
    <ChoiceFilter label={label} options={options} value={filters[name]} onValue={(value) => onFilter(name, value)} />
  );
  return (
    <div id={id} class="inbox-filter-fields" role="group" aria-label={say('filters')}>
      {isEmpty(chats) && chat === '' ? null : (
        <div class="inbox-filter-wide">
          <ItemFilter
            label={say('chat')}
            query={chats}
            resource={chatInterfaces}
            value={chat}
            onValue={(value) => onFilter('interface_id', value)}
          />
        </div>
      )}
      <Field label={say('tag')}>
        {(links) => (
          <DelayedInput
            {...links}
            maxLength={64}
            list={tagList}
            value={filters.tag}
            onValue={(value) => onFilter('tag', value)}
          />
        )}
      </Field>
      <datalist id={tagList}>
        {tags.map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </datalist>
      {select('unanswered', say('unanswered'), [
        { value: 'true', label: say('someUnanswered') },
        { value: 'false', label: say('noneUnanswered') },
      ])}
      {select(
        'csat',
        say('score'),
        scores.map((score) => ({ value: String(score), label: say('scoreOf', { score }) })),
      )}
      {select('rating', say('thumb'), [
        { value: 'up', label: say('thumbUp') },
        { value: 'down', label: say('thumbDown') },
      ])}
      <PeriodFields from={filters.from} to={filters.to} onFilter={onFilter} />
      <div class="inbox-filter-wide">
        <Field label={sayList('sortBy')}>
          {(links) => (
            <Select
              {...links}
              value={order}
              onValue={(value) => onOrder(orders.find((name) => name === value) ?? order)}
              options={orders.map((value) => ({ value, label: orderTexts[value] }))}
            />
          )}
        </Field>
      </div>
    </div>
  );
}

/** Best first. */
const scores = [5, 4, 3, 2, 1] as const;
