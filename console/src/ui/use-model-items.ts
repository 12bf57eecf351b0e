import { useModels } from '../data/agents.ts';
import type { ItemQuery } from './item-select.tsx';
import { useModelLabel } from './use-model-label.ts';

/** The models as items to choose. */
export function useModelItems(): ItemQuery {
  const { data, error, fetchStatus, refetch } = useModels();
  const labelOf = useModelLabel();
  return { data: data?.map((model) => ({ id: model.id, name: labelOf(model) })), error, fetchStatus, refetch };
}
