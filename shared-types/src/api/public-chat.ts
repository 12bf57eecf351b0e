import { z } from 'zod';
import { queryInteger, Timestamp } from '../envelope.ts';
import { ConversationStatus } from './conversations.ts';
import { EmailAddress } from '../email-address.ts';
import { Feedback, MessageStatus, ToolCall } from './messages.ts';
import { PublicFace } from './public-face.ts';
import { notBlank } from './visible-text.ts';

/*
 * Bodies of `/api/public/chat-interfaces/{slug}` (docs/reference/public-chat.md#endpoints), camelCase. Events stay
 * snake_case (events.ts).
 */

const optionalText = z.string().nullable();

export const PublicCitation = z.object({
  chunkId: z.string(),
  documentId: z.string(),
  documentName: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  heading: z.string().nullable(),
  score: z.number(),
  quote: z.string(),
});
export type PublicCitation = z.infer<typeof PublicCitation>;

/**
 * A message's file in its visitor's view; `fileSize` in bytes. `downloadUrl`, signed and valid for 24 hours, is there for
 * the files of others than the visitor.
 */
export const PublicAttachment = z.object({
  fileId: z.string(),
  fileName: z.string(),
  mimeType: z.string(),
  fileSize: z.int(),
  downloadUrl: z.string().optional(),
});
export type PublicAttachment = z.infer<typeof PublicAttachment>;

/** The author of a message in the visitor's view: for a member the first name. */
export const PublicAuthor = z.object({
  type: z.enum(['visitor', 'agent', 'member', 'system']),
  name: optionalText,
  avatarUrl: optionalText,
});
export type PublicAuthor = z.infer<typeof PublicAuthor>;

/** A message as its visitor sees it; system messages and token counts are never shown. */
export const PublicMessage = z.object({
  id: z.string(),
  threadId: z.string(),
  role: z.enum(['user', 'assistant']),
  author: PublicAuthor,
  content: z.string(),
  status: MessageStatus,
  /** Absent on messages of the visitor; null if the reply called none, or the interface doesn't show them. */
  toolCalls: z.array(ToolCall).nullable().optional(),
  citations: z.array(PublicCitation),
  attachments: z.array(PublicAttachment),
  feedback: Feedback.nullable(),
  clientMessageId: z.string().nullable(),
  replacedBy: z.string().nullable(),
  /** Suggested questions for the visitor. */
  followUps: z.array(z.string()),
  createdAt: Timestamp,
});
export type PublicMessage = z.infer<typeof PublicMessage>;

/** The reply to a visitor's message; null if the request does not wait for it, or the agent does not reply. */
export const PublicReply = PublicMessage.nullable();
export type PublicReply = z.infer<typeof PublicReply>;

/** Who answers the visitor now. `rated`: it is closed, and the visitor has rated it since then; missing otherwise. */
export const PublicConversation = z.object({
  status: ConversationStatus,
  assignee: z.object({ name: z.string(), avatarUrl: optionalText }).nullable(),
  rated: z.boolean().optional(),
  reachable: z.boolean().optional(),
});
export type PublicConversation = z.infer<typeof PublicConversation>;

/**
 * A visitor verified by the embedding site, `exp` in Unix seconds. `signature` is hex HMAC-SHA256 of `userId.exp`; in
 * version 2 of the JSON array `["v2",userId,exp,email|null,name|null]`, which verifies the address and the name too.
 */
export const VisitorIdentity = z.object({
  userId: z.string().min(1).max(255),
  name: z.string().max(255).nullish(),
  email: z.string().max(320).nullish(),
  exp: z.int(),
  signature: z.string(),
  signatureVersion: z.union([z.literal(1), z.literal(2)]).optional(),
});
export type VisitorIdentity = z.infer<typeof VisitorIdentity>;

/**
 * Body of `POST /sessions`. `resume` is the token of an earlier session of the same visitor; `newThread` asks for an
 * empty thread if the visitor would otherwise get the earlier one.
 */
export const CreateChatSession = z.object({
  visitorId: z.string().max(64).optional(),
  resume: z.string().max(256).optional(),
  pageUrl: z.string().max(2000).optional(),
  referrer: z.string().max(2000).optional(),
  locale: z.string().max(35).optional(),
  consent: z.literal('granted').optional(),
  identity: VisitorIdentity.optional(),
  /** Values of the fields before the chat by name; a resumed session needs none. */
  preChat: z.record(z.string(), z.unknown()).optional(),
  /** Solution of the challenge: base64 of ALTCHA's `{challenge, solution}`; a resumed session needs none. */
  challenge: z.string().max(8_000).optional(),
  newThread: z.boolean().optional(),
  /**
   * A thread of the same visitor to continue, from `GET /sessions/{id}/conversations`; needs `resume` or `identity`.
   */
  threadId: z.string().max(200).optional(),
  /** The token of a mail's link, `#portico-resume=…`; it works once. */
  resumeLink: z.string().max(256).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
export type CreateChatSession = z.infer<typeof CreateChatSession>;

/** A session as returned by `GET /sessions/{id}`. */
export const ChatSession = z.object({
  id: z.string(),
  visitorId: z.string(),
  threadId: z.string(),
  status: z.enum(['active', 'expired']),
  expiresAt: Timestamp,
  conversation: PublicConversation,
});
export type ChatSession = z.infer<typeof ChatSession>;

/**
 * Response of `POST /sessions`: the session, its token (shown once), the last 50 messages and the interface.
 * `lastEventId` is the newest event that `messages` already reflects, so a stream resumed from it misses nothing.
 */
export const CreatedChatSession = z.object({
  ...ChatSession.shape,
  token: z.string(),
  messages: z.array(PublicMessage),
  interface: PublicFace,
  lastEventId: z.string().nullable().optional(),
});
export type CreatedChatSession = z.infer<typeof CreatedChatSession>;

/** Query of `GET /sessions/{id}/messages`: `before` is a message id. */
export const ChatMessagesQuery = z.object({
  before: z.string().optional(),
  limit: queryInteger(100, 50),
});
export type ChatMessagesQuery = z.infer<typeof ChatMessagesQuery>;

/** The page of the site that a visitor is on. */
export const VisitedPage = z.object({ url: z.string().max(2000), title: z.string().max(500).nullish() });
export type VisitedPage = z.infer<typeof VisitedPage>;

/**
 * Body of `PATCH /sessions/{id}`: metadata is merged, null removes a key. `seenMessageId` is the person's newest message
 * that the visitor has seen, or null before there is one: later ones are mailed to a visitor who leaves.
 */
export const ChatSessionPatch = z.object({
  page: VisitedPage.optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  locale: z.string().max(35).optional(),
  seenMessageId: z.string().max(64).nullish(),
});
export type ChatSessionPatch = z.infer<typeof ChatSessionPatch>;

/** Body of `POST /sessions/{id}/messages`. Repeating a `clientMessageId` returns the first reply again. */
export const SendChatMessage = z.object({
  content: z.string().trim().min(1, { abort: true }).max(32_000).check(notBlank),
  attachments: z.array(z.string()).max(20).optional(),
  clientMessageId: z.string().min(1).max(64).optional(),
  page: VisitedPage.optional(),
  wait: z.boolean().optional(),
});
export type SendChatMessage = z.infer<typeof SendChatMessage>;

/** Body of `POST /sessions/{id}/messages/{mid}/regenerate`. */
export const RegenerateChatReply = SendChatMessage.pick({ wait: true });
export type RegenerateChatReply = z.infer<typeof RegenerateChatReply>;

/** Response of `POST /sessions/{id}/upload`; `fileSize` in bytes, `downloadUrl` valid for 24 hours. */
export const ChatUploadResult = z.object({
  fileId: z.string(),
  fileName: z.string(),
  fileSize: z.int(),
  mimeType: z.string(),
  downloadUrl: z.string(),
});
export type ChatUploadResult = z.infer<typeof ChatUploadResult>;

/** Response of `POST /sessions/{id}/cancel`; `messageId` is null if no reply was in progress. */
export const ChatCancelled = z.object({ messageId: z.string().nullable(), cancelled: z.boolean() });
export type ChatCancelled = z.infer<typeof ChatCancelled>;

/** Body of `POST /sessions/{id}/messages/{mid}/feedback`. */
export const ChatFeedback = Feedback;
export type ChatFeedback = Feedback;

/** Body of `POST /sessions/{id}/handover`. */
export const RequestHandover = z.object({ reason: z.string().trim().min(1).max(2_000).optional() });
export type RequestHandover = z.infer<typeof RequestHandover>;

/** Response of `POST /sessions/{id}/handover`. */
export const RequestedHandover = z.object({ status: ConversationStatus, available: z.boolean() });
export type RequestedHandover = z.infer<typeof RequestedHandover>;

/** Body of `POST /sessions/{id}/email`. */
export const LeaveEmail = z.object({ email: EmailAddress });
export type LeaveEmail = z.infer<typeof LeaveEmail>;

/** Body of `POST /sessions/{id}/rating`; 5 is best. */
export const RateConversation = z.object({
  score: z.int().min(1).max(5),
  comment: z.string().trim().max(2_000).optional(),
});
export type RateConversation = z.infer<typeof RateConversation>;

/** The outcome of a tool that the page ran: its result (any JSON, at most 1 MiB), or its error. */
export const ToolResult = z
  .object({
    toolCallId: z.string().min(1).max(200),
    result: z.unknown().optional(),
    error: z.string().min(1).max(2_000).optional(),
  })
  .refine(({ result, error }) => result === undefined || error === undefined, {
    path: ['error'],
    error: 'must not come with a result',
  });
export type ToolResult = z.infer<typeof ToolResult>;

export const AcceptedToolResult = z.object({ toolCallId: z.string(), accepted: z.literal(true) });
export type AcceptedToolResult = z.infer<typeof AcceptedToolResult>;

/** A call that the page may run now. */
export const ClaimedToolCall = z.object({
  toolCallId: z.string(),
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
});
export type ClaimedToolCall = z.infer<typeof ClaimedToolCall>;

/** Body of `POST /sessions/{id}/search`. */
export const ChatSearch = z.object({ query: z.string().trim().min(1).max(500) });
export type ChatSearch = z.infer<typeof ChatSearch>;

/** A passage of the agent's knowledge; `score` from 0 to 1. */
export const ChatPassage = z.object({
  chunkId: z.string(),
  title: z.string(),
  url: optionalText,
  heading: optionalText,
  content: z.string(),
  score: z.number(),
});
export type ChatPassage = z.infer<typeof ChatPassage>;

/** A conversation of the visitor: `title` is the first question. */
export const PastConversation = z.object({
  threadId: z.string(),
  title: z.string(),
  isCurrent: z.boolean(),
  createdAt: Timestamp,
  lastMessageAt: Timestamp,
});
export type PastConversation = z.infer<typeof PastConversation>;
