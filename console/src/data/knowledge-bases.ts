import type { KnowledgeBase, KnowledgeBaseCreate } from '@portico/shared-types/api/knowledge-bases';
import type { z } from 'zod';
import type { Values } from '../form/changes.ts';
import { createResource } from './resource.ts';

export const knowledgeBases = createResource<KnowledgeBase, z.input<typeof KnowledgeBaseCreate>, Values>(
  'knowledge-bases',
  '/api/v1/knowledge-bases',
);
