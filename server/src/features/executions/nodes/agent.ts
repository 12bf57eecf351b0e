import { AgentNodeConfig } from '@portico/shared-types';
import type { NodeKind } from './node-context.ts';

/** Sends a message to an agent and waits for its reply, in a new thread or a given one. */
export const agent: NodeKind<AgentNodeConfig> = {
  type: 'agent',
  config: AgentNodeConfig,
  async run(context, config) {
    const request = {
      workspaceId: context.execution.workspaceId,
      agentId: config.agent_id,
      message: config.message,
      threadId: config.thread_id ?? null,
      idempotencyKey: context.execution.nodeKey,
    };
    const reply = await context.ports.replyAsAgent(request, context.signal, (content) => context.emitDelta(content));
    return { outputs: { ...reply } };
  },
};
