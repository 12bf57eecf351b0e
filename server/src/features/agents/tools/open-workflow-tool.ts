import { createHash } from 'node:crypto';
import type { WorkflowTool } from '@portico/shared-types';
import type { AgentsPlatform } from '../agent-ports.ts';
import type { OpenTool } from './open-tool.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Creates a tool that runs a workflow; its arguments are the workflow's inputs. Undefined if the workflow was deleted.
 */
export async function openWorkflowTool(
  platform: AgentsPlatform,
  workspaceId: string,
  tool: WorkflowTool,
): Promise<OpenTool | undefined> {
  const { ports } = platform.agents;
  const workflow = await ports.describeWorkflow(workspaceId, tool.workflow_id);
  if (workflow === undefined) return undefined;
  return {
    name: tool.name,
    description: tool.description || `Runs the workflow "${workflow.name}".`,
    parameters: workflow.input_schema,
    async run(inputs, { signal, callKey }) {
      const ids = { executionId: toExecutionId(callKey), callerId: callKey.split('-')[0] ?? '' };
      const run = { workspaceId, workflowId: tool.workflow_id, inputs, ...ids };
      const outputs = await ports.runWorkflow(run, signal);
      return { ok: true, content: JSON.stringify(outputs) };
    },
  };
}

/**
 * The id of the execution that a call (message, hyphen, id of the call) starts. It keeps the time of the call's message,
 * because ids sort by time.
 */
export function toExecutionId(callKey: string): string {
  const time = /^[a-z]+_([0-9a-z]{10})/.exec(callKey)?.[1] ?? '';
  const digest = createHash('sha256').update(callKey).digest();
  const rest = Array.from(digest.subarray(0, 26 - time.length), (byte) => alphabet.charAt(byte & 31)).join('');
  return `exe_${time}${rest}`;
}
