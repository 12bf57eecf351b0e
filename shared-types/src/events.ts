import { z } from 'zod';
import { Conversation, ConversationActor, ConversationNote, ConversationStatus } from './api/conversations.ts';
import { Citation, Message, MessageAuthor } from './api/messages.ts';
import { PersonaApprovalStatus, PersonaStepStatus } from './api/personas.ts';
import { SourcePage, SourceRun, SourceRunCounts } from './api/sources.ts';
import { Timestamp } from './envelope.ts';
import { FieldCode, RunError } from './errors.ts';

/*
 * Every event of Portico's streams, one union for each stream. The name is the SSE `event:` field and the socket.io
 * event; `data` is the JSON payload, always snake_case (docs/reference/streams.md#server-sent-events).
 */

const timestamp = { timestamp: Timestamp };
const execution = { execution_id: z.string() };
const ExecutionError = z.object({ code: z.string(), message: z.string(), node_id: z.string().nullable() });

/** Payloads of the execution stream by event name (docs/reference/streams.md#executions). */
export const executionEvents = {
  connected: z.object({ ...execution, ...timestamp }),
  'execution:started': z.object({ ...execution, started_at: Timestamp, ...timestamp }),
  'execution:progress': z.object({ progress: z.number(), current_node: z.string().nullable(), ...timestamp }),
  'execution:waiting': z.object({ node_id: z.string(), reason: z.string(), until: Timestamp.optional(), ...timestamp }),
  'node:started': z.object({ node_id: z.string(), node_type: z.string(), started_at: Timestamp, ...timestamp }),
  'node:completed': z.object({
    node_id: z.string(),
    /** Null if they are too large for an event; the node's run has them. */
    outputs: z.record(z.string(), z.unknown()).nullable(),
    duration_ms: z.number(),
    ...timestamp,
  }),
  'node:failed': z.object({
    node_id: z.string(),
    node_type: z.string(),
    error: RunError,
    attempt: z.int(),
    will_retry: z.boolean(),
    duration_ms: z.number(),
    ...timestamp,
  }),
  'node:skipped': z.object({ node_id: z.string(), ...timestamp }),
  'node:delta': z.object({ node_id: z.string(), content: z.string(), ...timestamp }),
  'execution:completed': z.object({
    ...execution,
    status: z.literal('completed'),
    outputs: z.record(z.string(), z.unknown()),
    ...timestamp,
  }),
  'execution:failed': z.object({ ...execution, status: z.literal('failed'), error: ExecutionError, ...timestamp }),
  'execution:cancelled': z.object({
    ...execution,
    status: z.literal('cancelled'),
    cancelled_at: Timestamp,
    ...timestamp,
  }),
} as const;
export type ExecutionEvent = EventOf<typeof executionEvents>;

const message = { message_id: z.string() };

/**
 * Payloads of a thread's stream: replies, and the messages that they answer (docs/reference/streams.md#replies). If the
 * server has to restart a reply, there is a second `message:started` with the same `message_id`: its text, calls and
 * citations so far are then invalid, and are sent again. `message:completed` has the whole message in any case.
 */
export const threadEvents = {
  connected: z.object({ thread_id: z.string(), ...timestamp }),
  'message:created': z.object({ message: Message, ...timestamp }),
  'message:started': z.object({ thread_id: z.string(), ...message, user_message_id: z.string(), ...timestamp }),
  'message:delta': z.object({ ...message, content: z.string(), ...timestamp }),
  'message:tool_call': z.object({
    ...message,
    id: z.string(),
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()),
    client: z.boolean().optional().describe('True if the page of the visitor is to run it.'),
    ...timestamp,
  }),
  'message:tool_result': z.object({
    ...message,
    id: z.string(),
    name: z.string(),
    ok: z.boolean(),
    duration_ms: z.number(),
    ...timestamp,
  }),
  'message:citation': z.object({ ...message, ...Citation.shape, ...timestamp }),
  'message:follow_ups': z.object({
    ...message,
    questions: z.array(z.string()).max(3).describe('What the visitor may ask next.'),
    ...timestamp,
  }),
  'message:completed': z.object({ ...Message.shape, ...timestamp }),
  'message:failed': z.object({ ...message, error: RunError, ...timestamp }),
  'message:cancelled': z.object({ ...message, content: z.string(), ...timestamp }),
  'conversation:status': z.object({
    status: ConversationStatus,
    assignee: ConversationActor.nullable(),
    available: z.boolean(),
    /** The conversation is closed, and the visitor has rated it since then; missing otherwise. */
    rated: z.boolean().optional(),
    reachable: z.boolean().optional(),
    ...timestamp,
  }),
  typing: z.object({ author: MessageAuthor, ...timestamp }),
} as const;
export type ThreadEvent = EventOf<typeof threadEvents>;

const PublicEventAuthor = MessageAuthor.omit({ id: true });
const PublicEventMessage = Message.extend({ author: PublicEventAuthor });

/** Payloads of the same stream for visitors: people have a name and a picture, and no id. */
export const publicThreadEvents = {
  ...threadEvents,
  'message:created': z.object({ message: PublicEventMessage, ...timestamp }),
  'message:completed': z.object({ ...PublicEventMessage.shape, ...timestamp }),
  'conversation:status': threadEvents['conversation:status'].extend({
    assignee: ConversationActor.omit({ id: true }).nullable(),
  }),
  typing: z.object({ author: PublicEventAuthor, ...timestamp }),
} as const;
export type PublicThreadEvent = EventOf<typeof publicThreadEvents>;

const conversation = { conversation_id: z.string() };

/** Payloads of a workspace's stream of conversations. `conversation:typing` has no id and is never replayed. */
export const conversationEvents = {
  connected: z.object({ workspace_id: z.string(), ...timestamp }),
  'conversation:created': z.object({ conversation: Conversation, ...timestamp }),
  'conversation:updated': z.object({ conversation: Conversation, ...timestamp }),
  'conversation:message': z.object({ ...conversation, message: Message, ...timestamp }),
  'conversation:note': z.object({ ...conversation, note: ConversationNote, ...timestamp }),
  'conversation:deleted': z.object({ ...conversation, ...timestamp }),
  'conversation:typing': z.object({ ...conversation, author: MessageAuthor, ...timestamp }),
} as const;
export type ConversationEvent = EventOf<typeof conversationEvents>;

/** Payloads of a suggestion's stream; nothing of it is stored. */
export const suggestionEvents = {
  'suggestion:delta': z.object({ content: z.string(), ...timestamp }),
  'suggestion:completed': z.object({ content: z.string(), ...timestamp }),
  'suggestion:failed': z.object({ error: RunError, ...timestamp }),
} as const;
export type SuggestionEvent = EventOf<typeof suggestionEvents>;

/**
 * Payloads of a form submission's stream (docs/reference/streams.md#submissions). `cause` is the fault of a file or an
 * address.
 */
export const submissionEvents = {
  connected: z.object({ submission_id: z.string(), ...timestamp }),
  'submission:processing': z.object({
    file: z.string().optional(),
    url: z.string().optional(),
    done: z.int(),
    total: z.int(),
    error: RunError.extend({ cause: FieldCode.optional() }).optional(),
    ...timestamp,
  }),
  'submission:running': z.object({ progress: z.number(), current_node: z.string().nullable(), ...timestamp }),
  'output:delta': z.object({ content: z.string(), ...timestamp }),
  'output:restarted': z.object(timestamp),
  'submission:completed': z.object({ submission_id: z.string(), output: z.string(), ...timestamp }),
  'submission:failed': z.object({ submission_id: z.string(), error: RunError, ...timestamp }),
} as const;
export type SubmissionEvent = EventOf<typeof submissionEvents>;

const instance = { instance_id: z.string() };
const PersonaStepState = z.object({
  ...instance,
  index: z.int(),
  title: z.string(),
  status: PersonaStepStatus,
  started_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  output: z.string().nullable(),
  cost_credits: z.number(),
  percent: z.number(),
  ...timestamp,
});
const PersonaApprovalState = z.object({
  ...instance,
  id: z.string(),
  kind: z.enum(['step', 'action']),
  title: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  status: PersonaApprovalStatus,
  step_index: z.int(),
  expires_at: Timestamp,
  comment: z.string().nullable(),
  ...timestamp,
});
const PersonaCost = z.object({ ...instance, cost_credits: z.number(), percent: z.number(), ...timestamp });

/** Payloads of a persona task's stream (docs/reference/streams.md#persona-tasks). */
export const personaEvents = {
  connected: z.object({ ...instance, ...timestamp }),
  'persona:started': z.object({
    ...instance,
    persona_id: z.string(),
    status: z.literal('running'),
    started_at: Timestamp,
    max_duration_hours: z.number(),
    max_cost_credits: z.number(),
    ...timestamp,
  }),
  'persona:step-started': PersonaStepState,
  'persona:step-completed': PersonaStepState,
  'persona:approval-required': PersonaApprovalState,
  'persona:approval-decided': PersonaApprovalState,
  'persona:paused': PersonaCost.extend({ status: z.literal('paused_budget'), reason: z.enum(['cost', 'duration']) }),
  'persona:resumed': z.object({
    ...instance,
    max_duration_hours: z.number(),
    max_cost_credits: z.number(),
    ...timestamp,
  }),
  'persona:completed': PersonaCost.extend({ status: z.literal('completed'), completed_at: Timestamp }),
  'persona:failed': PersonaCost.extend({ status: z.literal('failed'), error: RunError, completed_at: Timestamp }),
  'persona:cancelled': PersonaCost.extend({ status: z.literal('cancelled'), completed_at: Timestamp }),
} as const;
export type PersonaEvent = EventOf<typeof personaEvents>;

/** Payloads of the stream of a source's run. Its current counts come first, without an id. */
export const sourceRunEvents = {
  'run:progress': z.object({ counts: SourceRunCounts, ...timestamp }),
  'page:updated': z.object({ page: SourcePage, ...timestamp }),
  'run:completed': z.object({ run: SourceRun, ...timestamp }),
  'run:failed': z.object({ run: SourceRun, ...timestamp }),
  'run:cancelled': z.object({ run: SourceRun, ...timestamp }),
} as const;
export type SourceRunEvent = EventOf<typeof sourceRunEvents>;

type Payloads = Readonly<Record<string, z.ZodType>>;
type EventOf<P extends Payloads> = {
  [Name in keyof P & string]: { event: Name; data: z.infer<P[Name]> };
}[keyof P & string];
