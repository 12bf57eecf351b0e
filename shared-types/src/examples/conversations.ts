import type { ExampleBook } from './example-book.ts';
import { created, ids, updated } from './ids.ts';

const summary = {
  id: ids.thread,
  agent_id: ids.agent,
  status: 'active',
  title: 'Delivery times',
  metadata: { customer: '8121' },
  outcome: 'answered',
  created_at: created,
} satisfies ExampleBook['ThreadSummary'];

const citation = {
  chunk_id: ids.chunk,
  document_id: ids.document,
  document_name: 'handbook.pdf',
  title: 'Handbook',
  url: null,
  heading: 'Deliveries',
  score: 0.83,
  quote: 'A parcel reaches you within two to three working days.',
} satisfies ExampleBook['Citation'];

const message = {
  id: ids.reply,
  thread_id: ids.thread,
  role: 'assistant',
  author: { type: 'agent', id: ids.agent, name: 'Guide', avatar_url: null },
  content: 'Two to three working days.',
  status: 'complete',
  tool_calls: null,
  usage: { prompt_tokens: 412, completion_tokens: 9, total_tokens: 421 },
  citations: [citation],
  outcome: 'answered',
  attachments: [],
  feedback: null,
  client_message_id: null,
  replaced_by: null,
  follow_ups: ['What does express delivery cost?'],
  created_at: updated,
} satisfies ExampleBook['Message'];

/** Threads and their messages. */
export const conversationExamples = {
  ThreadSummary: summary,
  Thread: { ...summary, message_count: 2, last_message_at: updated },
  ThreadCreate: { title: 'Delivery times', metadata: { customer: '8121' } },
  ThreadPatch: { title: 'Delivery times, answered', status: 'archived' },
  MessageCreate: {
    content: 'How long does a delivery take?',
    client_message_id: 'c5c7e4e2-0f0b-4a53-9d0e-6d1b1f6a4a11',
  },
  Message: message,
  ReplyMessage: message,
  ReplyTrace: {
    query: 'How long does a delivery take?',
    rewritten_query: null,
    passages: [
      {
        chunk_id: ids.chunk,
        document_id: ids.document,
        document_title: 'Handbook',
        score: 0.83,
        used: true,
        content: 'A parcel reaches you within two to three working days.',
      },
    ],
    steps: [
      { type: 'retrieval', name: 'hybrid', started_at: updated, duration_ms: 12 },
      {
        type: 'model',
        name: 'portico-extractive',
        usage: { prompt_tokens: 412, completion_tokens: 9, total_tokens: 421 },
        started_at: updated,
        duration_ms: 380,
      },
    ],
    model: 'portico-extractive',
    usage: { prompt_tokens: 412, completion_tokens: 9, total_tokens: 421 },
    credits: 0.421,
    outcome: 'answered',
    duration_ms: 402,
  },
  Feedback: { rating: 'up', comment: 'Quick and right.' },
  ReplyCancelled: { thread_id: ids.thread, message_id: ids.reply, cancelled: true },
} satisfies ExampleBook;
