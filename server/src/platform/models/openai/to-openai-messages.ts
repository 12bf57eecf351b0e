import type { ChatCompletionContentPart, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { ChatMessage, ContentPart } from '../chat-model.ts';

/** The messages in OpenAI's shape. System messages are joined at the start: many chat templates allow only one there. */
export function toOpenAIMessages(messages: ChatMessage[]): ChatCompletionMessageParam[] {
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
