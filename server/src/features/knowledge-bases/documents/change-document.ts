import type { DocumentChunk, KnowledgeDocument, PageQuery } from '@portico/shared-types';
import { invalid, notFound } from '../../../platform/errors.ts';
import type { Page } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { commitStored, recordUnused, removeUnused } from '../../../platform/storage/index.ts';
import { holdKnowledgeBase } from '../knowledge-bases.service.ts';
import { type DocumentInput, enqueueProcessing, getDocument, prepareDocument } from './documents.service.ts';
import { listDocumentChunks, replaceDocumentRow, requeueDocument } from './documents.sql.ts';

/**
 * Replaces the content of a document; searches find the old content until the new one is indexed. Throws 404, and 400
 * if another document of the base already has the same content.
 */
export async function replaceDocument(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
  id: string,
  input: DocumentInput,
): Promise<KnowledgeDocument> {
  await getDocument(platform, workspaceId, knowledgeBaseId, id);
  const { store, ...prepared } = await prepareDocument(platform, input);
  const metadata = input.metadata ?? {};
  const stores = store === null ? [] : [store];
  const { unusedKey, ...document } = await commitStored(platform, stores, async (tx, [key = null]) => {
    const row = { ...prepared, id, workspaceId, knowledgeBaseId, storageKey: key, metadata };
    const changed = await replaceDocumentRow(tx, row);
    if (changed === undefined) throw notFound('document', id);
    await holdKnowledgeBase(tx, workspaceId, knowledgeBaseId);
    await enqueueProcessing(platform, tx, workspaceId, id);
    await recordUnused(tx, [changed.unusedKey]);
    return changed;
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw invalid({ path: 'body', message: 'is the same as another document of this knowledge base', code: 'taken' });
  });
  await removeUnused(platform, [unusedKey]);
  return document;
}

/** Fetches a document's address again; does nothing if it is already being processed. Throws 404 and 400. */
export async function refreshDocument(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
  id: string,
): Promise<KnowledgeDocument> {
  const known = await getDocument(platform, workspaceId, knowledgeBaseId, id);
  if (known.source !== 'url')
    throw invalid({ path: 'params.document_id', message: 'is a document without an address to fetch' });
  return platform.database.transaction(async (tx) => {
    const requeued = await requeueDocument(tx, workspaceId, knowledgeBaseId, id, ['failed', 'ready']);
    await holdKnowledgeBase(tx, workspaceId, knowledgeBaseId);
    if (requeued !== undefined) await enqueueProcessing(platform, tx, workspaceId, id);
    return requeued ?? known;
  });
}

/** A page of a document's searchable chunks, in order. Throws 404. */
export async function listChunkPage(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
  id: string,
  query: PageQuery,
): Promise<Page<DocumentChunk>> {
  await getDocument(platform, workspaceId, knowledgeBaseId, id);
  return listDocumentChunks(platform.database.sql, workspaceId, id, query);
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
