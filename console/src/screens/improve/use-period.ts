import { useMemo } from 'preact/hooks';
import type { Period } from '../../data/insights.ts';
import { useListState } from '../../ui/use-list-state.ts';

export const periodDays = [7, 30, 90] as const;
type Days = (typeof periodDays)[number];

/** The period and the chat of the figures, stored in the address. */
export function usePeriod(): {
  days: Days;
  interfaceId: string;
  period: Period;
  setFilter: (name: string, value: string) => void;
} {
  const { query, setFilter } = useListState();
  const days = periodDays.find((each) => String(each) === query['days']) ?? 30;
  const interfaceId = query['interface'] ?? '';
  const period = useMemo((): Period => {
    // A whole day, so that the cached result can be reused.
    const from = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10);
    return {
      from,
      interval: days > 31 ? 'week' : 'day',
      ...(interfaceId === '' ? {} : { interface_id: interfaceId }),
    };
  }, [days, interfaceId]);
  return { days, interfaceId, period, setFilter };
}
