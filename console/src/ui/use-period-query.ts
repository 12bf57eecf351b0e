import { useWorkspace } from '../data/settings.ts';
import { type Days, type PeriodQuery, toPeriod } from './to-period.ts';

/** The first and the last day of a filter as the API's query. Days are those of the workspace's time zone. */
export function usePeriodQuery({ from = '', to = '' }: Days): PeriodQuery {
  const { data } = useWorkspace(from !== '' || to !== '');
  return toPeriod({ from, to }, data?.timezone);
}
