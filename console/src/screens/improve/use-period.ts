import { useMemo } from 'preact/hooks';
import { useApi } from '../../api/api-context.ts';
import type { Period } from '../../data/insights.ts';
import { useListState } from '../../ui/use-list-state.ts';
import { startOfDay } from '../../text/start-of-day.ts';

export const periodDays = [7, 30, 90] as const;
type Days = (typeof periodDays)[number];

/**
 * The period and the chat of the figures, stored in the address. The period consists of whole days in the time zone of
 * the workspace.
 */
export function usePeriod(timeZone: string): {
  days: Days;
  /** The first day. */
  day: string;
  interfaceId: string;
  period: Period;
  setFilter: (name: string, value: string) => void;
} {
  const api = useApi();
  const { query, setFilter } = useListState();
  const days = periodDays.find((each) => String(each) === query['days']) ?? 30;
  const interfaceId = query['interface'] ?? '';
  const chosen = useMemo(() => {
    // A whole day, so that the cached result can be reused.
    const { day, at } = startOfDay(days - 1, timeZone, api.now());
    const period: Period = {
      from: at,
      interval: days > 31 ? 'week' : 'day',
      ...(interfaceId === '' ? {} : { interface_id: interfaceId }),
    };
    return { day, period };
  }, [api, days, interfaceId, timeZone]);
  return { days, interfaceId, ...chosen, setFilter };
}
