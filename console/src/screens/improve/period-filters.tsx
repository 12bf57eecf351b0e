import type { ComponentChildren } from 'preact';
import { chatInterfaces } from '../../data/chat-interfaces.ts';
import { useCan } from '../../data/session.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Select } from '../../ui/field.tsx';
import { ItemSelect } from '../../ui/item-select.tsx';
import { improveTexts } from './texts.ts';
import { periodDays, type usePeriod } from './use-period.ts';

interface PeriodFiltersProps {
  period: ReturnType<typeof usePeriod>;
  /** Whether one chat can be chosen. */
  withChat: boolean;
  children?: ComponentChildren;
}

export function PeriodFilters({ period: { days, interfaceId, setFilter }, withChat, children }: PeriodFiltersProps) {
  const say = useTexts(improveTexts);
  const chats = chatInterfaces.useAll({ enabled: useCan('interfaces:read') });
  return (
    <div class="toolbar">
      <Select
        aria-label={say('period')}
        value={String(days)}
        onValue={(value) => setFilter('days', value)}
        options={periodDays.map((each) => ({ value: String(each), label: say(`days${each}`) }))}
      />
      {withChat ? (
        <ItemSelect
          aria-label={say('chat')}
          value={interfaceId}
          onValue={(value) => setFilter('interface', value)}
          query={chats}
          none={{ value: '', label: say('everyChat') }}
        />
      ) : null}
      {children}
    </div>
  );
}
