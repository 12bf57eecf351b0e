import { type AgentPorts, ResultUnwanted } from '../features/agents/index.ts';
import { findIdentitySecret } from '../features/chat-interfaces/index.ts';
import { copyPayer } from '../features/credits/index.ts';
import {
  cancelExecution,
  type ExecutionsPlatform,
  getExecution,
  startExecution,
} from '../features/executions/index.ts';
import { findExistingKnowledgeBases, searchKnowledgeBases } from '../features/knowledge-bases/index.ts';
import { getWorkflow } from '../features/workflows/index.ts';
import { ApiError, ignoreMissing } from '../platform/errors.ts';
import { renameField } from '../platform/rename-field.ts';

/** Connects agents to the features that their tools use. */
export function createAgentPorts(platform: ExecutionsPlatform): AgentPorts {
  return {
    findKnowledgeBases: async (workspaceId, ids) => findExistingKnowledgeBases(platform.database.sql, workspaceId, ids),
    searchKnowledge: async ({ workspaceId, knowledgeBaseIds, onWordsOnly = () => {}, ...wanted }, signal) => {
      const { query, topK, mode, context } = wanted;
      const question = { query, top_k: topK, mode, context, onWordsOnly };
      const found = await searchKnowledgeBases(platform, workspaceId, knowledgeBaseIds, question, signal);
      return found.map(({ knowledge_base_id: _, ...result }) => result);
    },
    findIdentitySecret: async (workspaceId, interfaceId) => findIdentitySecret(platform, workspaceId, interfaceId),
    describeWorkflow: async (workspaceId, id) => getWorkflow(platform, workspaceId, id).catch(ignoreMissing),
    runWorkflow: async ({ workspaceId, workflowId, inputs, executionId, callerId }, signal) => {
      await copyPayer(platform.database.sql, callerId, executionId);
      const start = { workspaceId, workflowId, inputs, id: executionId };
      // To a model and to an MCP client, the inputs are the arguments of a call.
      await startExecution(platform, start).catch(renameField('body.inputs', 'arguments'));
      return waitForOutputs(platform, workspaceId, executionId, signal);
    },
  };
}

const ends = new Set(['execution:completed', 'execution:failed', 'execution:cancelled']);

/** The outputs of an execution once it has completed. An execution whose result is no longer needed is cancelled. */
async function waitForOutputs(
  platform: ExecutionsPlatform,
  workspaceId: string,
  id: string,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  for await (const { event } of platform.events.read(id, 0, signal)) {
    if (ends.has(event)) break;
  }
  if (signal.reason instanceof ResultUnwanted) {
    await cancelExecution(platform, workspaceId, id).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  }
  signal.throwIfAborted();
  const { status, outputs, error } = await getExecution(platform, workspaceId, id);
  if (status === 'completed') return outputs ?? {};
  const reason = error === null ? 'It was cancelled.' : error.message;
  throw new ApiError('validation_error', `The workflow did not complete. ${reason}`);
}
