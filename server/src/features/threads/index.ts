import type { Feedback, Message } from '@portico/shared-types';
import type { Sql } from '../../platform/database.ts';
import type { EventRecord } from '../../platform/event-log.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SseEvent } from '../../platform/sse.ts';

/*
 * FRONT DOOR, first draft of signatures; bodies follow shortly. Every function names the workspace; every 404 is
 * thrown as ApiError. All shapes are the snake_case ones of shared-types.
 */

export interface NewThread {
  workspaceId: string;
  agentId: string;
  title?: string;
  metadata?: Record<string, unknown>;
  /** The same key in the same workspace again answers the thread it made first. */
  key?: string;
}
export interface ThreadRow {
  id: string;
  workspace_id: string;
  agent_id: string;
  status: 'active' | 'archived';
  title: string | null;
  metadata: Record<string, unknown>;
  created_at: string;
}
/** Makes a thread; 404 where the agent doesn't exist. With `tx` it is part of the caller's transaction. */
export declare function createThread(platform: Platform, thread: NewThread, tx?: Sql): Promise<ThreadRow>;
export declare function requireThread(platform: Platform, workspaceId: string, threadId: string): Promise<ThreadRow>;
/** Removes thread, messages and events; a reply in progress stops. */
export declare function deleteThread(platform: Platform, workspaceId: string, threadId: string): Promise<void>;

export interface NewMessage {
  workspaceId: string;
  threadId: string;
  content: string;
  /** Ids of files of the workspace (owner already checked by the caller). */
  attachments?: readonly string[];
  clientMessageId?: string;
}
/** A reply that the server is writing; the holder only watches. */
export interface ReplyHandle {
  readonly threadId: string;
  /** The assistant message's id. */
  readonly messageId: string;
  readonly userMessageId: string;
  /** This reply's events with their ids: from its user message's `message:created` to the terminal event, then ends. */
  events(signal: AbortSignal): AsyncGenerator<EventRecord, void, undefined>;
  /** The whole message once it is complete or cancelled. Throws ApiError 500 execution_failed {message_id} or 503. */
  finished(signal: AbortSignal): Promise<Message>;
}
/** Records the user message and asks for its reply; both are durable when this answers. 400 for an archived agent. */
export declare function postMessage(platform: Platform, message: NewMessage): Promise<ReplyHandle>;
/** Adds a system message: context without a reply. */
export declare function addSystemMessage(
  platform: Platform,
  message: { workspaceId: string; threadId: string; content: string },
): Promise<Message>;
/** Writes the thread's last reply anew; the old one stays with `replaced_by`. 400 for any other message. */
export declare function regenerateReply(
  platform: Platform,
  reply: { workspaceId: string; threadId: string; messageId: string },
): Promise<ReplyHandle>;
/** Stops the reply in progress and keeps what was said so far; null where there is none. */
export declare function cancelReply(
  platform: Platform,
  workspaceId: string,
  threadId: string,
): Promise<{ message_id: string | null }>;
/** Sets or (null) takes back the feedback on an assistant message. */
export declare function setFeedback(
  platform: Platform,
  feedback: { workspaceId: string; threadId: string; messageId: string; feedback: Feedback | null },
): Promise<Message>;

/** A page of messages, oldest first. */
export declare function listMessages(
  platform: Platform,
  list: { workspaceId: string; threadId: string; page: number; perPage: number },
): Promise<{ items: Message[]; total: number }>;
/**
 * The newest `limit` messages (before the message `before`), oldest first, and the id of the newest event that they
 * already reflect (also the text so far of a reply in progress): a stream resumed from it misses and doubles nothing.
 */
export declare function findRecentMessages(
  platform: Platform,
  list: { workspaceId: string; threadId: string; limit: number; before?: string },
): Promise<{ messages: Message[]; lastEventId: number }>;

/** The thread's live stream: `connected`, everything after `after` (null: from now on); ends when the thread goes. */
export declare function readThreadEvents(
  platform: Platform,
  stream: { threadId: string; after: number | null },
  signal: AbortSignal,
): AsyncGenerator<EventRecord | SseEvent, void, undefined>;
/** What a Last-Event-ID header says; null without one. Throws 400 where it is no event id. */
export declare function readLastEventId(headers: { 'last-event-id'?: string | string[] }): number | null;
