import { Citation } from '@portico/shared-types';
import { z } from 'zod';

/* OpenAI's Chat Completions, as far as it applies to an agent. Parameters that only tune a model are ignored, and so
   are unknown fields. */

const Text = z.string().max(200_000);
const TextPart = z.object({ type: z.literal('text', 'only text parts are supported'), text: Text });
const Content = z.union([Text, z.array(TextPart).max(100)]);
/** A refusal is what an assistant wrote instead of a text. */
const RefusalPart = z.object({ type: z.literal('refusal'), refusal: Text });
const AssistantPart = z.discriminatedUnion('type', [TextPart, RefusalPart], 'only text parts are supported');
export type ContentPart = z.infer<typeof AssistantPart>;
const AssistantContent = z.union([Text, z.array(AssistantPart).max(100)]);

const ChatMessage = z.discriminatedUnion(
  'role',
  [
    z.object({ role: z.enum(['system', 'developer']), content: Content }),
    z.object({ role: z.literal('user'), content: Content }),
    z.object({ role: z.literal('assistant'), content: AssistantContent.nullish() }),
  ],
  'must have the role system, developer, user or assistant',
);
export type ChatMessage = z.infer<typeof ChatMessage>;

export const ChatCompletionRequest = z.looseObject({
  model: z.string().min(1).max(200),
  messages: z.array(ChatMessage).min(1).max(1_000),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  store: z.boolean().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().gt(0).max(1).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
});
export type ChatCompletionRequest = z.infer<typeof ChatCompletionRequest>;

const FinishReason = z.enum(['stop', 'length', 'content_filter']);
export type FinishReason = z.infer<typeof FinishReason>;

const CompletionUsage = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
});
export type CompletionUsage = z.infer<typeof CompletionUsage>;

/** For a stored reply: the thread in which it can be continued. */
const CompletionMetadata = z.object({ thread_id: z.string() });

export const ChatCompletion = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.int(),
      message: z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
      logprobs: z.null(),
      finish_reason: FinishReason,
    }),
  ),
  usage: CompletionUsage,
  /** The citations of the reply; not part of OpenAI's format. */
  citations: z.array(Citation),
  metadata: CompletionMetadata.optional(),
});
export type ChatCompletion = z.infer<typeof ChatCompletion>;

export const ChatCompletionChunk = z.object({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.int(),
      delta: z.object({ role: z.literal('assistant').optional(), content: z.string().optional() }),
      logprobs: z.null(),
      finish_reason: FinishReason.nullable(),
    }),
  ),
  usage: CompletionUsage.nullish(),
  citations: z.array(Citation).optional(),
  metadata: CompletionMetadata.optional(),
});
export type ChatCompletionChunk = z.infer<typeof ChatCompletionChunk>;

export const Model = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.string(),
});
export type Model = z.infer<typeof Model>;

export const ModelList = z.object({ object: z.literal('list'), data: z.array(Model) });
