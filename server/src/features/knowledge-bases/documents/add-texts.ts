import { notFound } from '../../../platform/errors.ts';
import { createId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { commitStored, recordUnused, removeUnused } from '../../../platform/storage/index.ts';
import { holdKnowledgeBase, requireKnowledgeBase } from '../knowledge-bases.service.ts';
import { type DocumentInput, enqueueProcessing, prepareDocument } from './documents.service.ts';
import { findDocumentByIdentity, insertDocument } from './documents.sql.ts';

type TextInput = Extract<DocumentInput, { text: string }>;

/**
 * Adds several texts in one transaction, with one request for all of them: a worker that looks for documents finds every
 * one. A text that the knowledge base already has keeps its document. Returns the ids in the order of the texts.
 */
export async function addTexts(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
  texts: readonly TextInput[],
): Promise<string[]> {
  await requireKnowledgeBase(platform, workspaceId, knowledgeBaseId);
  const prepared = await Promise.all(texts.map(async (input) => prepareDocument(platform, input)));
  const stores = prepared.flatMap(({ store }) => store ?? []);
  const unusedKeys: string[] = [];
  const ids = await commitStored(platform, stores, async (tx, keys) => {
    const found: string[] = [];
    for (const [at, { store: _, ...fields }] of prepared.entries()) {
      const storageKey = keys[at] ?? null;
      const metadata = texts[at]?.metadata ?? {};
      const document = { ...fields, id: createId('doc'), workspaceId, knowledgeBaseId, storageKey, metadata };
      const added = await insertDocument(tx, document);
      if (added === undefined && storageKey !== null) unusedKeys.push(storageKey);
      const known = added ?? (await findDocumentByIdentity(tx, workspaceId, knowledgeBaseId, fields.identity));
      if (known === undefined) throw notFound('knowledge base', knowledgeBaseId);
      found.push(known.id);
    }
    await holdKnowledgeBase(tx, workspaceId, knowledgeBaseId);
    const [first] = found;
    if (first !== undefined) await enqueueProcessing(platform, tx, workspaceId, first);
    await recordUnused(tx, unusedKeys);
    return found;
  });
  await removeUnused(platform, unusedKeys);
  return ids;
}
