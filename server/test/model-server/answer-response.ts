import type { ServerResponse } from 'node:http';
import type { ModelReply } from './model-reply.ts';

/** Responds to a request of the Responses API with the events that OpenAI streams for it. */
export function answerResponse(body: Record<string, unknown>, reply: ModelReply, response: ServerResponse): void {
  const text = typeof reply.text === 'string' ? (reply.text.match(/\s*\S+\s*/gu) ?? []) : (reply.text ?? []);
  const usage = {
    input_tokens: reply.usage?.prompt_tokens ?? 10,
    output_tokens: reply.usage?.completion_tokens ?? 5,
    total_tokens: reply.usage?.total_tokens ?? 15,
    output_tokens_details: { reasoning_tokens: reply.reasoningTokens ?? 0 },
  };
  const cutShort = reply.finishReason === 'length';
  const ended = {
    id: 'resp_double',
    model: body['model'],
    usage,
    incomplete_details: cutShort ? { reason: 'max_output_tokens' } : null,
  };
  const calls = (reply.toolCalls ?? []).map((call, index) => ({
    type: 'response.output_item.done',
    output_index: index + 1,
    item: {
      type: 'function_call',
      id: `fc_${index + 1}`,
      call_id: call.id ?? `call_${index + 1}`,
      name: call.name,
      arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    },
  }));
  const events = [
    { type: 'response.created', response: { id: 'resp_double' } },
    { type: 'response.output_item.done', output_index: 0, item: { type: 'reasoning', id: 'rs_1', summary: [] } },
    ...text.map((delta) => ({ type: 'response.output_text.delta', output_index: 0, delta })),
    ...calls,
    { type: cutShort ? 'response.incomplete' : 'response.completed', response: ended },
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream', ...reply.headers });
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}
