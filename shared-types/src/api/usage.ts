import { z } from 'zod';
import { QueryTime } from '../envelope.ts';

/** Query of `GET /usage`. */
export const UsageQuery = z.object({
  from: QueryTime.optional(),
  to: QueryTime.optional(),
  group_by: z.enum(['day', 'agent', 'interface', 'model']).default('day'),
  days: z.enum(['utc', 'workspace']).default('utc'),
});
export type UsageQuery = z.infer<typeof UsageQuery>;

/** The usage of model calls and replies; `key` is null for those without an agent or interface. */
export const UsageEntry = z.object({
  key: z.string().nullable(),
  credits: z.number(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  replies: z.int(),
  requests: z.int(),
});
export type UsageEntry = z.infer<typeof UsageEntry>;

export const UsageAnswer = z.array(UsageEntry);
export type UsageAnswer = z.infer<typeof UsageAnswer>;
