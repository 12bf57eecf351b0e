import { useWorkspace } from '../data/settings.ts';
import { type Days, type PeriodQuery, toPeriod } from './to-period.ts';

/**
 * The first and the last day of a filter as the API's query. Days are those of the workspace's time zone: as long as that
 * is not known, `isKnown` is false, and a list would show other days.
 */
export function usePeriodQuery({ from = '', to = '' }: Days): { period: PeriodQuery; isKnown: boolean } {
  const isLimited = from !== '' || to !== '';
  const { data, isPending } = useWorkspace(isLimited);
  return { period: toPeriod({ from, to }, data?.timezone), isKnown: !isLimited || !isPending };
}
