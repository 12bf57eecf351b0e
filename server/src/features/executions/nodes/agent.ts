import { AgentNodeConfig } from '@portico/shared-types';
import type { NodeKind } from './node-context.ts';
import { onlyTemplates } from './saved-config.ts';

/** Sends a message to an agent and waits for its reply, in a new thread or a given one. */
export const agent: NodeKind<'agent', AgentNodeConfig> = {
  type: 'agent',
  saved: onlyTemplates,
  config: AgentNodeConfig,
  remote: true,
  async run(context, config) {
    const { nodeKey, attempt } = context.execution;
    const request = {
      workspaceId: context.execution.workspaceId,
      agentId: config.agent_id,
      message: config.message,
      threadId: config.thread_id ?? null,
      // A retry requests a new reply; an interrupted run waits for the one it has requested.
      idempotencyKey: attempt === 1 ? nodeKey : `${nodeKey}:${attempt}`,
    };
    const reply = await context.ports.replyAsAgent(request, context.signal, (content) => context.emitDelta(content));
    return { outputs: { ...reply } };
  },
};
