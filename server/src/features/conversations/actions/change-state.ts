import type { Conversation, ConversationActor, ConversationStatus, WebhookEventType } from '@portico/shared-types';
import type { Transaction } from '../../../platform/database.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordChange } from '../../audit-log/index.ts';
import { cutReplies, lockThread, setAnsweredBy, type ThreadRow, type ThreadsPlatform } from '../../threads/index.ts';
import { announce } from '../../webhooks/index.ts';
import { type ConversationState, lockConversation, updateState } from '../conversation/conversations.sql.ts';
import { dropNotices, scheduleNotices } from '../notices/notices.sql.ts';
import { events, report } from '../stream/workspace-events.ts';
import { notifyVisitor } from './notify-visitor.ts';

/** A conversation with its thread, both locked until the transaction ends. */
export interface Held {
  readonly tx: Transaction;
  readonly workspaceId: string;
  readonly conversation: Conversation;
  readonly thread: ThreadRow;
}

/** Does `work` on a conversation. Its thread is locked first, as by everything that adds to it. Throws 404. */
export async function withConversation<T>(
  platform: Platform,
  workspaceId: string,
  id: string,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  return platform.database.transaction(async (tx) => work(await holdConversation(tx, workspaceId, id)));
}

/** Throws 404. */
export async function holdConversation(tx: Transaction, workspaceId: string, id: string): Promise<Held> {
  const threadId = `thr_${id.replace(/^cnv_/, '')}`;
  const thread = await lockThread(tx, workspaceId, threadId);
  const conversation = thread && (await lockConversation(tx, workspaceId, id));
  if (thread === undefined || conversation === undefined) throw notFound('conversation', id);
  return { tx, workspaceId, conversation, thread };
}

/** The new state of a conversation after an action. */
export interface Move extends Partial<ConversationState> {
  readonly status: ConversationStatus;
  /** The data for the workspace's webhooks. */
  readonly announces?: WebhookEventType;
  /** Minutes after which the visitor's wait times out, if the visitor waits. */
  readonly timeoutMinutes?: number;
  /** Whether the agent continues to reply while the visitor waits for a person. */
  readonly agentStays?: boolean;
}

/**
 * Changes the state of a conversation. A person who takes over interrupts the agent's reply in the same transaction, so
 * that no reply is stored afterwards; the visitor gets the final text of that reply before the new state.
 */
export async function move(
  platform: ThreadsPlatform,
  held: Held,
  { announces, agentStays, timeoutMinutes, ...to }: Move,
): Promise<Held> {
  const { tx, workspaceId, conversation, thread } = held;
  const answeredBy =
    to.status === 'human' ? 'person' : to.status === 'waiting' && agentStays !== true ? 'nobody' : 'agent';
  const key = { workspaceId, threadId: thread.id };
  if (answeredBy === 'person') await cutReplies(platform, tx, key);
  if (answeredBy !== thread.answered_by) await setAnsweredBy(tx, thread, answeredBy);
  // A handover that a process of an older version may have requested in the meantime.
  if (thread.answered_by === 'person' && answeredBy !== 'person') await cutReplies(platform, tx, key);
  const { assignee, waiting_since, handover, closed_at } = conversation;
  const moved = await updateState(tx, workspaceId, conversation.id, {
    assignee,
    waiting_since,
    handover,
    closed_at,
    ...to,
    timeoutMinutes: timeoutMinutes ?? null,
  });
  await notifyVisitor(platform, tx, workspaceId, moved);
  // Each wait has notices of its own, although a later one may keep `waiting_since`.
  const beginsToWait = moved.status === 'waiting' && conversation.status !== 'waiting';
  if (beginsToWait || moved.waiting_since === null) await dropNotices(tx, moved.id);
  if (beginsToWait) await scheduleNotices(tx, workspaceId, moved.id);
  if (announces !== undefined) await announce(tx, { workspaceId, type: announces, data: { ...moved } });
  await report(platform, tx, workspaceId, [events.updated(moved)]);
  return { ...held, conversation: moved, thread: { ...thread, answered_by: answeredBy } };
}

/** Makes a person answer from now on. */
export async function moveToPerson(platform: ThreadsPlatform, held: Held, assignee: ConversationActor): Promise<Held> {
  const { tx, workspaceId, conversation } = held;
  const to = { status: 'human', assignee, waiting_since: null, closed_at: null } as const;
  if (conversation.status === 'human') return move(platform, held, to);
  const action = 'conversation.accepted';
  const moved = await move(platform, held, { ...to, announces: action });
  await recordChange(tx, {
    workspaceId,
    action,
    // Entries outlive the erasure of a visitor, so they don't contain a name or a subject.
    resource: { id: conversation.id, name: conversation.interface.name },
    before: { status: conversation.status, assignee: conversation.assignee?.name ?? null },
    after: { status: 'human', assignee: assignee.name },
  });
  return moved;
}

/** Makes the agent reply again; the visitor no longer waits for a person. */
export async function moveToAgent(platform: ThreadsPlatform, held: Held): Promise<Held> {
  return move(platform, held, {
    status: 'bot',
    assignee: null,
    waiting_since: null,
    announces: 'conversation.returned',
  });
}

/** 400: the action is not possible in this state. */
export function notInThisState({ status, assignee }: Conversation): Error {
  const shown = assignee === null ? {} : { assignee: { id: assignee.id, name: assignee.name } };
  const fault = { path: 'params.id', message: `is a conversation with the status ${status}` };
  return invalid({ ...fault, code: 'not_in_this_state' }, { status, ...shown });
}
