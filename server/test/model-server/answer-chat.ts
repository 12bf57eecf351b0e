import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { finishReasonOf, habits, reportsUsage } from './habits.ts';
import type { ModelReply } from './model-reply.ts';

export interface ChatBody {
  model: string;
  messages: { role: string; content: unknown }[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  tools?: { function: { name: string } }[];
}

/** Responds to a chat completion as `reply` specifies, streamed if the body asks for it. */
export async function answerChat(body: ChatBody, reply: ModelReply, response: ServerResponse): Promise<void> {
  const frame = { id: 'chatcmpl-double', created: 1_700_000_000, model: body.model };
  const text = typeof reply.text === 'string' ? (reply.text.match(/\s*\S+\s*/gu) ?? []) : (reply.text ?? []);
  const calls = (reply.toolCalls ?? []).map((call, index) => ({ id: `call_${index + 1}`, ...call }));
  const counted = reportsUsage(reply) ? (reply.usage ?? countRoughly(body, text)) : null;
  const details = { completion_tokens_details: { reasoning_tokens: reply.reasoningTokens } };
  const usage = counted && reply.reasoningTokens !== undefined ? { ...counted, ...details } : counted;
  if (!body.stream) {
    const message = {
      role: 'assistant',
      content: text.length > 0 ? text.join('') : null,
      ...(calls.length > 0 ? { tool_calls: calls.map(toWholeCall) } : {}),
    };
    const choices = [{ index: 0, message, finish_reason: finishReasonOf(reply) }];
    response.writeHead(200, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify({ ...frame, object: 'chat.completion', choices, ...(usage ? { usage } : {}) }));
    return;
  }
  const chunk = (choices: unknown[], more: object = {}) => ({
    ...frame,
    object: 'chat.completion.chunk',
    choices,
    ...more,
  });
  const deltas = habits[reply.habits ?? 'openai']({ text, calls, thoughts: ['Let me think.'] });
  const reason = finishReasonOf(reply);
  const chunks: unknown[] = reply.chunks ?? [
    ...deltas.map((delta) => chunk([{ index: 0, delta, finish_reason: null }])),
    ...(reply.streamedError ? [{ error: reply.streamedError }] : []),
    ...(reason === null ? [] : [chunk([{ index: 0, delta: {}, finish_reason: reason }])]),
    ...(usage && body.stream_options?.include_usage ? [chunk([], { usage })] : []),
  ];
  await sendChunks(chunks, reply, response);
}

async function sendChunks(chunks: unknown[], reply: ModelReply, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...reply.headers });
  response.flushHeaders();
  for (const [sent, chunk] of chunks.entries()) {
    if (reply.tokenDelayMs) await sleep(reply.tokenDelayMs);
    if (sent === reply.cutAfter) {
      // Earlier chunks must be sent first, so that the connection ends at the intended point.
      await sleep(10);
      response.destroy();
      return;
    }
    if (sent === reply.stopAfter) break;
    if (sent === reply.hangAfter) {
      if (reply.hangUntil === undefined) return;
      await reply.hangUntil;
    }
    if (response.destroyed) return;
    response.write(`data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`);
  }
  if (reply.stopAfter === undefined) response.write('data: [DONE]\n\n');
  response.end();
}

function toWholeCall(call: { id: string; name: string; arguments: Record<string, unknown> | string }) {
  const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
  return { id: call.id, type: 'function', function: { name: call.name, arguments: text } };
}

/** Estimates four characters per token; tests that need exact figures specify them in the reply. */
function countRoughly(body: ChatBody, text: string[]) {
  const prompt = Math.ceil(JSON.stringify(body.messages).length / 4);
  const completion = Math.ceil(text.join('').length / 4);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
