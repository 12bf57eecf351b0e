import {
  AgentCreate,
  type LegacyAgent,
  type LegacyAgentCreate,
  type LegacyChatMessage,
  type LegacyChatReply,
  type Message,
} from '@portico/shared-types';
import { invalid, notFound } from '../../platform/errors.ts';
import { renameField } from '../../platform/rename-field.ts';
import { createAgent, requireAgent, type AgentsPlatform } from '../agents/index.ts';
import { createThread, postMessage, type ReplyHandle, requireThread, type ThreadsPlatform } from '../threads/index.ts';

/** Creates an agent with the older field names (docs/reference/older-endpoints.md#endpoints). */
export async function createLegacyAgent(
  platform: AgentsPlatform,
  workspaceId: string,
  { name, model, systemPrompt }: LegacyAgentCreate,
): Promise<LegacyAgent> {
  const body = AgentCreate.parse({ name, system_prompt: systemPrompt, ...(model === undefined ? {} : { model }) });
  const agent = await createAgent(platform, workspaceId, body);
  return { id: agent.id, name: agent.name, model: agent.model, status: 'active', createdAt: agent.created_at };
}

/**
 * Sends a message in a new thread, or in one of this agent's. Throws 404 for the agent and for another agent's thread.
 */
export async function sendLegacyMessage(
  platform: ThreadsPlatform,
  workspaceId: string,
  agentId: string,
  { message, threadId }: LegacyChatMessage,
): Promise<ReplyHandle> {
  await requireAgent(platform, workspaceId, agentId);
  const thread =
    threadId === undefined
      ? await createThread(platform, { workspaceId, agentId, needsReply: true })
      : await requireThread(platform, workspaceId, threadId);
  if (thread.agent_id !== agentId) throw notFound('thread', thread.id);
  const posted = { workspaceId, threadId: thread.id, content: message, needsReply: true };
  return postMessage(platform, posted).catch(renameField('params.id', 'body.threadId'));
}

/** Throws 400 if a person took the conversation over before any text was shown. */
export function presentReply(message: Message | null): LegacyChatReply {
  if (message === null)
    throw invalid({ path: 'body.threadId', message: 'is answered by a person', code: 'agent_silent' });
  const { id, thread_id: threadId, content, usage } = message;
  return {
    messageId: id,
    threadId,
    response: content,
    usage: { promptTokens: usage?.prompt_tokens ?? 0, completionTokens: usage?.completion_tokens ?? 0 },
  };
}
