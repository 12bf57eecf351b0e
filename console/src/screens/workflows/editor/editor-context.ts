import type { Execution } from '@portico/shared-types/api/executions';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Values } from '../../../form/changes.ts';
import type { Draft, DraftEdge, DraftNode, LoopPath } from '../graph/draft.ts';
import type { After } from '../graph/edits.ts';
import type { Point } from '../graph/layout.ts';
import type { Trace } from '../run/trace.ts';
import type { NodeFaults } from './use-faults.ts';

/** Where the next node is added: after another one, in an edge, or at a point of the canvas. */
export interface Adding {
  readonly after?: After;
  readonly edge?: DraftEdge;
  readonly at?: Point;
}

/** A definition on the screen: the nodes, what is selected, and the verbs that change them. */
export interface Editor {
  readonly workflowId: string;
  /** The nodes that are shown: those of the workflow, or of the loop at `path`. */
  readonly draft: Draft;
  readonly whole: Draft;
  readonly path: LoopPath;
  readonly inputSchema: Values;
  readonly readOnly: boolean;
  readonly selected: ReadonlySet<string>;
  /** The only selected node. */
  readonly node: DraftNode | undefined;
  readonly adding: Adding | null;
  readonly faults: NodeFaults;
  /** The results of a run, which is then shown instead of being edited. */
  readonly trace: Trace | undefined;
  /** The run whose results are shown. */
  readonly run?: Execution;
  /** The node that was added last. */
  readonly added: string | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Changes the shown nodes; changes with the same key are undone together. */
  edit(change: (draft: Draft) => Draft, key?: string): void;
  /** Changes the nodes of the workflow along with a setting, which undo and redo don't cover. */
  follow(change: (whole: Draft) => Draft): void;
  endStep(): void;
  undo(): void;
  redo(): void;
  select(ids: ReadonlySet<string>): void;
  enter(path: LoopPath, nodeId?: string): void;
  startAdding(adding: Adding | null): void;
  /** Adds a node of a type at the place that was chosen before, and opens it. Returns its id. */
  add(type: string, adding?: Adding): string;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === null) throw new Error('no EditorContext above');
  return editor;
}
