import { z } from 'zod';
import { distinct } from '../distinct.ts';
import { exportFormat, PageQuery, QueryFlag, QueryTime, Timestamp } from '../envelope.ts';
import { mergePatchOf } from '../merge-patch.ts';
import { Message, MessageAuthor } from './messages.ts';
import { visibleText } from './visible-text.ts';

/* Conversations: the threads of chat sessions from the point of view of the owner's team. */

/** Who answers: the agent, nobody until a person comes, a person, or nobody until the visitor writes again. */
export const ConversationStatus = z.enum(['bot', 'waiting', 'human', 'closed']);
export type ConversationStatus = z.infer<typeof ConversationStatus>;

/** A member of the team, or an API key that acts as one. */
export const ConversationActor = z.object({ id: z.string(), name: z.string(), avatar_url: z.string().nullable() });
export type ConversationActor = z.infer<typeof ConversationActor>;

/** A possible assignee; an API key is online while it is. */
export const Assignee = z.object({ ...ConversationActor.shape, presence: z.enum(['online', 'away']) });
export type Assignee = z.infer<typeof Assignee>;

export const Assignees = z.array(Assignee);
export type Assignees = z.infer<typeof Assignees>;

export const ConversationTag = z.string();

/** By name; tags that differ in upper and lower case only are one, as it was last written. */
export const ConversationTags = z.array(ConversationTag);
export type ConversationTags = z.infer<typeof ConversationTags>;

export const ConversationVisitor = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  user_id: z.string().nullable(),
  verified: z.boolean(),
  locale: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
});
export type ConversationVisitor = z.infer<typeof ConversationVisitor>;

export const LastMessage = z.object({
  role: z.enum(['user', 'assistant', 'system']),
  author_type: MessageAuthor.shape.type,
  preview: z.string(),
  at: Timestamp,
});
export type LastMessage = z.infer<typeof LastMessage>;

export const Handover = z.object({
  reason: z.string().nullable(),
  summary: z.string().nullable(),
  requested_by: z.enum(['visitor', 'agent']),
});
export type Handover = z.infer<typeof Handover>;

export const Satisfaction = z.object({
  score: z.int().min(1).max(5),
  comment: z.string().nullable(),
  at: Timestamp,
});
export type Satisfaction = z.infer<typeof Satisfaction>;

/** A conversation shares the suffix of its thread: `cnv_X` is the conversation of `thr_X`. */
export const Conversation = z.object({
  id: z.string(),
  thread_id: z.string(),
  interface: z.object({ id: z.string(), name: z.string(), slug: z.string() }),
  agent_id: z.string(),
  status: ConversationStatus,
  assignee: ConversationActor.nullable(),
  visitor: ConversationVisitor,
  subject: z.string().nullable(),
  last_message: LastMessage.nullable(),
  unread_count: z.int(),
  waiting_since: Timestamp.nullable(),
  handover: Handover.nullable(),
  rating: z.enum(['up', 'down']).nullable(),
  csat: Satisfaction.nullable(),
  unanswered_count: z.int(),
  cost_credits: z.number(),
  page_url: z.string().nullable(),
  tags: z.array(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
  closed_at: Timestamp.nullable(),
});
export type Conversation = z.infer<typeof Conversation>;

/** A conversation in a list; `extract` is there if the list is a search. */
export const FoundConversation = Conversation.extend({ extract: z.string().nullish() });
export type FoundConversation = z.infer<typeof FoundConversation>;

const Tag = z.string().trim().min(1).max(64);
/** As it is looked for: each of its letters may be written as up to four characters. */
const SoughtTag = z.string().trim().min(1).max(256);

const isSameTag = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export const ConversationListQuery = z.object({
  page: PageQuery.shape.page,
  per_page: PageQuery.shape.per_page,
  from: QueryTime.optional(),
  to: QueryTime.optional(),
  status: ConversationStatus.optional(),
  interface_id: z.string().max(200).optional(),
  agent_id: z.string().max(200).optional(),
  visitor_id: z.string().max(200).optional(),
  assignee: z.string().max(200).optional(),
  tag: SoughtTag.optional(),
  rating: z.enum(['up', 'down']).optional(),
  csat: z
    .enum(['1', '2', '3', '4', '5'])
    .transform((score) => Number(score))
    .optional(),
  unanswered: QueryFlag.optional(),
  waiting: QueryFlag.optional(),
  q: z.string().min(1).max(200).optional(),
  sort: z
    .enum(['-updated_at', 'updated_at', '-created_at', 'created_at', 'waiting_since'])
    .default('-updated_at')
    .describe(
      'To read all pages, use `created_at` or `-created_at`: a conversation that changes in between keeps its place. ' +
        '`waiting_since` begins with who has waited longest; those who do not wait follow.',
    ),
});
export type ConversationListQuery = z.infer<typeof ConversationListQuery>;

export const ConversationExportQuery = ConversationListQuery.omit({ page: true, per_page: true, sort: true }).extend({
  format: exportFormat(),
});
export type ConversationExportQuery = z.infer<typeof ConversationExportQuery>;

/** Fields that can be changed directly. */
export const ConversationFields = z.strictObject({
  tags: z
    .array(z.string().normalize('NFC').pipe(Tag))
    .max(50)
    // “Delivery” and “delivery” are the same tag; the first spelling stays.
    .transform((tags) => tags.filter((tag, at) => tags.findIndex((other) => isSameTag(other, tag)) === at))
    .default([]),
  subject: z.string().trim().min(1).max(300).nullable().default(null),
});
export type ConversationFields = z.infer<typeof ConversationFields>;

export const ConversationPatch = mergePatchOf(ConversationFields);
export type ConversationPatch = z.infer<typeof ConversationPatch>;

/** A note for the team; neither the visitor nor a model ever gets it. */
export const ConversationNote = z.object({
  id: z.string(),
  conversation_id: z.string(),
  author: z.object({ type: z.literal('member'), ...ConversationActor.shape }),
  content: z.string(),
  created_at: Timestamp,
});
export type ConversationNote = z.infer<typeof ConversationNote>;

export const ConversationItem = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), ...Message.shape }),
  z.object({ type: z.literal('note'), ...ConversationNote.shape }),
]);
export type ConversationItem = z.infer<typeof ConversationItem>;

export const MemberMessageCreate = z.strictObject({
  content: visibleText(32_000),
  attachments: z.array(z.string().min(1).max(200)).max(20).overwrite(distinct).default([]),
});
export type MemberMessageCreate = z.infer<typeof MemberMessageCreate>;

export const ConversationNoteCreate = z.strictObject({ content: visibleText(32_000) });
export type ConversationNoteCreate = z.infer<typeof ConversationNoteCreate>;

export const ConversationAssign = z.strictObject({ member_id: z.string().min(1).max(200) });
export type ConversationAssign = z.infer<typeof ConversationAssign>;

export const ConversationReturn = z.strictObject({ summary: visibleText(8_000).optional() });
export type ConversationReturn = z.infer<typeof ConversationReturn>;

/** A text that the team sends often; `shortcut` is typed after the slash. */
export const SavedReply = z.object({
  id: z.string(),
  name: z.string(),
  shortcut: z.string(),
  content: z.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type SavedReply = z.infer<typeof SavedReply>;

export const SavedReplyCreate = z.strictObject({
  name: z.string().trim().min(1).max(200),
  shortcut: z
    .string()
    .normalize('NFC')
    .trim()
    .transform((shortcut) => shortcut.replace(/^\//, ''))
    .pipe(z.string().regex(/^[^\s/]{1,64}$/, 'must be 1 to 64 characters without spaces or slashes')),
  content: visibleText(32_000),
});
export type SavedReplyCreate = z.infer<typeof SavedReplyCreate>;

export const SavedReplyPatch = mergePatchOf(SavedReplyCreate);
export type SavedReplyPatch = z.infer<typeof SavedReplyPatch>;
