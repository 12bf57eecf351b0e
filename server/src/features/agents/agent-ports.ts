import type { InputSchema, QueryResult, Retrieval } from '@portico/shared-types';
import type { Platform } from '../../platform/platform.ts';
import type { References } from '../../platform/references.ts';

export interface KnowledgeSearch {
  readonly workspaceId: string;
  readonly knowledgeBaseIds: readonly string[];
  readonly query: string;
  readonly topK: number;
  readonly mode?: Retrieval['mode'] | undefined;
  /** The context of a follow-up question: earlier questions, and the documents that were cited for them. */
  readonly context?:
    { readonly text: string; readonly documentIds: readonly string[]; readonly isCertain: boolean } | undefined;
  /** Called with the reason if the embedding model failed and the search was by words only. */
  readonly onWordsOnly?: ((reason: Error) => void) | undefined;
}

/** A result with its position in its document, from 0, which shows which passages are neighbours. */
export type FoundPassage = QueryResult & { readonly ordinal: number };

export interface WorkflowRun {
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly inputs: Record<string, unknown>;
  /**
   * Chosen by the caller, the same for every attempt: an execution that has already started is waited for, not started
   * again.
   */
  readonly executionId: string;
  /** The reply or task that makes the call: its payer also pays for the execution. */
  readonly callerId: string;
}

/**
 * Features that agents use and that depend on agents themselves; passed in by app/, because imports would be circular.
 * Every call out takes a signal and stops when it fires.
 */
export interface AgentPorts {
  /** Returns those of these ids that name a knowledge base of the workspace. */
  findKnowledgeBases(workspaceId: string, ids: readonly string[]): Promise<string[]>;
  /** The best passages of all these knowledge bases, best first; deleted bases are skipped. */
  searchKnowledge(search: KnowledgeSearch, signal: AbortSignal): Promise<FoundPassage[]>;
  /** The secret with which a chat interface's site signs its visitors; undefined if the interface was deleted. */
  findIdentitySecret(workspaceId: string, interfaceId: string): Promise<string | undefined>;
  /** Name and inputs of a workflow; undefined if no workflow has that id. */
  describeWorkflow(workspaceId: string, id: string): Promise<{ name: string; input_schema: InputSchema } | undefined>;
  /** Runs a workflow to its end and returns its outputs; throws an Error with a message for the model if it fails. */
  runWorkflow(run: WorkflowRun, signal: AbortSignal): Promise<Record<string, unknown>>;
}

/** In-memory state of agents in this process. */
export interface Agents {
  readonly ports: AgentPorts;
  readonly references: References;
}

/** The platform plus the dependencies of agents. */
export interface AgentsPlatform extends Platform {
  readonly agents: Agents;
}
