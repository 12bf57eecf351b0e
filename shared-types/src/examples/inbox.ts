import { conversationExamples } from './conversations.ts';
import type { ExampleBook } from './example-book.ts';
import { created, ids, updated } from './ids.ts';

const person = { id: ids.apiKey, name: 'Anna Weber', avatar_url: null } satisfies ExampleBook['ConversationActor'];

const conversation = {
  id: ids.conversation,
  thread_id: ids.thread,
  interface: { id: ids.chat, name: 'Support chat', slug: 'support' },
  agent_id: ids.agent,
  status: 'human',
  assignee: person,
  visitor: {
    id: ids.visitor,
    name: 'Kim',
    email: 'kim@example.com',
    user_id: null,
    verified: false,
    locale: 'en',
    metadata: { plan: 'basic' },
  },
  subject: 'Delivery times',
  last_message: { role: 'assistant', author_type: 'agent', preview: 'Two to three working days.', at: updated },
  unread_count: 0,
  waiting_since: null,
  handover: { reason: 'Wants a date', summary: 'Asks when order 8121 arrives.', requested_by: 'agent' },
  rating: 'up',
  csat: { score: 5, comment: 'Quick and right.', at: updated },
  unanswered_count: 0,
  cost_credits: 0.421,
  page_url: 'https://shop.example.com/orders',
  tags: ['delivery'],
  created_at: created,
  updated_at: updated,
  closed_at: null,
} satisfies ExampleBook['Conversation'];

const note = {
  id: ids.note,
  conversation_id: ids.conversation,
  author: { type: 'member', ...person },
  content: 'A regular customer.',
  created_at: updated,
} satisfies ExampleBook['ConversationNote'];

const savedReply = {
  id: ids.savedReply,
  name: 'Delivery times',
  shortcut: 'delivery',
  content: 'A parcel reaches you within two to three working days.',
  created_at: created,
  updated_at: updated,
} satisfies ExampleBook['SavedReply'];

const { name, shortcut, content } = savedReply;

/** Conversations as the team sees them. */
export const inboxExamples = {
  Conversation: conversation,
  FoundConversation: { ...conversation, extract: 'When does my parcel arrive?' },
  Assignee: { ...person, presence: 'online' },
  ConversationTag: 'delivery',
  ConversationPatch: { tags: ['delivery'], subject: 'Delivery times' },
  ConversationItem: { type: 'message', ...conversationExamples.Message },
  ConversationNote: note,
  ConversationNoteCreate: { content: 'A regular customer.' },
  ConversationAssign: { member_id: ids.apiKey },
  ConversationReturn: { summary: 'A replacement is on its way.' },
  MemberMessageCreate: { content: 'I have sent you a replacement.' },
  SavedReply: savedReply,
  SavedReplyCreate: { name, shortcut, content },
  SavedReplyPatch: { content: 'Two to three working days.' },
  DataSubject: { email: 'grace@example.com' },
  VisitorErasure: {
    reference: 'dsr_7k1n5q9s3u7w1y5a9c3e7g1j5m',
    erased: { visitors: 1, conversations: 3, submissions: 1, executions: 2, files: 1, deliveries: 0 },
    identifiers: { user_ids: ['user_42'], emails: ['grace@example.com'], visitor_ids: [ids.visitor] },
  },
} satisfies ExampleBook;
