import type { Habits, ModelReply } from './model-reply.ts';

/** Parts of a stream that differ between servers, in the order in which they are sent. */
interface Parts {
  text: string[];
  thoughts: string[];
  calls: { id: string; name: string; arguments: Record<string, unknown> | string }[];
}

type Delta = Record<string, unknown>;
type ToDeltas = (parts: Parts) => Delta[];

/**
 * How each kind of server divides the same response into deltas, according to recordings of their users: ollama/ollama
 * #7881 and #15457 and vercel/ai #14277 (whole calls, all with index 0), BerriAI/litellm #37792 (arguments as an
 * object, finish_reason `stop`), vllm-project/vllm #9209, #25054 and #27572 (finish_reason `stop` or none, role and
 * empty content first).
 */
export const habits: Record<Habits, ToDeltas> = {
  openai: ({ text, calls }) => [
    { role: 'assistant', content: calls.length > 0 && text.length === 0 ? null : '', refusal: null },
    ...text.map((content) => ({ content })),
    ...calls.flatMap((call, index) => [
      { tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] },
      ...pieces(asText(call.arguments)).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
  ],
  'silent-usage': (parts) => habits.openai(parts),
  ollama: ({ text, calls }) => [
    ...text.map((content) => ({ role: 'assistant', content })),
    ...calls.map((call) => ({
      role: 'assistant',
      content: '',
      tool_calls: [
        { id: call.id, index: 0, type: 'function', function: { name: call.name, arguments: asText(call.arguments) } },
      ],
    })),
  ],
  'ollama-objects': ({ text, calls }) => [
    ...text.map((content) => ({ role: 'assistant', content })),
    {
      role: 'assistant',
      content: null,
      tool_calls: calls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: call.arguments },
      })),
    },
  ],
  vllm: ({ text, thoughts, calls }) => [
    { role: 'assistant', content: '' },
    ...thoughts.map((thought) => ({ reasoning_content: thought, content: null })),
    ...text.map((content) => ({ content })),
    ...calls.flatMap((call, index) => [
      { tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name } }] },
      ...pieces(asText(call.arguments)).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
  ],
  'vllm-new-ids': ({ text, calls }) => [
    { role: 'assistant', content: '' },
    ...text.map((content) => ({ content })),
    ...calls.flatMap((call, index) => [
      { tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name } }] },
      ...pieces(asText(call.arguments)).map((piece, at) => ({
        tool_calls: [{ index, id: `chatcmpl-tool-${call.id}-${at}`, type: 'function', function: { arguments: piece } }],
      })),
    ]),
  ],
};

/** The finish_reason that such a server sends. */
export function finishReasonOf(reply: ModelReply): string | null {
  if (reply.finishReason !== undefined) return reply.finishReason;
  const calls = (reply.toolCalls?.length ?? 0) > 0;
  const kind = reply.habits ?? 'openai';
  return calls && (kind === 'openai' || kind === 'silent-usage') ? 'tool_calls' : 'stop';
}

/** Whether such a server reports usage in a stream when the request asks for it. */
export function reportsUsage(reply: ModelReply): boolean {
  return reply.usage !== null && !['silent-usage', 'ollama-objects'].includes(reply.habits ?? 'openai');
}

function asText(value: Record<string, unknown> | string): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,7}/gu) ?? [];
}
