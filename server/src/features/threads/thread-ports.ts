import type { Message } from '@portico/shared-types';
import type { Transaction } from '../../platform/database.ts';
import type { LocalWorker } from '../../platform/leases/local-worker.ts';
import type { AgentsPlatform } from '../agents/index.ts';
import type { TakenReply } from './replies/write-reply.ts';

/** A thread as its followers see it. */
export interface ThreadKey {
  readonly workspaceId: string;
  readonly threadId: string;
}

/** The remaining work of a transaction, to be done after everything else that it locks. */
export type Finish = () => Promise<void>;

/**
 * Follows what happens in threads, for the team's conversations. Each function is called in the thread's transaction.
 */
export interface ThreadPorts {
  /** A user has written, and the agent replies or is silent. */
  onPosted(platform: ThreadsPlatform, tx: Transaction, thread: ThreadKey, message: Message): Promise<Finish>;
  /** The last reply is written again, for the visitor or through the API. */
  onAskedAgain(platform: ThreadsPlatform, tx: Transaction, thread: ThreadKey): Promise<Finish>;
  /** Another message was added: a finished reply, or a person's message. `credits` is its cost. */
  onAdded(
    platform: ThreadsPlatform,
    tx: Transaction,
    thread: ThreadKey,
    message: Message,
    credits: number,
  ): Promise<void>;
  /** Whether the thread's visitor can be handed over to a person now, and gets follow-up questions. */
  findOffers(
    platform: ThreadsPlatform,
    thread: ThreadKey,
  ): Promise<{ readonly handover: boolean; readonly followUps: boolean } | undefined>;
  /** The agent has asked for a person, in the reply that ends with this transaction. */
  onHandover(
    platform: ThreadsPlatform,
    tx: Transaction,
    thread: ThreadKey,
    request: { readonly reason: string; readonly summary: string },
  ): Promise<void>;
  /** The feedback on a reply has changed. */
  onRated(platform: ThreadsPlatform, tx: Transaction, thread: ThreadKey): Promise<void>;
  /** Called before the thread's rows are deleted. */
  onDeleting(platform: ThreadsPlatform, tx: Transaction, thread: ThreadKey): Promise<Finish>;
}

/** In-memory state of threads in this process. */
export interface Threads {
  readonly ports: ThreadPorts;
  readonly worker: LocalWorker<TakenReply>;
}

/** The platform plus the dependencies of threads. */
export interface ThreadsPlatform extends AgentsPlatform {
  readonly threads: Threads;
}
