import { useMemo } from 'preact/hooks';
import { useSearchParams } from 'wouter';
import type { LoopPath } from '../graph/draft.ts';

export interface Place {
  /** The loops around the nodes that are shown. */
  readonly path: LoopPath;
  /** The open node. */
  readonly nodeId: string | undefined;
  readonly view: 'canvas' | 'list' | undefined;
  open(nodeId: string | undefined): void;
  enter(path: LoopPath, nodeId?: string): void;
  show(view: 'canvas' | 'list'): void;
}

/** What the editor shows, as in the address: `?in=each&node=find&view=list`. */
export function usePlace(): Place {
  const [params, setParams] = useSearchParams();
  const inside = params.get('in') ?? '';
  const nodeId = params.get('node') ?? undefined;
  const view = params.get('view');
  return useMemo(() => {
    const change = (changes: Readonly<Record<string, string>>, replace: boolean) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value === '') after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace },
      );
    return {
      path: inside === '' ? [] : inside.split('.'),
      nodeId,
      view: view === 'canvas' || view === 'list' ? view : undefined,
      open: (id = '') => change({ node: id }, true),
      // A loop is a page of its own, which the back button leaves.
      enter: (path, id = '') => change({ in: path.join('.'), node: id }, false),
      show: (value) => change({ view: value }, true),
    };
  }, [inside, nodeId, view, setParams]);
}
