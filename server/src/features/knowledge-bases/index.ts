export {
  type ContentItem,
  forgetContent,
  indexContent,
  queryContent,
  shrinkContent,
} from './documents/content-store.ts';
export {
  deleteCrawledDocuments,
  discardDocumentsOfSource,
  releaseDocumentsOfSource,
  storeCrawledDocument,
} from './documents/crawled-documents.sql.ts';
export { countDeletedTogether, removeCrawledDocuments } from './documents/remove-crawled-documents.ts';
export { shrinkDocument } from './documents/shrink-document.ts';
export { forgetIndexes } from './index-upkeep.sql.ts';
export { holdSearches } from './held-searches.ts';
export { createKnowledgeBases } from './create-knowledge-bases.ts';
export { documentRoutes } from './documents.routes.ts';
export { countDocumentsByStatus, listOwnDocuments, type OwnDocument } from './documents/document-lists.sql.ts';
export { addTexts } from './documents/add-texts.ts';
export { addDocument, type DocumentInput, getDocument } from './documents/documents.service.ts';
export { readDocumentText } from './documents/read-document.ts';
export type { KnowledgeBases, KnowledgePlatform, SourcePorts } from './knowledge-platform.ts';
export { knowledgeBaseRoutes } from './knowledge-bases.routes.ts';
export {
  createKnowledgeBase,
  holdKnowledgeBase,
  listKnowledgeBaseDefinitions,
  requireKnowledgeBase,
} from './knowledge-bases.service.ts';
export { findExistingKnowledgeBases } from './knowledge-bases.sql.ts';
export { removeDeletedBase } from './remove-knowledge-base.ts';
export { queryKnowledgeBase, searchKnowledgeBases } from './query.service.ts';
