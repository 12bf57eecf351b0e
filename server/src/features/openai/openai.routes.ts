import { ApiError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { ThreadsPlatform } from '../threads/index.ts';
import {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionRequest,
  Model,
  ModelList,
} from './chat-completions.schemas.ts';
import { completeChat } from './complete-chat.ts';
import { continueChat } from './continue-chat.ts';
import { getAgent, getModel, listModels } from './models.service.ts';
import { readConversation, refuseUnsupported } from './read-request.ts';

const { openAiRoute } = routesOn<ThreadsPlatform>();

const tag = 'OpenAI';

export const openAiRoutes = [
  openAiRoute({
    method: 'GET',
    path: '/models',
    tag,
    summary: 'List the agents as models',
    scopes: ['agents:execute'],
    answer: ModelList,
    handle: async ({ platform, caller }) => ({
      object: 'list' as const,
      data: await listModels(platform, caller.workspaceId),
    }),
  }),
  openAiRoute({
    method: 'GET',
    path: '/models/:model',
    tag,
    summary: 'Get an agent as a model',
    scopes: ['agents:execute'],
    params: { model: 'model' },
    answer: Model,
    handle: async ({ platform, caller, params: { model } }) => getModel(platform, caller.workspaceId, model),
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
      const agent = await getAgent(platform, caller.workspaceId, body.model);
      const call = { workspaceId: caller.workspaceId, agent, body, conversation };
      if (body.store !== true && body.metadata?.['thread_id'] === undefined)
        return completeChat(platform, call, signal);
      requireThreads(caller);
      return continueChat(platform, call, signal);
    },
  }),
];

/** A stored reply is a message of a thread. */
function requireThreads({ scopes }: Caller): void {
  if (scopes.includes('threads:write')) return;
  const required = ['agents:execute', 'threads:write'];
  throw new ApiError('insufficient_scope', 'This key lacks threads:write, which is required to store a reply.', {
    required,
    missing: ['threads:write'],
  });
}
