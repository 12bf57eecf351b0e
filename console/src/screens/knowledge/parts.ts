import type { KnowledgeDocument } from '@portico/shared-types/api/knowledge-bases';
import type { ScreenPart } from '../../app/screen.ts';
import { knowledgeTexts } from './texts.ts';

export const parts: readonly ScreenPart[] = [
  {
    // The documents are in the knowledge bases, which this address lists.
    path: '/knowledge',
    title: knowledgeTexts.documents,
    things: {
      key: 'documents-of-all-bases',
      endpoint: '/api/v1/documents',
      parameter: 'search',
      // There may be many, and people rarely look for one.
      minLetters: 2,
      max: 5,
      entryOf: ({ id, title, knowledge_base_id: baseId }: KnowledgeDocument) => ({
        name: title,
        path: `/knowledge/${baseId}/documents/${id}`,
      }),
    },
  },
];
