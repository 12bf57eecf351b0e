import type { Usage } from '@portico/shared-types';
import type { ChatRequest } from './chat-model.ts';
import { estimateTokens } from './count-tokens.ts';

// Tokens that OpenAI's chat format adds around each message.
const tokensAroundMessage = 4;
// Tokens of a small image at OpenAI; other servers differ widely, so this is only an estimate.
const tokensOfImage = 85;

/** Counts the tokens of request and response, for models that report no usage. */
export function countUsage(request: Pick<ChatRequest, 'messages' | 'tools'>, answer: string): Usage {
  let prompt = request.tools?.length ? estimateTokens(JSON.stringify(request.tools)) : 0;
  for (const message of request.messages) {
    prompt += tokensAroundMessage;
    if (typeof message.content === 'string') prompt += estimateTokens(message.content);
    else for (const part of message.content) prompt += part.type === 'text' ? estimateTokens(part.text) : tokensOfImage;
    if (message.role === 'assistant' && message.tool_calls)
      prompt += estimateTokens(JSON.stringify(message.tool_calls));
  }
  const completion = estimateTokens(answer);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

/** The usage of two calls; estimated if that of one is. */
export function sumUsage(one: Usage, other: Usage): Usage {
  return {
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
    total_tokens: one.total_tokens + other.total_tokens,
    ...(one.estimated === true || other.estimated === true ? { estimated: true } : {}),
  };
}
