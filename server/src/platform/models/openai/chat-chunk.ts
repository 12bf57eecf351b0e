import { z } from 'zod';
import { ToolCallDelta } from './tool-call-assembler.ts';

const Count = z.int().min(0);

const ReportedUsage = z
  .object({
    prompt_tokens: Count,
    completion_tokens: Count.nullish(),
    total_tokens: Count.nullish(),
    completion_tokens_details: z.object({ reasoning_tokens: Count.nullish() }).nullish().catch(null),
  })
  .transform(({ prompt_tokens, completion_tokens, total_tokens, completion_tokens_details: details }) => {
    const completion = completion_tokens ?? 0;
    return {
      usage: { prompt_tokens, completion_tokens: completion, total_tokens: total_tokens ?? prompt_tokens + completion },
      reasoningTokens: details?.reasoning_tokens ?? 0,
    };
  })
  // Some servers send zeros until they know the usage; a prompt is never empty.
  .refine(({ usage }) => usage.prompt_tokens > 0);

/** Texts of a list of parts (Mistral's reasoning models); parts of other types, such as `thinking`, are not the reply. */
const ContentParts = z
  .array(z.looseObject({ type: z.string(), text: z.string().nullish().catch(null) }))
  .transform((parts) => parts.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join(''));

const Delta = z.object({
  content: z.union([z.string(), ContentParts]).nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(ToolCallDelta).nullish(),
});

/** One chunk of a streamed chat completion, with the deviations of real OpenAI-compatible servers. */
export const ChatChunk = z.object({
  choices: z
    .array(
      z.object({
        delta: Delta.nullish(),
        /** The whole answer of a server that never streams. */
        message: Delta.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: ReportedUsage.nullish().catch(null),
});
export type ChatChunk = z.infer<typeof ChatChunk>;
