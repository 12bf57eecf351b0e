import { z } from 'zod';
import { Timestamp } from '../envelope.ts';

/** A tool call made while a reply was written (docs/reference/threads.md#messages). */
export const ToolCall = z.object({ id: z.string(), name: z.string(), arguments: z.record(z.string(), z.unknown()) });
export type ToolCall = z.infer<typeof ToolCall>;

/** The tokens of a reply; `estimated` is true if the model reported none. */
export const Usage = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
  estimated: z.boolean().optional(),
});
export type Usage = z.infer<typeof Usage>;

/** A cited passage of a document. `score` is 0 to 1. */
export const Citation = z.object({
  chunk_id: z.string(),
  document_id: z.string(),
  document_name: z.string(),
  title: z.string().describe("The document's title, or its name."),
  url: z.string().nullable().describe('Where the document came from.'),
  heading: z.string().nullable().describe('The nearest heading above the quote.'),
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

/** The outcome of a question; `unsure` after negative feedback or a request for a person. */
export const Outcome = z.enum(['answered', 'unanswered', 'unsure']);
export type Outcome = z.infer<typeof Outcome>;

export const MessageStatus = z.enum(['complete', 'streaming', 'cancelled', 'failed']);
export type MessageStatus = z.infer<typeof MessageStatus>;

/** The author of a message. A person of the team has the role `assistant`, and so has the server itself. */
export const MessageAuthor = z.object({
  type: z.enum(['visitor', 'agent', 'member', 'system']),
  id: z.string().nullable(),
  name: z.string().nullable(),
  avatar_url: z.string().nullable(),
});
export type MessageAuthor = z.infer<typeof MessageAuthor>;

/** A message of a thread (docs/reference/threads.md#messages). */
export const Message = z.object({
  id: z.string(),
  thread_id: z.string(),
  role: z.enum(['user', 'assistant', 'system']),
  author: MessageAuthor,
  content: z.string(),
  status: MessageStatus,
  tool_calls: z.array(ToolCall).nullable().optional(),
  usage: Usage.nullable().optional(),
  citations: z.array(Citation),
  outcome: Outcome.nullable().describe('Of a finished reply; null for other messages.'),
  attachments: z.array(Attachment),
  feedback: Feedback.nullable(),
  client_message_id: z.string().nullable(),
  replaced_by: z.string().nullable(),
  follow_ups: z.array(z.string()).max(3).describe('Questions that the visitor may ask next.'),
  created_at: Timestamp,
});
export type Message = z.infer<typeof Message>;

/** The reply to a message; null while the agent does not reply, because a person answers. */
export const ReplyMessage = Message.nullable();
export type ReplyMessage = z.infer<typeof ReplyMessage>;

/** A passage that was found for a reply. */
export const TracePassage = z.object({
  chunk_id: z.string(),
  document_id: z.string(),
  document_title: z.string(),
  score: z.number(),
  used: z.boolean().describe('The reply cites it.'),
  content: z.string(),
});
export type TracePassage = z.infer<typeof TracePassage>;

/** One step of a reply: a search, a call of the model, or a call of a tool. */
export const TraceStep = z.object({
  type: z.enum(['retrieval', 'model', 'tool']),
  name: z.string().describe("The knowledge bases', the model's or the tool's name."),
  arguments: z.record(z.string(), z.unknown()).optional(),
  result: z.string().optional().describe('What the tool answered, cut to 4,000 characters.'),
  usage: Usage.optional(),
  finish_reason: z.enum(['stop', 'length', 'tool_calls', 'content_filter']).optional(),
  started_at: Timestamp,
  duration_ms: z.int(),
});
export type TraceStep = z.infer<typeof TraceStep>;

/** The trace of a reply. */
export const ReplyTrace = z.object({
  query: z.string().describe('The message that was answered.'),
  rewritten_query: z.string().nullable().describe('What was searched for, where that differs.'),
  passages: z.array(TracePassage),
  steps: z.array(TraceStep),
  model: z.string().nullable().describe('Null if no model was asked, or none is remembered.'),
  usage: Usage.nullable(),
  credits: z.number().nullable(),
  outcome: Outcome.nullable(),
  duration_ms: z.int().nullable(),
});
export type ReplyTrace = z.infer<typeof ReplyTrace>;
