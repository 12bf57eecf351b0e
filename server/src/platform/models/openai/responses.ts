import type { ResponseCreateParamsStreaming, ResponseInputItem } from 'openai/resources/responses/responses';
import { APIError } from 'openai/error';
import { z } from 'zod';
import type { ChatMessage, ChatRequest, ContentPart } from '../chat-model.ts';
import type { ReplyPart } from './reply-part.ts';

export type ResponsesParams = ResponseCreateParamsStreaming;

/** A request in the format of the Responses API. Nothing is stored there: the conversation is sent each time. */
export function toResponsesParams(request: ChatRequest): ResponsesParams {
  const system = request.messages.flatMap((message) => (message.role === 'system' ? [message.content] : []));
  const reasons = request.reasoning_effort !== undefined && request.reasoning_effort !== 'none';
  return {
    model: request.model,
    input: request.messages.flatMap(toInputItems),
    stream: true,
    store: false,
    ...(system.length > 0 ? { instructions: system.filter(Boolean).join('\n\n') } : {}),
    // A reasoning model accepts no sampling settings.
    ...(reasons || request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(reasons || request.top_p === undefined ? {} : { top_p: request.top_p }),
    ...(request.max_tokens === undefined ? {} : { max_output_tokens: request.max_tokens }),
    ...(request.reasoning_effort === undefined ? {} : { reasoning: { effort: request.reasoning_effort } }),
    ...(request.tools?.length
      ? { tools: request.tools.map((tool) => ({ type: 'function' as const, ...tool, strict: false })) }
      : {}),
    ...(request.json_schema
      ? { text: { format: { type: 'json_schema', name: 'answer', schema: request.json_schema } } }
      : {}),
  };
}

function toInputItems(message: ChatMessage): ResponseInputItem[] {
  if (message.role === 'system') return [];
  if (message.role === 'tool') {
    return [{ type: 'function_call_output', call_id: message.tool_call_id, output: message.content }];
  }
  if (message.role === 'user') {
    const { content } = message;
    return [{ role: 'user', content: typeof content === 'string' ? content : content.map(toInputPart) }];
  }
  const calls = (message.tool_calls ?? []).map((call) => ({
    type: 'function_call' as const,
    call_id: call.id,
    name: call.name,
    arguments: JSON.stringify(call.arguments),
  }));
  return [...(message.content === '' ? [] : [{ role: 'assistant' as const, content: message.content }]), ...calls];
}

function toInputPart(part: ContentPart) {
  return part.type === 'text'
    ? { type: 'input_text' as const, text: part.text }
    : { type: 'input_image' as const, image_url: part.url, detail: 'auto' as const };
}

const Ended = z.object({
  usage: z
    .object({
      input_tokens: z.int(),
      output_tokens: z.int(),
      total_tokens: z.int(),
      output_tokens_details: z.object({ reasoning_tokens: z.int() }).nullish(),
    })
    .nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
});

const ResponseEvent = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['response.output_text.delta', 'response.refusal.delta']), delta: z.string() }),
  z.object({
    type: z.literal('response.output_item.done'),
    output_index: z.int(),
    item: z.looseObject({
      type: z.string(),
      call_id: z.string().optional(),
      name: z.string().optional(),
      arguments: z.string().optional(),
    }),
  }),
  z.object({ type: z.enum(['response.completed', 'response.incomplete', 'response.failed']), response: Ended }),
]);

/** Reads an event of a streamed response; events without content become an empty part. */
export function readResponseEvent(raw: unknown): ReplyPart {
  const { data: event } = ResponseEvent.safeParse(raw);
  if (event === undefined) return {};
  if ('delta' in event) return { content: event.delta };
  if ('item' in event) {
    const { type, call_id: id, name, arguments: text } = event.item;
    if (type !== 'function_call') return {};
    return { calls: [{ index: event.output_index, id, function: { name, arguments: text } }] };
  }
  const { usage, incomplete_details: incomplete, error } = event.response;
  if (event.type === 'response.failed') throw new APIError(undefined, error ?? {}, undefined, undefined);
  return {
    reason: event.type === 'response.completed' ? 'stop' : toReason(incomplete?.reason),
    ...(usage
      ? {
          usage: {
            prompt_tokens: usage.input_tokens,
            completion_tokens: usage.output_tokens,
            total_tokens: usage.total_tokens,
          },
          reasoningTokens: usage.output_tokens_details?.reasoning_tokens ?? 0,
        }
      : {}),
  };
}

function toReason(reason: string | null | undefined): string {
  return reason === 'content_filter' ? 'content_filter' : 'length';
}
