import {
  type KnowledgeBase,
  KnowledgeBaseCreate,
  type KnowledgeBasePatch,
  type SortedListQuery,
} from '@portico/shared-types';
import type { Transaction } from '../../platform/database.ts';
import { applyMergePatch } from '../../platform/apply-merge-patch.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { holdReferences } from '../../platform/hold-references.ts';
import { parsePart } from '../../platform/http/parse.ts';
import { createId } from '../../platform/ids.ts';
import { ModelError } from '../../platform/models/model-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Definition, readWhole } from '../../platform/select-page.ts';
import { recordChange } from '../audit-log/index.ts';
import {
  findExistingKnowledgeBases,
  findKnowledgeBase,
  insertKnowledgeBase,
  type KnowledgeBaseRow,
  listKnowledgeBases,
  lockKnowledgeBase,
  updateKnowledgeBase,
} from './knowledge-bases.sql.ts';

const defaultOverlap = 64;

/** What can be changed after the creation. */
const Settings = KnowledgeBaseCreate.omit({ embedding_model: true });

/** Creates a knowledge base; its embedding model can't be changed later (docs/reference/models.md#embeddings). */
export async function createKnowledgeBase(
  platform: Platform,
  workspaceId: string,
  input: KnowledgeBaseCreate,
): Promise<KnowledgeBase> {
  const embeddingModel = input.embedding_model ?? platform.models.defaultEmbeddingModel;
  const base = {
    id: createId('kb'),
    workspaceId,
    name: input.name,
    description: input.description,
    embeddingModel,
    dimensions: findDimensions(platform, embeddingModel),
    ...readChunking(input),
  };
  return platform.database.transaction(async (tx) => {
    const after = present(await insertKnowledgeBase(tx, base));
    await recordChange(tx, { workspaceId, action: 'knowledge_base.created', resource: after, after });
    return after;
  });
}

export async function getKnowledgeBase(platform: Platform, workspaceId: string, id: string): Promise<KnowledgeBase> {
  return present(await getRow(platform, workspaceId, id));
}

export async function listKnowledgeBasePage(
  platform: Platform,
  workspaceId: string,
  query: SortedListQuery,
): Promise<{ items: KnowledgeBase[]; total: number }> {
  const { items, total } = await listKnowledgeBases(platform.database.sql, workspaceId, query);
  return { items: items.map(present), total };
}

/**
 * Every knowledge base of a workspace as the body that would create it again, without its contents. The embedding model
 * is left out if it is the default, so that it becomes the default of the installation that creates it.
 */
export async function listKnowledgeBaseDefinitions(
  { database, models }: Platform,
  workspaceId: string,
): Promise<Definition<KnowledgeBaseCreate>[]> {
  const rows = await readWhole(async (query) => listKnowledgeBases(database.sql, workspaceId, query));
  return rows.map(({ id, name, description, embedding_model: model, chunk_size, chunk_overlap }) => {
    const body = { name, description, chunk_size, chunk_overlap };
    return { id, body: model === models.defaultEmbeddingModel ? body : { ...body, embedding_model: model } };
  });
}

/** Updates the fields in the merge patch; documents that exist keep their chunks. Throws 404 and 400. */
export async function changeKnowledgeBase(
  platform: Platform,
  workspaceId: string,
  id: string,
  patch: KnowledgeBasePatch,
): Promise<KnowledgeBase> {
  return platform.database.transaction(async (tx) => {
    const known = await lockKnowledgeBase(tx, workspaceId, id);
    if (known === undefined) throw notFound('knowledge base', id);
    const { name, description, chunk_size, chunk_overlap } = known;
    const current = { name, description, chunk_size, chunk_overlap };
    const wanted = parsePart('body', Settings, applyMergePatch(current, patch));
    const row = await updateKnowledgeBase(tx, workspaceId, { id, ...wanted, ...readChunking(wanted) });
    if (row === undefined) throw notFound('knowledge base', id);
    const after = present(row);
    const action = 'knowledge_base.updated';
    await recordChange(tx, { workspaceId, action, resource: after, before: present(known), after });
    return after;
  });
}

/** Throws 404. */
export async function requireKnowledgeBase(platform: Platform, workspaceId: string, id: string): Promise<void> {
  const [found] = await findExistingKnowledgeBases(platform.database.sql, workspaceId, [id]);
  if (found === undefined) throw notFound('knowledge base', id);
}

/**
 * Prevents the deletion of a knowledge base until the transaction ends, which adds or changes something in it. A deleted
 * one still has its row while it is removed. Called after a document is locked, because a worker locks it first, too.
 * Throws 404.
 */
export async function holdKnowledgeBase(tx: Transaction, workspaceId: string, id: string): Promise<void> {
  const missing = await holdReferences(tx, workspaceId, [{ resource: 'knowledge base', id }]);
  if (missing.length > 0) throw notFound('knowledge base', id);
}

async function getRow(platform: Platform, workspaceId: string, id: string): Promise<KnowledgeBaseRow> {
  const row = await findKnowledgeBase(platform.database.sql, workspaceId, id);
  if (row === undefined) throw notFound('knowledge base', id);
  return row;
}

/** Throws 400 if the overlap is not smaller than the chunks. */
function readChunking({
  chunk_size: chunkSize,
  chunk_overlap: chunkOverlap = Math.min(defaultOverlap, chunkSize - 1),
}: Pick<KnowledgeBaseCreate, 'chunk_size' | 'chunk_overlap'>): { chunkSize: number; chunkOverlap: number } {
  if (chunkOverlap < chunkSize) return { chunkSize, chunkOverlap };
  throw invalid({ path: 'body.chunk_overlap', message: `must be smaller than chunk_size (${chunkSize})` });
}

function findDimensions(platform: Platform, embeddingModel: string): number | null {
  try {
    return platform.models.embedding(embeddingModel).dimensions;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw invalid({ path: 'body.embedding_model', message: error.message });
  }
}

function present({ dimensions: _, is_indexed: __, ...row }: KnowledgeBaseRow): KnowledgeBase {
  return row;
}
