import { WorkflowNodeConfig } from '@portico/shared-types';
import type { NodeKind } from './node-context.ts';
import { onlyTemplates } from './saved-config.ts';

/** Runs another workflow inside of this execution; its outputs are the node's. */
export const workflow: NodeKind<'workflow', WorkflowNodeConfig> = {
  type: 'workflow',
  saved: onlyTemplates,
  config: WorkflowNodeConfig,
  composite: true,
  async run(context, config) {
    return { outputs: await context.runWorkflow(config.workflow_id, config.inputs ?? {}) };
  },
};
