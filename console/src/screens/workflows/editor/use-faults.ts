import { useMemo } from 'preact/hooks';
import type { Values } from '../../../form/changes.ts';
import { useFaultText } from '../../../form/use-fault-text.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { readAt, type Draft, type LoopPath } from '../graph/draft.ts';
import { findFaults } from '../graph/faults.ts';
import { isCurrent, type ServerFault } from '../graph/server-faults.ts';
import { faultTexts } from './fault-texts.ts';

export interface Problem {
  readonly path: LoopPath;
  readonly node: string | undefined;
  readonly field: string;
  readonly text: string;
  readonly isWarning: boolean;
}

export interface NodeFaults {
  /** All problems of the workflow, in the order of its nodes; those that the server found come first. */
  readonly all: readonly Problem[];
  /** The problems of a node at the shown path; undefined for those of edges and the result. */
  of(nodeId: string | undefined): readonly Problem[];
}

const none: readonly Problem[] = [];

/** The problems of a definition: those that the browser sees, and those of the last save that are still there. */
export function useFaults(
  whole: Draft,
  path: LoopPath,
  inputSchema: Values,
  fromServer: readonly ServerFault[],
): NodeFaults {
  const say = useTexts(faultTexts);
  const serverText = useFaultText();
  const all = useMemo((): readonly Problem[] => {
    const rejected = fromServer.flatMap((each) => {
      const draft = readAt(whole, each.path);
      if (draft === undefined || !isCurrent(each, draft)) return [];
      return [
        {
          path: each.path,
          node: each.node,
          field: each.field,
          text: serverText(each.fault, each.value),
          isWarning: each.isWarning === true,
        },
      ];
    });
    const taken = new Set(rejected.map(keyOf));
    const seen = findFaults(whole, inputSchema).map(({ code, detail = '', isWarning = false, ...place }) => ({
      ...place,
      text: say(code, { detail }),
      isWarning,
    }));
    return [...rejected, ...seen.filter((problem) => !taken.has(keyOf(problem)))];
  }, [whole, inputSchema, fromServer, say, serverText]);
  const place = path.join('.');
  return useMemo(() => {
    const here = Map.groupBy(
      all.filter((problem) => problem.path.join('.') === place),
      ({ node }) => node,
    );
    return { all, of: (nodeId) => here.get(nodeId) ?? none };
  }, [all, place]);
}

function keyOf({ path, node, field }: Pick<Problem, 'path' | 'node' | 'field'>): string {
  return [...path, node, field].join('.');
}
