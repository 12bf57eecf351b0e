import type { NodeRun, NodeRunStatus } from '@portico/shared-types/api/executions';
import { partsOf, urgency } from '../../../data/node-paths.ts';

/** A node, or an item of a loop, which has no runs itself. */
export interface NodeBranch {
  /** As in the API, like `each[2].fetch`; that of an item is `each[2]`. */
  readonly path: string;
  /** The last part of the path: `fetch` or `[2]`. */
  readonly label: string;
  /** Its attempts, oldest first. */
  readonly runs: NodeRun[];
  /** What ran inside of it: the items of a loop, the nodes of an item or of a called workflow. */
  readonly children: NodeBranch[];
  /** The status of its last attempt; without one, the most urgent status of what ran inside. */
  status: NodeRunStatus;
  /** The number of nodes inside whose last attempt failed. */
  failures: number;
}

/** Groups the attempts of nodes, and puts nodes below the loop or the workflow call in which they ran. */
export function toNodeTree(runs: readonly NodeRun[]): NodeBranch[] {
  const roots: NodeBranch[] = [];
  const branches = new Map<string, NodeBranch>();
  for (const run of runs) {
    let siblings = roots;
    let path = '';
    let branch: NodeBranch | undefined;
    for (const label of partsOf(run.node_id)) {
      path += path === '' || label.startsWith('[') ? label : `.${label}`;
      branch = branches.get(path);
      if (branch === undefined) {
        branch = { path, label, runs: [], children: [], status: 'skipped', failures: 0 };
        branches.set(path, branch);
        siblings.push(branch);
      }
      siblings = branch.children;
    }
    branch?.runs.push(run);
  }
  // A branch is created before those inside of it, so the reverse order visits these first.
  for (const branch of [...branches.values()].toReversed()) summarize(branch);
  return roots;
}

function summarize(branch: NodeBranch): void {
  for (const child of branch.children) {
    branch.failures += child.failures + (child.runs.at(-1)?.status === 'failed' ? 1 : 0);
    if (isMoreUrgent(child.status, branch.status)) branch.status = child.status;
  }
  branch.status = branch.runs.at(-1)?.status ?? branch.status;
  // Items of a loop are found by their failures; nodes stay in the order in which they ran.
  if (branch.children[0]?.label.startsWith('[') === true) {
    branch.children.sort((one, other) => Math.sign(other.failures) - Math.sign(one.failures));
  }
}

function isMoreUrgent(one: NodeRunStatus, other: NodeRunStatus): boolean {
  return urgency.indexOf(one) < urgency.indexOf(other);
}
