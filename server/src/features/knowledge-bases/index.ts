export { type ContentItem, type ContentResult, forgetContent, indexContent, queryContent } from './content-store.ts';
export { documentRoutes } from './documents.routes.ts';
export { bindDocumentJobs } from './documents.jobs.ts';
export { addDocument, type DocumentInput, getDocument } from './documents.service.ts';
export { indexLargeBases } from './approximate-index.ts';
export { knowledgeBaseRoutes } from './knowledge-bases.routes.ts';
export { createKnowledgeBase, getKnowledgeBase, requireKnowledgeBase } from './knowledge-bases.service.ts';
export { sweepDocuments } from './sweep-documents.ts';
export { type KnowledgeQuestion, queryKnowledgeBase, searchKnowledgeBases } from './query.service.ts';
