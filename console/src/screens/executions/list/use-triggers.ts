import { useCan } from '../../../data/session.ts';
import { triggers } from '../../../data/settings.ts';

/** The triggers that the member may see, and their names; one that isn't among them is shown by its id. */
export function useTriggers() {
  const list = triggers.useList({ per_page: 100 }, { enabled: useCan('triggers:read') });
  const known = list.data?.data ?? [];
  return { triggers: known, nameOf: (id: string) => known.find((trigger) => trigger.id === id)?.name ?? id };
}
