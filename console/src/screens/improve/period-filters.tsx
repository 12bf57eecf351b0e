import type { ComponentChildren } from 'preact';
import { useTexts } from '../../text/use-texts.ts';
import { Select } from '../../ui/field.tsx';
import { ChatFilter } from './chat-filter.tsx';
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
  return (
    <div class="toolbar">
      <Select
        aria-label={say('period')}
        value={String(days)}
        onValue={(value) => setFilter('days', value)}
        options={periodDays.map((each) => ({ value: String(each), label: say(`days${each}`) }))}
      />
      {withChat ? <ChatFilter value={interfaceId} onValue={(value) => setFilter('interface', value)} /> : null}
      {children}
    </div>
  );
}
