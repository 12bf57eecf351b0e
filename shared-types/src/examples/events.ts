import { sourceExamples } from './sources.ts';
import type { ConversationEvent, SuggestionEvent } from '../events.ts';
import { inboxExamples } from './inbox.ts';
import type {
  ExecutionEvent,
  PersonaEvent,
  PublicThreadEvent,
  SourceRunEvent,
  SubmissionEvent,
  ThreadEvent,
} from '../events.ts';
import { conversationExamples } from './conversations.ts';
import { ids, updated as timestamp } from './ids.ts';

type Sent<Event> = Event & { readonly id?: number };

const message_id = ids.reply;
const content = 'Two to three ';

/** Events in the order of a stream, by the name of the stream's union. */
export const eventExamples = {
  ExecutionEvent: [
    { event: 'connected', data: { execution_id: ids.execution, timestamp } },
    { id: 1, event: 'execution:started', data: { execution_id: ids.execution, started_at: timestamp, timestamp } },
    { id: 2, event: 'node:started', data: { node_id: 'a', node_type: 'template', started_at: timestamp, timestamp } },
    { id: 3, event: 'node:completed', data: { node_id: 'a', outputs: { text: 'x' }, duration_ms: 4, timestamp } },
    { id: 4, event: 'execution:progress', data: { progress: 100, current_node: null, timestamp } },
    {
      id: 5,
      event: 'execution:completed',
      data: { execution_id: ids.execution, status: 'completed', outputs: { summary: 'In short.' }, timestamp },
    },
  ] satisfies Sent<ExecutionEvent>[],
  ThreadEvent: [
    {
      id: 41,
      event: 'message:started',
      data: { thread_id: ids.thread, message_id, user_message_id: ids.question, timestamp },
    },
    { id: 42, event: 'message:delta', data: { message_id, content, timestamp } },
    { id: 43, event: 'message:completed', data: { ...conversationExamples.Message, timestamp } },
  ] satisfies Sent<ThreadEvent>[],
  PublicThreadEvent: [
    {
      id: 41,
      event: 'message:started',
      data: { thread_id: ids.thread, message_id, user_message_id: ids.question, timestamp },
    },
    { id: 42, event: 'message:delta', data: { message_id, content, timestamp } },
    {
      id: 43,
      event: 'message:completed',
      data: {
        ...conversationExamples.Message,
        author: { type: 'agent', name: null, avatar_url: null },
        timestamp,
      },
    },
  ] satisfies Sent<PublicThreadEvent>[],
  ConversationEvent: [
    { event: 'connected', data: { workspace_id: 'ws_01kk3m8x2v7q4c9y5r1t6w0z3a', timestamp } },
    { id: 7, event: 'conversation:updated', data: { conversation: inboxExamples.Conversation, timestamp } },
    {
      id: 8,
      event: 'conversation:message',
      data: { conversation_id: ids.conversation, message: conversationExamples.Message, timestamp },
    },
  ] satisfies Sent<ConversationEvent>[],
  SuggestionEvent: [
    { event: 'suggestion:delta', data: { content, timestamp } },
    { event: 'suggestion:completed', data: { content: 'Two to three working days.', timestamp } },
  ] satisfies Sent<SuggestionEvent>[],
  SubmissionEvent: [
    { event: 'connected', data: { submission_id: ids.submission, timestamp } },
    { id: 1, event: 'submission:processing', data: { file: 'handbook.pdf', done: 1, total: 1, timestamp } },
    { id: 2, event: 'output:delta', data: { content: 'The first chapter ', timestamp } },
    {
      id: 3,
      event: 'submission:completed',
      data: { submission_id: ids.submission, output: 'The first chapter says how orders are placed.', timestamp },
    },
  ] satisfies Sent<SubmissionEvent>[],
  PersonaEvent: [
    { event: 'connected', data: { instance_id: ids.instance, timestamp } },
    {
      id: 1,
      event: 'persona:started',
      data: {
        instance_id: ids.instance,
        persona_id: ids.persona,
        status: 'running',
        started_at: timestamp,
        max_duration_hours: 2,
        max_cost_credits: 50,
        timestamp,
      },
    },
    {
      id: 9,
      event: 'persona:completed',
      data: {
        instance_id: ids.instance,
        cost_credits: 2.4,
        percent: 100,
        status: 'completed',
        completed_at: timestamp,
        timestamp,
      },
    },
  ] satisfies Sent<PersonaEvent>[],
  SourceRunEvent: [
    { event: 'run:progress', data: { counts: sourceExamples.SourceRun.counts, timestamp } },
    { id: 41, event: 'page:updated', data: { page: sourceExamples.SourcePage, timestamp } },
    { id: 42, event: 'run:completed', data: { run: sourceExamples.SourceRun, timestamp } },
  ] satisfies Sent<SourceRunEvent>[],
  LegacyChatEvent: [
    { event: 'start', data: { messageId: ids.reply, threadId: ids.thread } },
    { event: 'delta', data: { content } },
    {
      event: 'done',
      data: {
        messageId: ids.reply,
        threadId: ids.thread,
        response: 'Two to three working days.',
        usage: { promptTokens: 412, completionTokens: 9 },
      },
    },
  ],
};
