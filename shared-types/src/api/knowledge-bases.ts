import { hasCredentials } from '../has-credentials.ts';
import { z } from 'zod';
import { NamedListQuery, sortedBy, Timestamp } from '../envelope.ts';
import { RunError } from '../errors.ts';
import { mergePatchOf } from '../merge-patch.ts';
import { ExtractionMode } from './public-forms.ts';
import { notBlank, visibleText } from './visible-text.ts';

const chunkSize = z.int().min(64).max(2048).describe('Most tokens of a chunk.');
const chunkOverlap = z.int().min(0).max(2047).describe('Tokens that a chunk repeats of the one before it.');
const name = z.string().trim().min(1).max(200);
const description = z.string().max(2000);

/** A knowledge base (docs/reference/knowledge-bases.md#fields). The counts are of the currently searchable content. */
export const KnowledgeBase = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  embedding_model: z.string(),
  chunk_size: z.int(),
  chunk_overlap: z.int(),
  document_count: z.int(),
  chunk_count: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type KnowledgeBase = z.infer<typeof KnowledgeBase>;

/** `chunk_overlap` must be smaller than `chunk_size`; 64 by default, or the largest one allowed if that is less. */
export const KnowledgeBaseCreate = z.strictObject({
  name,
  description: description.default(''),
  embedding_model: z.string().min(1).max(200).optional(),
  chunk_size: chunkSize.default(512),
  chunk_overlap: chunkOverlap.optional(),
});
export type KnowledgeBaseCreate = z.infer<typeof KnowledgeBaseCreate>;

/** A new chunk size applies to documents that are added later; the embedding model can't be changed. */
export const KnowledgeBasePatch = mergePatchOf(KnowledgeBaseCreate.omit({ embedding_model: true }));
export type KnowledgeBasePatch = z.infer<typeof KnowledgeBasePatch>;

/** The caller's own data beside the text; queries can filter by its fields. */
export const DocumentMetadata = z
  .record(z.string().min(1).max(64), z.unknown())
  .refine((value) => Object.keys(value).length <= 50 && JSON.stringify(value).length <= 16_000, {
    message: 'has more than 50 fields or 16,000 characters',
  });
export type DocumentMetadata = z.infer<typeof DocumentMetadata>;

export const DocumentStatus = z.enum(['queued', 'processing', 'ready', 'failed']);
export type DocumentStatus = z.infer<typeof DocumentStatus>;

/**
 * A document of a knowledge base (docs/reference/knowledge-bases.md#documents). The browser already has a global
 * `Document`.
 */
export const KnowledgeDocument = z.object({
  id: z.string(),
  knowledge_base_id: z.string(),
  name: z.string(),
  status: DocumentStatus,
  error: RunError.nullable(),
  source: z.enum(['text', 'file', 'url']),
  /** Its name if it has no title. */
  title: z.string(),
  url: z.string().nullable(),
  /** Null until it is read, and if it can't be determined. */
  language: z.string().nullable(),
  /** The source that its page belongs to; null for a document that was added directly. */
  source_id: z.string().nullable(),
  /** Null until an address has been fetched. */
  mime_type: z.string().nullable(),
  /** In bytes; null until an address has been fetched. */
  file_size: z.int().nullable(),
  chunk_count: z.int(),
  token_count: z.int(),
  metadata: DocumentMetadata,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type KnowledgeDocument = z.infer<typeof KnowledgeDocument>;

const title = z.string().trim().min(1).max(500);
const address = z
  .url({ protocol: /^https?$/, message: 'is not an http or https address' })
  .max(2000)
  .refine((url) => !hasCredentials(url), 'must not contain a user name or a password');

/** Citations show the title and link to the address. */
export const TextDocumentCreate = z.strictObject({
  name: z.string().trim().min(1).max(300),
  text: z.string().check(notBlank),
  title: title.optional(),
  url: address.optional(),
  metadata: DocumentMetadata.optional(),
});
export type TextDocumentCreate = z.infer<typeof TextDocumentCreate>;

export const UrlDocumentCreate = z.strictObject({
  url: address,
  mode: ExtractionMode.default('markdown'),
  title: title.optional(),
  metadata: DocumentMetadata.optional(),
});
export type UrlDocumentCreate = z.infer<typeof UrlDocumentCreate>;

/** The fields beside `file` in a multipart body. */
export const FileDocumentFields = z.strictObject({
  metadata: z.string().max(20_000).optional().describe('A JSON object.'),
  title: title.optional(),
  url: address.optional(),
  // Named, so that the other two schemas reject a body with it.
  text: z.never().optional(),
});
export type FileDocumentFields = z.infer<typeof FileDocumentFields>;

const needsContent = 'needs a text with its name, a url, or a file';

/** A document without a file. */
export const JsonDocumentCreate = z.union([TextDocumentCreate, UrlDocumentCreate], { error: needsContent });
export type JsonDocumentCreate = z.infer<typeof JsonDocumentCreate>;

export const DocumentCreate = z.union([TextDocumentCreate, UrlDocumentCreate, FileDocumentFields]);
export type DocumentCreate = z.infer<typeof DocumentCreate>;

/** A document as found by a query. */
export const DocumentChunk = z.object({
  id: z.string(),
  index: z.int(),
  heading: z.string().nullable(),
  content: z.string(),
  token_count: z.int(),
});
export type DocumentChunk = z.infer<typeof DocumentChunk>;

export const DocumentListQuery = NamedListQuery.extend({
  sort: sortedBy('name', 'title', 'created_at', 'updated_at'),
  status: DocumentStatus.optional(),
});
export type DocumentListQuery = z.infer<typeof DocumentListQuery>;

/** The query of the list of all documents; `knowledge_base_id` limits it to those of one knowledge base. */
export const AllDocumentsQuery = DocumentListQuery.extend({ knowledge_base_id: z.string().optional() });
export type AllDocumentsQuery = z.infer<typeof AllDocumentsQuery>;

const scalar = z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]);

/** A query (docs/reference/knowledge-bases.md#query). */
export const KnowledgeQuery = z.strictObject({
  query: visibleText(8000),
  top_k: z.int().min(1).max(20).default(5),
  mode: z
    .enum(['semantic', 'hybrid'])
    .default('hybrid')
    .describe('`hybrid` searches by words and by meaning, `semantic` by meaning alone.'),
  filter: z
    .record(z.string().min(1).max(64), scalar)
    .refine((filter) => Object.keys(filter).length <= 20, { message: 'has more than 20 fields' })
    .optional()
    .describe('Values that the metadata must have.'),
  min_score: z.number().min(0).max(1).optional().describe('Leaves out what is less relevant.'),
});
export type KnowledgeQuery = z.infer<typeof KnowledgeQuery>;

/**
 * A chunk found by a query (docs/reference/knowledge-bases.md#query). Its metadata are the document's, plus `page` and
 * `heading`.
 */
export const QueryResult = z.object({
  id: z.string(),
  content: z.string(),
  document_id: z.string(),
  document_name: z.string(),
  title: z.string().describe("The document's title, or its name."),
  url: z.string().nullable().describe('Where the document came from.'),
  score: z.number().min(0).max(1).describe('Relevance; a text about something else has 0.05 or less.'),
  metadata: z.record(z.string(), z.unknown()),
});
export type QueryResult = z.infer<typeof QueryResult>;

export const QueryAnswer = z.object({ results: z.array(QueryResult), query: z.string(), top_k: z.int() });
export type QueryAnswer = z.infer<typeof QueryAnswer>;

/** A result of a search over several knowledge bases. */
export const SearchResult = QueryResult.extend({ knowledge_base_id: z.string() });
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchAnswer = z.object({ results: z.array(SearchResult), query: z.string(), top_k: z.int() });
export type SearchAnswer = z.infer<typeof SearchAnswer>;
