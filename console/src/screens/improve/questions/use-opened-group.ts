import type { QuestionGroup } from '@portico/shared-types/api/insights';
import { useRef } from 'preact/hooks';

/**
 * The open group. It is kept after it was loaded, because an answered group disappears from the list while its panel
 * shows the reply.
 */
export function useOpenedGroup(
  id: string | undefined,
  groups: readonly QuestionGroup[] | undefined,
): QuestionGroup | undefined {
  const seen = useRef<QuestionGroup | undefined>(undefined);
  const found = groups?.find((group) => group.id === id);
  if (found !== undefined) seen.current = found;
  return seen.current?.id === id ? seen.current : undefined;
}
