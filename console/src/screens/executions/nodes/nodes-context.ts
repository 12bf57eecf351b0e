import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { partsOf, withoutItems } from '../../../data/node-paths.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { executionTexts } from '../texts.ts';

export interface ShownNodes {
  /** The names of nodes in the workflow's version (node-names.ts). */
  readonly names: ReadonlyMap<string, string>;
  /** What nodes are writing, by node id. */
  readonly texts: ReadonlyMap<string, string>;
  /** The path of the node that is open, and of those around it; empty if none is. */
  readonly opened: string;
  readonly onOpen: (path: string) => void;
  /** When the execution was created: an older result was kept from the execution that it retries. */
  readonly createdAt: string;
}

export const NodesContext = createContext<ShownNodes>({
  names: new Map(),
  texts: new Map(),
  opened: '',
  onOpen: () => {},
  createdAt: '',
});

export function useShownNodes(): ShownNodes {
  return useContext(NodesContext);
}

/** Returns the function that names a node of the shown execution, and the loop or the called workflow that it ran in. */
export function useNodePath(): (path: string) => string {
  return useNodePathIn(useShownNodes().names);
}

/** The same for an execution of a version whose nodes have these names. */
export function useNodePathIn(names: ReadonlyMap<string, string>): (path: string) => string {
  const say = useTexts(executionTexts);
  return (path) => {
    let before = '';
    const titles = partsOf(path).map((part) => {
      if (part.startsWith('[')) return say('item', { index: part.slice(1, -1) });
      before += before === '' ? part : `.${part}`;
      return names.get(withoutItems(before)) ?? part;
    });
    return titles.join(' › ');
  };
}
