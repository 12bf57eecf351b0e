import { ApiError, notFound } from '../../platform/errors.ts';
import { type Caller, openAiRoute } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AgentRow, findAgentByName, listActiveAgents } from '../agents/index.ts';
import {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionRequest,
  Model,
  ModelList,
} from './chat-completions.schemas.ts';
import { completeChat } from './complete-chat.ts';
import { continueChat } from './continue-chat.ts';
import { readConversation, refuseUnsupported } from './read-request.ts';

const tag = 'OpenAI';

export const openAiRoutes = [
  openAiRoute({
    method: 'GET',
    path: '/models',
    tag,
    summary: 'List the agents as models',
    scopes: ['agents:execute'],
    answer: ModelList,
    handle: async ({ platform, caller }) => {
      const agents = await listActiveAgents(platform.database.sql, caller.workspaceId);
      return { object: 'list' as const, data: agents.map(toModel) };
    },
  }),
  openAiRoute({
    method: 'GET',
    path: '/models/:model',
    tag,
    summary: 'Get an agent as a model',
    scopes: ['agents:execute'],
    params: { model: 'model' },
    answer: Model,
    handle: async ({ platform, caller, params: { model } }) => toModel(await getAgent(platform, caller, model)),
  }),
  openAiRoute({
    method: 'POST',
    path: '/chat/completions',
    tag,
    summary: 'Have an agent write the next message',
    scopes: ['agents:execute'],
    body: ChatCompletionRequest,
    answer: ChatCompletion,
    events: { chunk: ChatCompletionChunk },
    handle: async ({ platform, caller, body, signal }) => {
      refuseUnsupported(body);
      const conversation = readConversation(body);
      const agent = await getAgent(platform, caller, body.model);
      const call = { workspaceId: caller.workspaceId, agent, body, conversation };
      if (body.store !== true && body.metadata?.['thread_id'] === undefined)
        return completeChat(platform, call, signal);
      requireThreads(caller);
      return continueChat(platform, call, signal);
    },
  }),
];

async function getAgent(platform: Platform, { workspaceId }: Caller, name: string): Promise<AgentRow> {
  const agent = await findAgentByName(platform.database.sql, workspaceId, name);
  if (agent === undefined) throw notFound('model', name);
  return agent;
}

/** A reply that is stored is a message of a thread. */
function requireThreads({ scopes }: Caller): void {
  if (scopes.includes('threads:write')) return;
  const required = ['agents:execute', 'threads:write'];
  throw new ApiError('insufficient_scope', 'This key lacks threads:write, which storing a reply needs.', {
    required,
    missing: ['threads:write'],
  });
}

function toModel({ id, slug, created_at: createdAt }: { id: string; slug: string | null; created_at: string }): Model {
  const created = Math.floor(Date.parse(createdAt) / 1000);
  return { id: slug ?? id, object: 'model', created, owned_by: 'portico' };
}
