import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Adding } from '../editor/editor-context.ts';

/** What cards need besides their own data. It stays the same while a node is edited, so that only its card is rendered. */
export interface CardScope {
  readonly readOnly: boolean;
  readonly hasTrace: boolean;
  startAdding(adding: Adding): void;
}

export const CardContext = createContext<CardScope>({ readOnly: true, hasTrace: false, startAdding: () => {} });

export function useCardScope(): CardScope {
  return useContext(CardContext);
}
