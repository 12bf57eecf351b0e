import { notFound } from '../../../platform/errors.ts';
import { createId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireKnowledgeBase } from '../knowledge-bases.service.ts';
import { type DocumentInput, enqueueProcessing, prepareDocument } from './documents.service.ts';
import { findDocumentByIdentity, insertDocument, type NewDocument } from './documents.sql.ts';

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
  const documents = await Promise.all(
    texts.map(async (input): Promise<NewDocument> => {
      const { store, ...fields } = await prepareDocument(platform, input);
      const metadata = input.metadata ?? {};
      return { ...fields, id: createId('doc'), workspaceId, knowledgeBaseId, storageKey: await store(), metadata };
    }),
  );
  const unusedKeys: string[] = [];
  const ids = await platform.database.transaction(async (tx) => {
    const found: string[] = [];
    for (const document of documents) {
      const added = await insertDocument(tx, document);
      if (added === undefined && document.storageKey !== null) unusedKeys.push(document.storageKey);
      const known = added ?? (await findDocumentByIdentity(tx, workspaceId, knowledgeBaseId, document.identity));
      if (known === undefined) throw notFound('knowledge base', knowledgeBaseId);
      found.push(known.id);
    }
    const [first] = found;
    if (first !== undefined) await enqueueProcessing(platform, tx, workspaceId, first);
    return found;
  });
  await Promise.all(unusedKeys.map(async (key) => platform.storage.remove(key)));
  return ids;
}
