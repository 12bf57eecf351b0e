import type { ExampleBook } from './example-book.ts';
import { created, ids, updated } from './ids.ts';

const result = {
  id: ids.chunk,
  content: 'A parcel reaches you within two to three working days.',
  document_id: ids.document,
  document_name: 'handbook.pdf',
  title: 'Handbook',
  url: null,
  score: 0.83,
  metadata: { page: 4, heading: 'Deliveries', language: 'en' },
} satisfies ExampleBook['QueryResult'];

/** Knowledge bases, their documents, and queries. */
export const knowledgeExamples = {
  KnowledgeBase: {
    id: ids.knowledgeBase,
    name: 'Handbook',
    description: 'What our customers ask about.',
    embedding_model: 'portico-hash-1536',
    chunk_size: 512,
    chunk_overlap: 64,
    document_count: 1,
    chunk_count: 23,
    created_at: created,
    updated_at: updated,
  },
  KnowledgeBaseCreate: { name: 'Handbook', description: 'What our customers ask about.', chunk_size: 512 },
  KnowledgeBasePatch: { description: 'What our customers ask about, and the price list.' },
  JsonDocumentCreate: {
    name: 'Deliveries',
    text: 'A parcel reaches you within two to three working days.',
    metadata: { language: 'en' },
  },
  KnowledgeDocument: {
    id: ids.document,
    knowledge_base_id: ids.knowledgeBase,
    name: 'handbook.pdf',
    title: 'Handbook for customers',
    language: 'en',
    source_id: null,
    status: 'ready',
    error: null,
    source: 'file',
    url: null,
    mime_type: 'application/pdf',
    file_size: 482_133,
    chunk_count: 23,
    token_count: 9_874,
    metadata: { language: 'en' },
    created_at: created,
    updated_at: updated,
  },
  KnowledgeQuery: { query: 'How long does a delivery take?', top_k: 3, mode: 'hybrid', filter: { language: 'en' } },
  QueryAnswer: { results: [result], query: 'How long does a delivery take?', top_k: 3 },
  SearchAnswer: {
    results: [{ ...result, knowledge_base_id: ids.knowledgeBase }],
    query: 'How long does a delivery take?',
    top_k: 3,
  },
  DocumentChunk: {
    id: ids.chunk,
    index: 0,
    heading: 'Deliveries',
    content: 'A parcel reaches you within two to three working days.',
    token_count: 12,
  },
} satisfies ExampleBook;
