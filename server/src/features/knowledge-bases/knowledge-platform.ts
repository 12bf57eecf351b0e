import type { Transaction } from '../../platform/database.ts';
import type { LocalWorker } from '../../platform/leases/local-worker.ts';
import type { Platform } from '../../platform/platform.ts';
import type { References } from '../../platform/references.ts';
import type { ClaimedDocument } from './documents/documents.sql.ts';

/** Prepares a knowledge base's sources for its deletion. */
export interface SourcePorts {
  /** Ends the runs in progress, before the transaction of the deletion. */
  cancelRuns(platform: Platform, knowledgeBaseId: string): Promise<void>;
  /**
   * Deletes the sources with the events of their runs, which it locks until the transaction ends. Called before anything
   * else is locked, because a crawl locks its run before it adds documents.
   */
  remove(platform: Platform, tx: Transaction, knowledgeBaseId: string): Promise<void>;
}

/** In-memory state of knowledge bases in this process. */
export interface KnowledgeBases {
  readonly worker: LocalWorker<ClaimedDocument>;
  readonly references: References;
  readonly sources: SourcePorts;
}

/** The platform plus the dependencies of knowledge bases. */
export interface KnowledgePlatform extends Platform {
  readonly knowledgeBases: KnowledgeBases;
}
