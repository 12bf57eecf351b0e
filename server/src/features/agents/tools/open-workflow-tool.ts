import type { WorkflowTool } from '@portico/shared-types';
import type { Platform } from '../../../platform/platform.ts';
import { agentPorts } from '../agent-ports.ts';
import type { OpenTool } from './open-tool.ts';

/** Makes a workflow that the model can run; its arguments are the workflow's inputs. Undefined where it is gone. */
export async function openWorkflowTool(
  platform: Platform,
  workspaceId: string,
  tool: WorkflowTool,
): Promise<OpenTool | undefined> {
  const ports = agentPorts();
  const workflow = await ports.describeWorkflow(platform, workspaceId, tool.workflow_id);
  if (workflow === undefined) return undefined;
  return {
    name: tool.name,
    description: tool.description || `Runs the workflow "${workflow.name}".`,
    parameters: workflow.input_schema,
    async run(inputs, { signal }) {
      const outputs = await ports.runWorkflow(platform, { workspaceId, workflowId: tool.workflow_id, inputs }, signal);
      return { ok: true, content: JSON.stringify(outputs) };
    },
  };
}
