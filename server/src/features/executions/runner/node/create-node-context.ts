import type { Node } from '@portico/shared-types';
import { retryOutages } from '../../../../platform/retry-outages.ts';
import { NodeError } from '../../engine/node-error.ts';
import type { NodeContext, Outputs } from '../../nodes/node-context.ts';
import type { RunRecord } from '../state/records.ts';
import type { CalledWorkflow, RunState } from '../state/run-state.ts';
import { ScopeFailure, type Scope } from '../scope.ts';

/** Maximum depth of workflows that call each other (docs/reference/workflows.md#workflow). */
const deepestCall = 8;

interface NodeSite {
  state: RunState;
  scope: Scope;
  node: Node;
  path: string;
  nodeKey: string;
  nodes: Readonly<Record<string, unknown>>;
  record: RunRecord;
  signal: AbortSignal;
  templateScope: () => Record<string, unknown>;
  /** Set while the version of the workflow that the node calls is looked up for the first time. */
  fixing?: Promise<void> | undefined;
}

/** The context of a node's `run`: its place in the execution, and access to the rest of it. */
export function createNodeContext(site: NodeSite): NodeContext {
  const { state, node, path, signal } = site;
  const { execution, services } = state;
  return {
    signal,
    execution: {
      id: execution.id,
      workspaceId: execution.workspace_id,
      workflowId: execution.workflow_id,
      nodeKey: site.nodeKey,
      attempt: site.record.attempt,
    },
    timeoutMs: node.timeout_ms,
    ports: services.ports,
    evaluate: async (expression) =>
      services.templates.evaluate(expression, site.templateScope(), { workspaceId: execution.workspace_id, signal }),
    hasEdge: (branch) => site.scope.definition.edges.some((edge) => edge.from === node.id && edge.on === branch),
    emitDelta: (content) => {
      if (content !== '' && !signal.aborted) state.journal.delta(path, content);
    },
    runBody: async (body, item, index) =>
      runInner(site, {
        definition: body,
        prefix: `${path}[${index}].`,
        data: { ...site.scope.data, item, index },
        outerNodes: site.nodes,
        depth: site.scope.depth,
      }),
    runWorkflow: async (workflowId, inputs, index) => callWorkflow(site, workflowId, inputs, index),
  };
}

async function callWorkflow(site: NodeSite, workflowId: string, inputs: Outputs, index?: number): Promise<Outputs> {
  const { state, path } = site;
  if (site.scope.depth >= deepestCall) {
    throw new NodeError('node_execution_failed', `Workflows call each other more than ${deepestCall} deep.`, {
      retryable: false,
    });
  }
  const called = await state.activity.during(async () => findCalled(site, workflowId, inputs));
  const [fault] = called.faults;
  if (fault) {
    const message = `The called workflow's inputs: ${fault.path || 'they'} ${fault.message}.`;
    throw new NodeError('node_execution_failed', message, { retryable: false });
  }
  return runInner(site, {
    definition: called.definition,
    prefix: index === undefined ? `${path}.` : `${path}[${index}].`,
    data: { inputs: called.inputs },
    outerNodes: {},
    depth: site.scope.depth + 1,
  });
}

/** The first look-up fixes the version; concurrent items of a loop wait for it. */
async function findCalled(site: NodeSite, workflowId: string, inputs: Outputs): Promise<CalledWorkflow> {
  const { state, record } = site;
  while (record.called_version === null && site.fixing) await site.fixing;
  const version = record.called_version;
  const fixed = Promise.withResolvers<void>();
  if (version === null) site.fixing = fixed.promise;
  try {
    const { services, execution } = state;
    const call = async () => services.callWorkflow(execution.workspace_id, workflowId, version, inputs);
    const found = await retryOutages(call, { signal: site.signal });
    if (!found) {
      throw new NodeError('node_execution_failed', 'There is no active workflow with this id.', { retryable: false });
    }
    if (version === null) {
      record.called_version = found.version;
      state.journal.run(record);
    }
    return found;
  } finally {
    if (version === null) {
      site.fixing = undefined;
      fixed.resolve();
    }
  }
}

async function runInner({ state, signal }: NodeSite, scope: Scope): Promise<Outputs> {
  try {
    return await state.runScope(scope, signal);
  } catch (error) {
    throw error instanceof ScopeFailure ? error.error : error;
  }
}
