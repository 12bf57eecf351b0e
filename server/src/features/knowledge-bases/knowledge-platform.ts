import type { LocalWorker } from '../../platform/leases/local-worker.ts';
import type { Platform } from '../../platform/platform.ts';
import type { References } from '../../platform/references.ts';
import type { ClaimedDocument } from './documents/documents.sql.ts';

/** What this process keeps of knowledge bases. */
export interface KnowledgeBases {
  readonly worker: LocalWorker<ClaimedDocument>;
  readonly references: References;
}

/** The platform with what knowledge bases need. */
export interface KnowledgePlatform extends Platform {
  readonly knowledgeBases: KnowledgeBases;
}
