import type { Conversation, ConversationActor } from '@portico/shared-types';
import { invalid } from '../../../platform/errors.ts';
import { addContext, type ThreadsPlatform } from '../../threads/index.ts';
import { answering } from '../team/answering.ts';
import { findAssignee } from '../team/team.sql.ts';
import { move, moveToAgent, moveToPerson, notInThisState, withConversation } from './change-state.ts';

/** A conversation, and the person who acts on it. */
export interface Act {
  readonly workspaceId: string;
  readonly id: string;
  readonly actor: ConversationActor;
}

/** Takes a conversation over. Throws 404, and 400 if another person has it. */
export async function accept(platform: ThreadsPlatform, { workspaceId, id, actor }: Act): Promise<Conversation> {
  return withConversation(platform, workspaceId, id, async (held) => {
    const { status, assignee } = held.conversation;
    if (status !== 'human') return (await moveToPerson(platform, held, actor)).conversation;
    if (assignee?.id !== actor.id) throw notInThisState(held.conversation);
    return held.conversation;
  });
}

/** Assigns a conversation to somebody. Throws 404, and 400 if it is closed or nobody has that id. */
export async function assign(
  platform: ThreadsPlatform,
  { workspaceId, id }: Act,
  memberId: string,
): Promise<Conversation> {
  const found = await findAssignee(platform.database.sql, workspaceId, memberId, answering);
  return withConversation(platform, workspaceId, id, async (held) => {
    if (held.conversation.status === 'closed') throw notInThisState(held.conversation);
    if (found === undefined) {
      throw invalid({ path: 'body.member_id', message: 'is not somebody who can be assigned', code: 'not_found' });
    }
    const { presence: _, ...assignee } = found;
    if (held.conversation.assignee?.id === assignee.id) return held.conversation;
    return (await moveToPerson(platform, held, assignee)).conversation;
  });
}

/** Returns a conversation to its agent, which reads the summary. Throws 404, and 400 if no person has it. */
export async function giveBack(
  platform: ThreadsPlatform,
  { workspaceId, id }: Act,
  summary: string | undefined,
): Promise<Conversation> {
  return withConversation(platform, workspaceId, id, async (held) => {
    const { status } = held.conversation;
    if (status !== 'human' && status !== 'waiting') throw notInThisState(held.conversation);
    const { tx, thread } = held;
    if (summary !== undefined) await addContext(platform, tx, thread, summary);
    return (await moveToAgent(platform, held)).conversation;
  });
}

/** Closes a conversation until the visitor writes again. Throws 404, and 400 if it is closed. */
export async function close(platform: ThreadsPlatform, { workspaceId, id }: Act): Promise<Conversation> {
  return withConversation(platform, workspaceId, id, async (held) => {
    if (held.conversation.status === 'closed') throw notInThisState(held.conversation);
    const ended = { assignee: null, waiting_since: null, handover: null, closed_at: new Date().toISOString() };
    const to = { status: 'closed', ...ended, announces: 'conversation.closed' } as const;
    return (await move(platform, held, to)).conversation;
  });
}

/** Reopens a closed conversation, in which the agent then replies. Throws 404, and 400 if it isn't closed. */
export async function reopen(platform: ThreadsPlatform, { workspaceId, id }: Act): Promise<Conversation> {
  return withConversation(platform, workspaceId, id, async (held) => {
    if (held.conversation.status !== 'closed') throw notInThisState(held.conversation);
    return (await move(platform, held, { status: 'bot', closed_at: null })).conversation;
  });
}
