import { z } from 'zod';
import { Timestamp } from '../envelope.ts';

/** A tool call made while a reply was written (spec section 2.4). */
export const ToolCall = z.object({ id: z.string(), name: z.string(), arguments: z.record(z.string(), z.unknown()) });
export type ToolCall = z.infer<typeof ToolCall>;

/** Tokens a reply used; `estimated` is true where the model reported nothing. */
export const Usage = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
  estimated: z.boolean().optional(),
});
export type Usage = z.infer<typeof Usage>;

/** The passage of a document that a reply rests on. `score` is 0 to 1. */
export const Citation = z.object({
  chunk_id: z.string(),
  document_id: z.string(),
  document_name: z.string(),
  score: z.number(),
  quote: z.string(),
});
export type Citation = z.infer<typeof Citation>;

export const Attachment = z.object({
  file_id: z.string(),
  file_name: z.string(),
  mime_type: z.string(),
  file_size: z.int(),
});
export type Attachment = z.infer<typeof Attachment>;

export const Feedback = z.object({ rating: z.enum(['up', 'down']), comment: z.string().max(2000).optional() });
export type Feedback = z.infer<typeof Feedback>;

export const MessageStatus = z.enum(['complete', 'streaming', 'cancelled', 'failed']);
export type MessageStatus = z.infer<typeof MessageStatus>;

/** A message of a thread (spec section 2.4, contract section 5). */
export const Message = z.object({
  id: z.string(),
  thread_id: z.string(),
  role: z.enum(['user', 'assistant', 'system']),
  content: z.string(),
  status: MessageStatus,
  tool_calls: z.array(ToolCall).nullable().optional(),
  usage: Usage.nullable().optional(),
  citations: z.array(Citation),
  attachments: z.array(Attachment),
  feedback: Feedback.nullable(),
  client_message_id: z.string().nullable(),
  replaced_by: z.string().nullable(),
  created_at: Timestamp,
});
export type Message = z.infer<typeof Message>;
