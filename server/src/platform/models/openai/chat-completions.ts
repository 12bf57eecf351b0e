import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionContentPart,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ChatRequest, ChatMessage, ContentPart } from '../chat-model.ts';
import type { ReplyPart } from './reply-part.ts';
import { ChatChunk } from './chat-chunk.ts';

export type ChatParams = ChatCompletionCreateParamsStreaming;

/** A request in the shape of Chat Completions. */
export function toChatParams(request: ChatRequest): ChatParams {
  return {
    model: request.model,
    messages: toOpenAIMessages(request.messages),
    stream: true,
    stream_options: { include_usage: true },
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.top_p === undefined ? {} : { top_p: request.top_p }),
    ...(request.max_tokens === undefined ? {} : { max_tokens: request.max_tokens }),
    ...(request.reasoning_effort === undefined ? {} : { reasoning_effort: request.reasoning_effort }),
    ...(request.tools?.length
      ? { tools: request.tools.map((tool) => ({ type: 'function' as const, function: { ...tool } })) }
      : {}),
    ...(request.json_schema
      ? { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: request.json_schema } } }
      : {}),
  };
}

/** Reads a chunk of a streamed completion. Throws a ZodError for one that is not of that shape. */
export function readChatChunk(raw: unknown): ReplyPart {
  const { usage, choices } = ChatChunk.parse(raw);
  const choice = choices?.[0];
  // Reasoning (reasoning_content, parts of the type thinking) is not part of the reply; a refusal is.
  const delta = choice?.delta ?? choice?.message;
  const content = delta?.content || delta?.refusal;
  const calls = delta?.tool_calls;
  return {
    ...(content ? { content } : {}),
    ...(calls ? { calls } : {}),
    ...(choice?.finish_reason ? { reason: choice.finish_reason } : {}),
    ...usage,
  };
}

/**
 * The messages in OpenAI's format. System messages are joined at the start: many chat templates allow only one there.
 */
function toOpenAIMessages(messages: ChatMessage[]): ChatCompletionMessageParam[] {
  const system = messages.flatMap((message) => (message.role === 'system' ? [message.content] : [])).filter(Boolean);
  const rest = messages.flatMap((message) => (message.role === 'system' ? [] : [toOpenAIMessage(message)]));
  return system.length > 0 ? [{ role: 'system', content: system.join('\n\n') }, ...rest] : rest;
}

function toOpenAIMessage(message: Exclude<ChatMessage, { role: 'system' }>): ChatCompletionMessageParam {
  if (message.role === 'tool') return message;
  if (message.role === 'user')
    return {
      role: 'user',
      content: typeof message.content === 'string' ? message.content : message.content.map(toOpenAIPart),
    };
  if (!message.tool_calls?.length) return { role: 'assistant', content: message.content };
  return {
    role: 'assistant',
    content: message.content || null,
    tool_calls: message.tool_calls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify(call.arguments) },
    })),
  };
}

function toOpenAIPart(part: ContentPart): ChatCompletionContentPart {
  return part.type === 'text' ? { type: 'text', text: part.text } : { type: 'image_url', image_url: { url: part.url } };
}
