import {
  Conversation,
  ConversationAssign,
  ConversationNote,
  ConversationNoteCreate,
  ConversationReturn,
  MemberMessageCreate,
  Message,
} from '@portico/shared-types';
import type { Caller } from '../../../platform/http/caller.ts';
import { routesOn } from '../../../platform/http/routes-on.ts';
import type { ThreadsPlatform } from '../../threads/index.ts';
import { addNote, sendMemberMessage } from '../messages/items.service.ts';
import { actorOf } from '../team/actor.ts';
import { accept, type Act, assign, close, giveBack, reopen } from './actions.service.ts';

const { versionedRoute } = routesOn<ThreadsPlatform>();

const tag = 'Conversations';
const params = { id: 'conversation' };
const scopes = ['conversations:write'] as const;

export const actRoutes = [
  versionedRoute({
    method: 'POST',
    path: '/conversations/:id/accept',
    tag,
    summary: 'Take a conversation over',
    operationId: 'acceptConversation',
    description:
      'From now on, a person answers. A reply in progress by the agent is stopped. Returns 400 if another person has taken the conversation over.',
    scopes,
    params,
    answer: Conversation,
    handle: async (request) => accept(request.platform, actOf(request)),
  }),
  versionedRoute({
    method: 'POST',
    path: '/conversations/:id/assign',
    tag,
    summary: 'Assign a conversation',
    operationId: 'assignConversation',
    description:
      'Assigns the conversation to a member of the team, who answers from now on. Returns 400 if it is closed.',
    scopes,
    params,
    body: ConversationAssign,
    answer: Conversation,
    handle: async (request) => assign(request.platform, actOf(request), request.body.member_id),
  }),
  versionedRoute({
    method: 'POST',
    path: '/conversations/:id/messages',
    tag,
    summary: 'Answer the visitor',
    operationId: 'sendConversationMessage',
    description:
      'Sends a person’s message. If nobody is assigned to the conversation, the sender takes it over. Returns 400 if the chat interface is paused or was deleted, because the visitor would not get the message.',
    scopes,
    params,
    body: MemberMessageCreate,
    answer: Message,
    status: 201,
    handle: async (request) => sendMemberMessage(request.platform, actOf(request), request.body),
  }),
  versionedRoute({
    method: 'POST',
    path: '/conversations/:id/notes',
    tag,
    summary: 'Add a note',
    operationId: 'addConversationNote',
    description: 'Stores a note for the team. It is never shown to the visitor or sent to a model.',
    scopes,
    params,
    body: ConversationNoteCreate,
    answer: ConversationNote,
    status: 201,
    handle: async (request) => addNote(request.platform, actOf(request), request.body.content),
  }),
  versionedRoute({
    method: 'POST',
    path: '/conversations/:id/return',
    tag,
    summary: 'Give a conversation back to the agent',
    operationId: 'returnConversation',
    description:
      'The agent answers again. It gets the messages that were sent in the meantime, and the summary. Returns 400 if no person has taken the conversation over.',
    scopes,
    params,
    body: ConversationReturn,
    answer: Conversation,
    handle: async (request) => giveBack(request.platform, actOf(request), request.body.summary),
  }),
  versionedRoute({
    method: 'POST',
    path: '/conversations/:id/close',
    tag,
    summary: 'Close a conversation',
    operationId: 'closeConversation',
    description: 'Closes the conversation until the visitor writes again. Returns 400 if it is already closed.',
    scopes,
    params,
    answer: Conversation,
    handle: async (request) => close(request.platform, actOf(request)),
  }),
  versionedRoute({
    method: 'POST',
    path: '/conversations/:id/reopen',
    tag,
    summary: 'Open a closed conversation again',
    operationId: 'reopenConversation',
    description: 'The agent answers in it again. Returns 400 if it is not closed.',
    scopes,
    params,
    answer: Conversation,
    handle: async (request) => reopen(request.platform, actOf(request)),
  }),
];

function actOf(request: { readonly caller: Caller; readonly params: Readonly<Record<'id', string>> }): Act {
  const { caller, params } = request;
  return { workspaceId: caller.workspaceId, id: params.id, actor: actorOf(caller) };
}
