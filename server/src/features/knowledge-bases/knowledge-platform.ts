import type { LocalWorker } from '../../platform/leases/local-worker.ts';
import type { Platform } from '../../platform/platform.ts';
import type { References } from '../../platform/references.ts';
import type { ClaimedDocument } from './documents/documents.sql.ts';

/** In-memory state of knowledge bases in this process. */
export interface KnowledgeBases {
  readonly worker: LocalWorker<ClaimedDocument>;
  readonly references: References;
}

/** The platform plus the dependencies of knowledge bases. */
export interface KnowledgePlatform extends Platform {
  readonly knowledgeBases: KnowledgeBases;
}
