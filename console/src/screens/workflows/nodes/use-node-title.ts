import { useCallback } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import type { DraftNode } from '../graph/draft.ts';
import { findKind } from './node-kinds.ts';
import { nodeTexts } from './texts.ts';

/** Returns the function that names a node: by its name, else by its type and id. */
export function useNodeTitle(): (node: Pick<DraftNode, 'type' | 'name'> & { readonly id?: string }) => string {
  const say = useTexts(nodeTexts);
  return useCallback(
    ({ id, name, type }) => {
      if (name !== undefined && name.trim() !== '') return name;
      const kind = findKind(type);
      const title = kind === undefined ? `${say('unknownKind')} ${type}` : say(kind.type);
      return id === undefined ? title : `${title} · ${id}`;
    },
    [say],
  );
}
