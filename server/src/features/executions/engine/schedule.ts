import type { Edge, Node, WorkflowDefinition } from '@portico/shared-types';

/** The outcome of a node for the nodes after it. `branch` is the branch it took, if its type has any. */
export type Outcome = { status: 'completed'; branch: string | null } | { status: 'failed' };

/** The nodes that become runnable when a node has settled, and the nodes that can no longer be reached. */
export interface Step {
  ready: Node[];
  skipped: Node[];
}

/**
 * The order of one definition's nodes (docs/reference/workflows.md#order-of-nodes): a node runs when all its incoming
 * edges are settled and at least one was taken; if none was taken, it is skipped, and so are the nodes after it. Uses
 * no time, database or queue: replaying the recorded outcomes restores the recorded state. Each edge is visited once.
 */
export class Schedule {
  readonly #nodes: ReadonlyMap<string, Node>;
  readonly #outgoing = new Map<string, Edge[]>();
  readonly #incoming = new Map<string, { left: number; taken: boolean }>();
  readonly #settled = new Set<string>();

  constructor(definition: WorkflowDefinition) {
    this.#nodes = new Map(definition.nodes.map((node) => [node.id, node]));
    for (const node of definition.nodes) this.#incoming.set(node.id, { left: 0, taken: false });
    for (const edge of definition.edges) {
      const edges = this.#outgoing.get(edge.from);
      if (edges) edges.push(edge);
      else this.#outgoing.set(edge.from, [edge]);
      const incoming = this.#incoming.get(edge.to);
      if (incoming) incoming.left += 1;
    }
  }

  /** The nodes without incoming edges, which start first. */
  begin(): Node[] {
    return [...this.#nodes.values()].filter((node) => this.#incoming.get(node.id)?.left === 0);
  }

  /** Records the outcome of a node. Settling a node twice is a bug of the caller. */
  settle(nodeId: string, outcome: Outcome): Step {
    const step: Step = { ready: [], skipped: [] };
    const node = this.#nodes.get(nodeId);
    if (!node || this.#settled.has(nodeId)) throw new Error(`Node ${nodeId} is unknown or settled already.`);
    this.#follow(node, (edge) => isTaken(edge, node, outcome), step);
    return step;
  }

  get finished(): boolean {
    return this.#settled.size === this.#nodes.size;
  }

  /** Share of settled nodes in whole percent. */
  get progress(): number {
    return this.#nodes.size === 0 ? 100 : Math.floor((100 * this.#settled.size) / this.#nodes.size);
  }

  #follow(start: Node, taken: (edge: Edge) => boolean, step: Step): void {
    const open: { node: Node; taken: (edge: Edge) => boolean }[] = [{ node: start, taken }];
    for (let current = open.pop(); current; current = open.pop()) {
      this.#settled.add(current.node.id);
      for (const edge of this.#outgoing.get(current.node.id) ?? []) {
        const next = this.#arrive(edge, current.taken(edge));
        if (next === 'ready') this.#push(step.ready, edge.to);
        if (next !== 'skipped') continue;
        const node = this.#push(step.skipped, edge.to);
        if (node) open.push({ node, taken: () => false });
      }
    }
  }

  #arrive(edge: Edge, taken: boolean): 'ready' | 'skipped' | 'open' {
    const incoming = this.#incoming.get(edge.to);
    if (!incoming) return 'open';
    incoming.left -= 1;
    incoming.taken ||= taken;
    if (incoming.left > 0) return 'open';
    return incoming.taken ? 'ready' : 'skipped';
  }

  #push(list: Node[], nodeId: string): Node | undefined {
    const node = this.#nodes.get(nodeId);
    if (node) list.push(node);
    return node;
  }
}

/**
 * The node is allowed to fail: with `branch` it takes only the error edges, with `continue` the edges without a branch.
 */
function isTaken(edge: Edge, node: Node, outcome: Outcome): boolean {
  if (outcome.status === 'completed') return edge.on === undefined || edge.on === outcome.branch;
  return node.on_error === 'branch' ? edge.on === 'error' : edge.on === undefined;
}
