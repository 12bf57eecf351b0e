export { indexLargeBases } from './approximate-index.ts';
export { type ContentItem, forgetContent, indexContent, queryContent } from './documents/content-store.ts';
export {
  deleteCrawledDocuments,
  findDocumentsOfSource,
  releaseDocumentsOfSource,
  storeCrawledDocument,
} from './documents/crawled-documents.sql.ts';
export { bindDocumentJobs, findDocumentWorker, startDocumentWorker } from './documents/documents.worker.ts';
export { forgetIndexes } from './index-upkeep.sql.ts';
export { documentRoutes } from './documents.routes.ts';
export { countDocumentsByStatus } from './documents/documents.sql.ts';
export { addDocument, getDocument } from './documents/documents.service.ts';
export { readDocumentText } from './documents/read-document.ts';
export { registerKnowledgeBaseUsers } from './knowledge-base-users.ts';
export { knowledgeBaseRoutes } from './knowledge-bases.routes.ts';
export { createKnowledgeBase, requireKnowledgeBase } from './knowledge-bases.service.ts';
export { queryKnowledgeBase, searchKnowledgeBases } from './query.service.ts';
export { fillTerms } from './search/fill-terms.ts';
