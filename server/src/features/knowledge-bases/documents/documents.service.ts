import type { Page } from '../../../platform/http/route.ts';
import { createHash } from 'node:crypto';
import type { AllDocumentsQuery, DocumentListQuery, ExtractionMode, KnowledgeDocument } from '@portico/shared-types';
import type { Transaction } from '../../../platform/database.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { ExtractionError, sniffContent } from '../../../platform/extract/index.ts';
import { createId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { commitStored, removeUnused, type Store } from '../../../platform/storage/index.ts';
import { processDocumentJob } from './documents.jobs.ts';
import { listDocuments } from './document-lists.sql.ts';
import {
  deleteDocument,
  findDocument,
  findStorageKey,
  findDocumentByIdentity,
  insertDocument,
  type NewDocument,
  requeueDocument,
} from './documents.sql.ts';
import { shrinkDocument } from './shrink-document.ts';
import { holdKnowledgeBase, requireKnowledgeBase } from '../knowledge-bases.service.ts';
import { cutText } from '../../../platform/cut-text.ts';

type Metadata = Readonly<Record<string, unknown>>;

/** What can be added to a knowledge base. */
export type DocumentInput =
  | (About & { name: string; text: string; url?: string | undefined })
  | (About & { url: string; mode: ExtractionMode })
  | (About & { path: string; fileName: string; size: number; sha256: Buffer; url?: string | undefined });

interface About {
  readonly title?: string | undefined;
  readonly metadata?: Metadata | undefined;
}

/** Writes something else in the transaction that stores or finds a document. */
type WriteTogether = (tx: Transaction, document: KnowledgeDocument) => Promise<void>;

/**
 * Adds a document and requests its processing. The same bytes, or the same address in the same mode, are one document:
 * `isNew` is then false. A failed one is tried again, and an address is fetched again. `together` writes what has to be
 * stored in the same commit as the document; if it throws, nothing is added or processed.
 */
export async function addDocument(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
  input: DocumentInput,
  together: WriteTogether = async () => undefined,
): Promise<{ document: KnowledgeDocument; isNew: boolean }> {
  await requireKnowledgeBase(platform, workspaceId, knowledgeBaseId);
  const prepared = await prepareDocument(platform, input);
  const { sql } = platform.database;
  const known = await findDocumentByIdentity(sql, workspaceId, knowledgeBaseId, prepared.identity);
  const repeat = async (same: KnowledgeDocument) => ({
    document: await processAgain(platform, workspaceId, same, together),
    isNew: false,
  });
  if (known !== undefined) return repeat(known);
  const { store, ...fields } = prepared;
  const more = { id: createId('doc'), workspaceId, knowledgeBaseId, metadata: input.metadata ?? {} };
  const added = await commitStored(platform, store === null ? [] : [store], async (tx, [storageKey = null]) => {
    const row = await insertDocument(tx, { ...fields, ...more, storageKey });
    if (row === undefined) throw new AddedMeanwhile();
    await holdKnowledgeBase(tx, workspaceId, knowledgeBaseId);
    await enqueueProcessing(platform, tx, workspaceId, row.id);
    await together(tx, row);
    return row;
  }).catch((error: unknown) => {
    // The knowledge base was deleted in the meantime.
    if (error instanceof AddedMeanwhile || isForeignKeyViolation(error)) return undefined;
    throw error;
  });
  if (added !== undefined) return { document: added, isNew: true };
  const twin = await findDocumentByIdentity(sql, workspaceId, knowledgeBaseId, prepared.identity);
  if (twin === undefined) throw notFound('knowledge base', knowledgeBaseId);
  return repeat(twin);
}

/** Undoes the addition of a document that somebody else has added in the meantime. */
class AddedMeanwhile extends Error {
  override readonly name = 'AddedMeanwhile';
}

type Prepared = Omit<NewDocument, 'id' | 'workspaceId' | 'knowledgeBaseId' | 'storageKey' | 'metadata'> & {
  store: Store | null;
};

/** The stored form of a document's content; `store` stores its bytes, null if it has none. Throws 400. */
export async function prepareDocument(platform: Platform, input: DocumentInput): Promise<Prepared> {
  const title = input.title ?? null;
  if ('text' in input) {
    const bytes = Buffer.from(input.text);
    return {
      name: input.name,
      title,
      source: 'text',
      url: input.url ?? null,
      mode: 'markdown',
      mimeType: 'text/markdown',
      fileSize: bytes.byteLength,
      identity: createHash('sha256').update(bytes).digest(),
      store: async (key) => platform.storage.keepBytes(bytes, key),
    };
  }
  if (!('path' in input)) {
    const { username, password } = new URL(input.url);
    if (username !== '' || password !== '') {
      throw invalid({ path: 'body.url', message: 'must not contain a user name or a password' });
    }
    return {
      name: cutText(input.url, 300),
      title,
      source: 'url',
      url: input.url,
      mode: input.mode,
      mimeType: null,
      fileSize: null,
      identity: createHash('sha256').update(`${input.mode} ${input.url}`).digest(),
      store: null,
    };
  }
  return {
    name: input.fileName,
    title,
    source: 'file',
    url: input.url ?? null,
    mode: 'markdown',
    mimeType: await sniffDocument(input.path, input.fileName),
    fileSize: input.size,
    identity: input.sha256,
    store: async (key) => platform.storage.keepFile(input.path, key),
  };
}

/**
 * The type of a file. A type without text is rejected; a locked, empty or damaged file is accepted, and processing
 * reports the fault on the document, like faults that are found later.
 */
async function sniffDocument(path: string, fileName: string): Promise<string | null> {
  try {
    const { mimeType, category } = await sniffContent({ path }, fileName);
    if (category !== 'image') return mimeType;
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    if (error.code !== 'unsupported_type') return null;
  }
  throw invalid({ path: 'body.file', message: 'is not of a type that contains readable text', code: 'file_type' });
}

async function processAgain(
  platform: Platform,
  workspaceId: string,
  known: KnowledgeDocument,
  together: WriteTogether,
): Promise<KnowledgeDocument> {
  return platform.database.transaction(async (tx) => {
    const ended = known.source === 'url' ? (['failed', 'ready'] as const) : (['failed'] as const);
    const { id, knowledge_base_id: knowledgeBaseId } = known;
    const requeued = await requeueDocument(tx, workspaceId, knowledgeBaseId, id, ended);
    await holdKnowledgeBase(tx, workspaceId, knowledgeBaseId);
    if (requeued !== undefined) await enqueueProcessing(platform, tx, workspaceId, id);
    await together(tx, known);
    return requeued ?? known;
  });
}

export async function enqueueProcessing(
  platform: Platform,
  tx: Transaction,
  workspaceId: string,
  id: string,
): Promise<void> {
  await platform.queue.enqueue(tx, processDocumentJob, { workspace_id: workspaceId, document_id: id });
}

export async function getDocument(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
  id: string,
): Promise<KnowledgeDocument> {
  await requireKnowledgeBase(platform, workspaceId, knowledgeBaseId);
  return requireDocument(platform, workspaceId, knowledgeBaseId, id);
}

export async function getDocumentOfAnyBase(
  platform: Platform,
  workspaceId: string,
  id: string,
): Promise<KnowledgeDocument> {
  return requireDocument(platform, workspaceId, undefined, id);
}

async function requireDocument(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string | undefined,
  id: string,
): Promise<KnowledgeDocument> {
  const row = await findDocument(platform.database.sql, workspaceId, knowledgeBaseId, id);
  if (row === undefined) throw notFound('document', id);
  return row;
}

export async function listDocumentPage(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
  query: DocumentListQuery,
): Promise<Page<KnowledgeDocument>> {
  await requireKnowledgeBase(platform, workspaceId, knowledgeBaseId);
  return listDocuments(platform.database.sql, workspaceId, knowledgeBaseId, query);
}

export async function listDocumentsOfAllBases(
  { database }: Platform,
  workspaceId: string,
  { knowledge_base_id: baseId, ...query }: AllDocumentsQuery,
): Promise<Page<KnowledgeDocument>> {
  return listDocuments(database.sql, workspaceId, baseId, query);
}

/** Deletes a document with its chunks; a worker that processes it can't write any more. */
export async function removeDocument(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
  id: string,
): Promise<{ id: string; deleted: true }> {
  await requireKnowledgeBase(platform, workspaceId, knowledgeBaseId);
  const { sql } = platform.database;
  const known = await findStorageKey(sql, workspaceId, knowledgeBaseId, id);
  if (known === undefined) throw notFound('document', id);
  // First, so that a deletion that the storage refuses can be repeated.
  if (known.storage_key !== null) await platform.storage.remove(known.storage_key);
  await shrinkDocument(platform, workspaceId, knowledgeBaseId, id);
  const gone = await deleteDocument(sql, workspaceId, knowledgeBaseId, id);
  if (gone === undefined) throw notFound('document', id);
  // The content may have been replaced in the meantime.
  if (gone.storage_key !== known.storage_key) await removeUnused(platform, [gone.storage_key]);
  return { id, deleted: true };
}

function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}
