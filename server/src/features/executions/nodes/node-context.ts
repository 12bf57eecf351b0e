import type { NodeType, ToolCall, Usage, WorkflowDefinition } from '@portico/shared-types';
import type { z } from 'zod';
import type { ChatEvent, ChatRequest } from '../../../platform/models/chat-model.ts';
import type { Outbound } from '../../../platform/outbound/index.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import type { SavedKind } from './saved-config.ts';

/** The context of a node type: its execution, and the ports to everything outside of the engine. */
export interface NodeContext {
  /**
   * Fires on cancel, on the node's timeout and when the lease is lost; everything that a node awaits must stop then.
   */
  readonly signal: AbortSignal;
  readonly execution: {
    readonly id: string;
    readonly workspaceId: string;
    readonly workflowId: string;
    /**
     * The same for every attempt of this node in this execution, even after a crash
     * (docs/reference/executions.md#what-survives).
     */
    readonly nodeKey: string;
    /** Number of the attempt, from 1; an attempt repeated after a crash keeps its number. */
    readonly attempt: number;
  };
  /** The node's own timeout in milliseconds, undefined if it has none. */
  readonly timeoutMs: number | undefined;
  readonly ports: NodePorts;
  /** Evaluates a bare expression in this node's scope. */
  evaluate(expression: string): Promise<unknown>;
  /** True if this node has an edge on that branch. */
  hasEdge(branch: string): boolean;
  /** Streams text as `node:delta`. */
  emitDelta(content: string): void;
  /** Runs a loop's body for one item; its nodes are recorded as `<this node>[index].<their id>`. */
  runBody(body: WorkflowDefinition, item: unknown, index: number): Promise<Outputs>;
  /** Runs a workflow inside of this execution, up to 8 deep; `index` distinguishes a loop's calls. */
  runWorkflow(workflowId: string, inputs: Outputs, index?: number): Promise<Outputs>;
}

export type Outputs = Record<string, unknown>;

/** The result of a run: outputs and the branch taken, or something to wait for without a worker. */
export type NodeResult = { outputs: Outputs; branch?: string } | { wait: NodeWait };

export interface NodeWait {
  reason: 'delay' | 'approval';
  /** When the wait ends by itself; null for never. */
  until: Date | null;
}

/** Why a waiting node continues. */
export type NodeWake =
  | { reason: 'due' }
  | { reason: 'decided'; decision: 'approved' | 'rejected'; decided_by: string; comment: string | null };

/** A type of node: its config, as saved and after templates are evaluated, and its behaviour. */
export interface NodeKind<Type extends NodeType, Config> {
  readonly type: Type;
  readonly saved: SavedKind<Type>;
  /** The schema of the config after templates are evaluated. */
  readonly config: z.ZodType<Config>;
  /** True if a run has no effects outside of it, so that it may start on results that aren't durable yet. */
  readonly pure?: true;
  /** True if it occupies other servers, with responses that can be large: few run at the same time. */
  readonly remote?: true;
  /** True if it only runs other nodes. */
  readonly composite?: true;
  run(context: NodeContext, config: Config): Promise<NodeResult>;
  /** Ends a wait that `run` started; only types that wait have it. */
  resume?(context: NodeContext, config: Config, wake: NodeWake): Promise<NodeResult>;
}

/** The ports through which nodes use the rest of the server. Each takes the node's signal and stops when it fires. */
export interface NodePorts {
  readonly sandbox: Sandbox;
  readonly models: { readonly defaultModel: string };
  /** Calls a model; the payer of the execution pays for the call. */
  askModel(call: ModelCall, signal: AbortSignal): AsyncIterable<ChatEvent>;
  readonly outbound: Pick<Outbound, 'request'>;
  queryKnowledge(query: KnowledgeQuery, signal: AbortSignal): Promise<KnowledgeResult[]>;
  replyAsAgent(request: AgentRequest, signal: AbortSignal, onDelta: (content: string) => void): Promise<AgentReply>;
  extractText(source: ExtractRequest, signal: AbortSignal): Promise<ExtractedText>;
}

export interface ModelCall {
  workspaceId: string;
  /** The execution. */
  runId: string;
  /** Identifies the call within the execution; a call repeated after a crash has the same key. */
  name: string;
  request: ChatRequest;
}

export interface KnowledgeQuery {
  workspaceId: string;
  knowledgeBaseId: string;
  query: string;
  topK: number;
  mode: 'semantic' | 'hybrid';
}

export interface KnowledgeResult {
  id: string;
  content: string;
  document_id: string;
  document_name: string;
  score: number;
  metadata: Record<string, unknown>;
}

export interface AgentRequest {
  workspaceId: string;
  agentId: string;
  message: string;
  threadId: string | null;
  /** A repeated key returns the first reply again. */
  idempotencyKey: string;
}

export interface AgentReply {
  text: string;
  thread_id: string;
  message_id: string;
  tool_calls: ToolCall[];
  usage: Usage | null;
}

export type ExtractRequest = { workspaceId: string; mode: 'text' | 'markdown' | 'html' } & (
  { fileId: string } | { url: string }
);

export interface ExtractedText {
  text: string;
  name: string;
  mime_type: string;
}
