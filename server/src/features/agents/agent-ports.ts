import type { InputSchema, QueryResult, Retrieval } from '@portico/shared-types';
import type { Platform } from '../../platform/platform.ts';
import type { References } from '../../platform/references.ts';

export interface KnowledgeSearch {
  readonly workspaceId: string;
  readonly knowledgeBaseIds: readonly string[];
  readonly query: string;
  readonly topK: number;
  readonly mode?: Retrieval['mode'] | undefined;
  /** What a follow-up question is about: earlier questions, and the documents that were cited for them. */
  readonly context?: { readonly text: string; readonly documentIds: readonly string[] } | undefined;
}

/** A result with its place in its document, from 0, by which neighbours are known. */
export type FoundPassage = QueryResult & { readonly ordinal: number };

export interface WorkflowRun {
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly inputs: Record<string, unknown>;
  /** Made by the caller, the same for every attempt: what has begun is waited for and not begun again. */
  readonly executionId: string;
  /** The reply or task that calls it: a client who pays for that pays for the execution too. */
  readonly callerId: string;
}

/**
 * What agents reach through features that themselves know agents: handed in by app/, as imports would go in a circle.
 * Every call out takes a signal and stops when it fires.
 */
export interface AgentPorts {
  /** Which of these ids name a knowledge base of the workspace. */
  findKnowledgeBases(workspaceId: string, ids: readonly string[]): Promise<string[]>;
  /** The best passages of these knowledge bases together, best first; bases that are gone are left out. */
  searchKnowledge(search: KnowledgeSearch, signal: AbortSignal): Promise<FoundPassage[]>;
  /** The secret by which a chat interface's site vouches for its visitors; undefined if the interface was deleted. */
  findIdentitySecret(workspaceId: string, interfaceId: string): Promise<string | undefined>;
  /** What a workflow is called and takes; undefined if there is none of that id. */
  describeWorkflow(workspaceId: string, id: string): Promise<{ name: string; input_schema: InputSchema } | undefined>;
  /** Runs a workflow to its end and returns its outputs; throws an Error with a message for the model if it fails. */
  runWorkflow(run: WorkflowRun, signal: AbortSignal): Promise<Record<string, unknown>>;
}

/** What this process keeps of agents. */
export interface Agents {
  readonly ports: AgentPorts;
  readonly references: References;
}

/** The platform with what agents need. */
export interface AgentsPlatform extends Platform {
  readonly agents: Agents;
}
