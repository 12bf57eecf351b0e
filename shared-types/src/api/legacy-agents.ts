import { z } from 'zod';
import { Timestamp } from '../envelope.ts';
import { ErrorCode } from '../errors.ts';
import { visibleText } from './visible-text.ts';

/*
 * The older agent endpoints (docs/reference/older-endpoints.md#endpoints): camelCase, `{success, data}`, unknown fields
 * dropped. Their agents and messages are visible in the versioned API as well.
 */

export const LegacyAgentCreate = z.object({
  name: z.string().trim().min(1).max(200),
  model: z.string().trim().min(1).max(200).optional(),
  systemPrompt: z.string().max(200_000).default(''),
});
export type LegacyAgentCreate = z.infer<typeof LegacyAgentCreate>;

export const LegacyAgent = z.object({
  id: z.string(),
  name: z.string(),
  model: z.string(),
  status: z.literal('active'),
  createdAt: Timestamp,
});
export type LegacyAgent = z.infer<typeof LegacyAgent>;

/** A message to an agent; without a `threadId` it opens a thread. */
export const LegacyChatMessage = z.object({
  message: visibleText(200_000),
  threadId: z.string().max(200).optional(),
});
export type LegacyChatMessage = z.infer<typeof LegacyChatMessage>;

export const LegacyUsage = z.object({ promptTokens: z.int(), completionTokens: z.int() });
export type LegacyUsage = z.infer<typeof LegacyUsage>;

export const LegacyChatReply = z.object({
  messageId: z.string(),
  threadId: z.string(),
  response: z.string(),
  usage: LegacyUsage,
});
export type LegacyChatReply = z.infer<typeof LegacyChatReply>;

/** The error envelope of the older endpoints (docs/reference/older-endpoints.md#envelope). */
export const LegacyErrorAnswer = z.object({
  success: z.literal(false),
  error: z.object({ code: ErrorCode, message: z.string() }),
});
export type LegacyErrorAnswer = z.infer<typeof LegacyErrorAnswer>;

/** Payloads of the older chat stream by event name (docs/reference/streams.md#older-chat-stream). */
export const legacyChatEvents = {
  start: z.object({ messageId: z.string(), threadId: z.string() }),
  delta: z.object({ content: z.string() }),
  done: LegacyChatReply,
  error: z.object({ code: z.string(), message: z.string() }),
} as const;
