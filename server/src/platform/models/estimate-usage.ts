import type { Usage } from '@portico/shared-types';
import type { ChatRequest } from './chat-model.ts';
import { estimateTokens } from './count-tokens.ts';

// What OpenAI's chat format adds around each message.
const tokensAroundMessage = 4;
// What a small image costs at OpenAI; other servers differ widely, so an estimate is all this can be.
const tokensOfImage = 85;

/** Counts what was sent and what came back, for models that report nothing. */
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
