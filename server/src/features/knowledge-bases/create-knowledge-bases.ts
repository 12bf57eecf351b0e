import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import { LocalWorker } from '../../platform/leases/local-worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { bindJob } from '../../platform/queue.ts';
import type { References } from '../../platform/references.ts';
import { indexLargeBases } from './approximate-index.ts';
import { processDocumentJob } from './documents/documents.jobs.ts';
import { documentRoutes } from './documents.routes.ts';
import { startDocumentWorker } from './documents/documents.worker.ts';
import { knowledgeBaseRoutes } from './knowledge-bases.routes.ts';
import type { KnowledgeBases, KnowledgePlatform, SourcePorts } from './knowledge-platform.ts';
import { sweepDeletedBases } from './remove-knowledge-base.ts';
import { sweepHalfDeleted } from './documents/sweep-half-deleted.ts';
import { fillTerms } from './search/fill-terms.ts';
import { sweepUnusedTerms } from './search/sweep-unused-terms.ts';

export function createKnowledgeBases(
  platform: Platform,
  { references, sources }: { readonly references: References; readonly sources: SourcePorts },
): Feature & KnowledgeBases {
  const knowledgeBases: KnowledgeBases = { worker: new LocalWorker(), references, sources };
  const extended: KnowledgePlatform = { ...platform, knowledgeBases };
  return {
    name: 'knowledge-bases',
    ...knowledgeBases,
    routes: bindRoutes(extended, [...knowledgeBaseRoutes, ...documentRoutes]),
    jobs: [bindJob(processDocumentJob, async () => knowledgeBases.worker.current?.wake())],
    sweeps: [
      { name: 'knowledge-bases.fill-terms', everyMs: 5_000, run: async () => fillTerms(platform) },
      { name: 'knowledge-bases.unused-terms', everyMs: 60_000, run: async () => sweepUnusedTerms(platform) },
      { name: 'deleted-knowledge-bases', everyMs: 5_000, run: async () => sweepDeletedBases(extended) },
      { name: 'half-deleted-documents', everyMs: 60_000, run: async () => sweepHalfDeleted(platform) },
      { name: 'knowledge-base-indexes', everyMs: 60_000, run: async () => indexLargeBases(platform) },
    ],
    start: () => startDocumentWorker(extended),
  };
}
