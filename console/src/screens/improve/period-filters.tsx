import type { ComponentChildren } from 'preact';
import { chatInterfaces } from '../../data/chat-interfaces.ts';
import { useNamed } from '../../data/resource.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Select } from '../../ui/field.tsx';
import { toOptions } from '../../ui/to-options.ts';
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
  const { items } = useNamed(chatInterfaces, 'interfaces:read');
  return (
    <div class="toolbar">
      <Select
        aria-label={say('period')}
        value={String(days)}
        onValue={(value) => setFilter('days', value)}
        options={periodDays.map((each) => ({ value: String(each), label: say(`days${each}`) }))}
      />
      {withChat ? (
        <Select
          aria-label={say('chat')}
          value={interfaceId}
          onValue={(value) => setFilter('interface', value)}
          options={[{ value: '', label: say('everyChat') }, ...toOptions(items)]}
        />
      ) : null}
      {children}
    </div>
  );
}
