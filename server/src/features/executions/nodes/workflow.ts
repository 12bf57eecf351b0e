import { WorkflowNodeConfig } from '@portico/shared-types';
import type { NodeKind } from './node-context.ts';

/** Runs another workflow inside of this execution; its outputs are the node's. */
export const workflow: NodeKind<WorkflowNodeConfig> = {
  type: 'workflow',
  config: WorkflowNodeConfig,
  composite: true,
  async run(context, config) {
    return { outputs: await context.runWorkflow(config.workflow_id, config.inputs ?? {}) };
  },
};
