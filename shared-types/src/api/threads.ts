import { z } from 'zod';
import { distinct } from '../distinct.ts';
import { PageQuery, Timestamp } from '../envelope.ts';
import { mergePatchOf } from '../merge-patch.ts';
import { Outcome } from './messages.ts';
import { visibleText } from './visible-text.ts';

export const ThreadStatus = z.enum(['active', 'archived']);
export type ThreadStatus = z.infer<typeof ThreadStatus>;

/**
 * A thread in the response of create and in lists (docs/reference/threads.md#threads). An archived one takes no
 * messages.
 */
export const ThreadSummary = z.object({
  id: z.string(),
  agent_id: z.string(),
  status: ThreadStatus,
  title: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  outcome: Outcome.nullable().describe('Of the last reply; null before the first.'),
  created_at: Timestamp,
});
export type ThreadSummary = z.infer<typeof ThreadSummary>;

/** A thread as returned by its GET; `last_message_at` is null while it is empty. */
export const Thread = z.object({
  ...ThreadSummary.shape,
  message_count: z.int(),
  last_message_at: Timestamp.nullable(),
});
export type Thread = z.infer<typeof Thread>;

/** The fields with which a thread can be created, and that can be changed. */
export const ThreadFields = z.strictObject({
  title: z.string().trim().min(1).max(300).nullish(),
  metadata: z
    .record(z.string().min(1).max(64), z.unknown())
    .refine((value) => Object.keys(value).length <= 50 && JSON.stringify(value).length <= 16_000, {
      message: 'has more than 50 fields or 16,000 characters',
    })
    .default({}),
  status: ThreadStatus.default('active'),
});
export type ThreadFields = z.infer<typeof ThreadFields>;

export const ThreadCreate = ThreadFields.pick({ title: true, metadata: true });
export type ThreadCreate = z.infer<typeof ThreadCreate>;

export const ThreadPatch = mergePatchOf(ThreadFields);
export type ThreadPatch = z.infer<typeof ThreadPatch>;

export const ThreadListQuery = PageQuery.extend({
  agent_id: z.string().max(200).optional(),
  /** Text in the title or a message, case-insensitive. */
  q: z.string().min(1).max(200).optional(),
  outcome: Outcome.optional().describe('Threads with a reply of this outcome.'),
});
export type ThreadListQuery = z.infer<typeof ThreadListQuery>;

const content = visibleText(200_000);

/**
 * Body of `POST /threads/:id/messages`. The role `system` adds context and gets no reply. Repeating a
 * `client_message_id` returns the first reply again.
 */
export const MessageCreate = z
  .strictObject({
    content,
    role: z.enum(['user', 'system']).default('user'),
    stream: z.boolean().default(false),
    attachments: z.array(z.string().min(1).max(200)).max(20).overwrite(distinct).default([]),
    client_message_id: z.string().min(1).max(128).optional(),
  })
  .refine(({ role, attachments }) => role === 'user' || attachments.length === 0, {
    path: ['attachments'],
    error: 'belong to messages of the role user',
  });
export type MessageCreate = z.infer<typeof MessageCreate>;

/** The stopped reply; `message_id` is null if no reply was in progress. */
export const ReplyCancelled = z.object({
  thread_id: z.string(),
  message_id: z.string().nullable(),
  cancelled: z.boolean(),
});
export type ReplyCancelled = z.infer<typeof ReplyCancelled>;
