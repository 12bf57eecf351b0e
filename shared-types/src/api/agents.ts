import { z } from 'zod';
import { distinct } from '../distinct.ts';
import { Timestamp } from '../envelope.ts';
import { hasCredentials } from '../has-credentials.ts';
import { mergePatchOf } from '../merge-patch.ts';
import { NewResourceSlug, ResourceSlug } from '../slug.ts';
import { Warning } from '../warning.ts';

/** The name by which a model calls a tool. */
export const ToolName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'must have 1 to 64 of A-Z a-z 0-9 _ -');
export type ToolName = z.infer<typeof ToolName>;

const noCredentials = 'must not contain a user name or a password; send them in a header';
const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(2_000)
  .refine((address) => !hasCredentials(address), noCredentials);
const headers = z.record(
  z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/, 'is not a header name'),
  z.string().max(8_000),
);
const description = z.string().max(4_000).default('');
const resourceId = z.string().min(1).max(200);

/** JSON Schema of a tool's arguments object. */
export const ToolParameters = z.looseObject({
  type: z.literal('object').default('object'),
  properties: z.record(z.string(), z.looseObject({})).default({}),
  required: z.array(z.string()).optional(),
});
export type ToolParameters = z.infer<typeof ToolParameters>;

/**
 * A request that a model can make. `{{ name }}` in the address, the headers, the query and the body is replaced by that
 * argument (`{{ place.city }}` by a part of it); a string that is only a placeholder keeps the argument's type. Without
 * a body (or, for GET, HEAD and DELETE, without a query) the arguments that the address doesn't use are sent there.
 */
export const HttpTool = z.strictObject({
  type: z.literal('http'),
  name: ToolName,
  description,
  parameters: ToolParameters.prefault({}),
  request: z.strictObject({
    method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
    url: z
      .string()
      .max(2_000)
      .regex(/^https?:\/\/./i, 'must be an http or https address')
      .refine((address) => !hasCredentials(address), noCredentials),
    headers: headers.optional(),
    query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    body: z.unknown().optional(),
  }),
  /**
   * Sends `X-Portico-Visitor`, a signed token that identifies the visitor, with calls for visitors verified by the
   * site.
   */
  visitor_token: z.boolean().optional(),
});
export type HttpTool = z.infer<typeof HttpTool>;

/** Runs a workflow and returns its outputs; the arguments are the workflow's `input_schema`. */
export const WorkflowTool = z.strictObject({
  type: z.literal('workflow'),
  name: ToolName,
  description,
  workflow_id: resourceId,
});
export type WorkflowTool = z.infer<typeof WorkflowTool>;

/** Searches one knowledge base when the model asks for it. */
export const KnowledgeTool = z.strictObject({
  type: z.literal('knowledge'),
  name: ToolName,
  description,
  knowledge_base_id: resourceId,
});
export type KnowledgeTool = z.infer<typeof KnowledgeTool>;

/** The tools of an MCP server over Streamable HTTP; `allow` names the ones that may be used, all of them if it is missing. */
export const McpTool = z.strictObject({
  type: z.literal('mcp'),
  url,
  headers: headers.optional(),
  allow: z.array(z.string().min(1).max(128)).max(200).optional(),
});
export type McpTool = z.infer<typeof McpTool>;

export const BuiltinTool = z.strictObject({ type: z.literal('builtin'), name: z.enum(['fetch_url', 'current_time']) });
export type BuiltinTool = z.infer<typeof BuiltinTool>;

/** A function of the page with the visitor's widget; only agents in a chat interface have such a page. */
export const ClientTool = z.strictObject({
  type: z.literal('client'),
  name: ToolName,
  description,
  parameters: ToolParameters.prefault({}),
});
export type ClientTool = z.infer<typeof ClientTool>;

/** A tool as an agent or a persona defines it (docs/reference/agents.md#tools). */
export const Tool = z.discriminatedUnion('type', [
  HttpTool,
  WorkflowTool,
  KnowledgeTool,
  McpTool,
  BuiltinTool,
  ClientTool,
]);
export type Tool = z.infer<typeof Tool>;

/** How much a reasoning model thinks before it responds; each model supports some of these. */
export const ReasoningEffort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']);
export type ReasoningEffort = z.infer<typeof ReasoningEffort>;

export const AgentStatus = z.enum(['active', 'archived']);
export type AgentStatus = z.infer<typeof AgentStatus>;

/** How an agent searches its knowledge bases for each message. */
export const Retrieval = z.strictObject({
  mode: z.enum(['semantic', 'hybrid']).default('hybrid').describe('`hybrid` searches by words and by meaning.'),
  top_k: z.int().min(1).max(20).default(6).describe('Passages that go to the model.'),
  min_score: z.number().min(0).max(1).default(0.15).describe('Less relevant passages are left out.'),
  rewrite: z
    .boolean()
    .default(true)
    .describe('Completes a follow-up question from the conversation before the search.'),
});
export type Retrieval = z.infer<typeof Retrieval>;

/** An agent (docs/reference/agents.md#fields). An archived one takes no new messages. */
export const Agent = z.object({
  id: z.string(),
  name: z.string(),
  slug: ResourceSlug.nullable(),
  description: z.string(),
  /** The configured DEFAULT_MODEL if the agent has none. */
  model: z.string(),
  system_prompt: z.string(),
  temperature: z.number(),
  top_p: z.number().nullable(),
  max_tokens: z.int(),
  /** Null leaves the value to the model. */
  reasoning_effort: ReasoningEffort.nullable(),
  /** Searched for every message; the passages that a reply uses are its citations. */
  knowledge_base_ids: z.array(z.string()),
  retrieval: Retrieval,
  tools: z.array(Tool),
  /** The tools by the names that a model sees. */
  available_tools: z.array(z.object({ name: z.string(), description: z.string() })),
  /** Maximum model calls of one reply. */
  max_steps: z.int(),
  status: AgentStatus,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Agent = z.infer<typeof Agent>;

/** An agent as returned by create and PATCH. */
export const SavedAgent = Agent.extend({ warnings: z.array(Warning).optional() });
export type SavedAgent = z.infer<typeof SavedAgent>;

export const AgentCreate = z.strictObject({
  name: z.string().trim().min(1).max(200),
  slug: NewResourceSlug.nullish(),
  description: z.string().max(10_000).default(''),
  model: z.string().trim().min(1).max(200).optional(),
  system_prompt: z.string().max(200_000).default(''),
  temperature: z.number().min(0).max(2).default(0.7),
  top_p: z.number().gt(0).max(1).nullish(),
  max_tokens: z.int().min(1).max(1_000_000).default(1_024),
  reasoning_effort: ReasoningEffort.nullish(),
  knowledge_base_ids: z.array(resourceId).max(50).overwrite(distinct).default([]),
  retrieval: Retrieval.prefault({}),
  tools: z.array(Tool).max(128).default([]),
  max_steps: z.int().min(1).max(50).default(10),
  status: AgentStatus.default('active'),
});
export type AgentCreate = z.infer<typeof AgentCreate>;

export const AgentPatch = mergePatchOf(AgentCreate);
export type AgentPatch = z.infer<typeof AgentPatch>;

/** A tool to try: its definition, which need not be saved, or the name of one of the agent's tools. */
export const ToolTrialRequest = z.strictObject({
  tool: z.union([Tool, ToolName]),
  /** Which tool of an MCP server; without it, the server's tools are listed. */
  name: z.string().min(1).max(128).optional(),
  arguments: z.record(z.string(), z.unknown()).default({}),
});
export type ToolTrialRequest = z.infer<typeof ToolTrialRequest>;

/** A tool of an MCP server. */
export const ServerTool = z.object({
  name: z.string(),
  description: z.string(),
  /** JSON Schema of the arguments object, as the server sent it. */
  parameters: z.record(z.string(), z.unknown()),
});
export type ServerTool = z.infer<typeof ServerTool>;

/** The request and response of a tool call, for the person who sets the tool up; header values are not masked. */
export const ToolTrial = z.object({
  request: z.object({
    type: z.enum(['http', 'workflow', 'knowledge', 'mcp', 'builtin']),
    name: z.string().nullable(),
    method: z.string().nullable(),
    url: z.string().nullable(),
    headers: z.record(z.string(), z.string()).nullable(),
    body: z.string().nullable(),
    arguments: z.record(z.string(), z.unknown()),
  }),
  response: z.object({
    ok: z.boolean(),
    status: z.int().nullable(),
    headers: z.record(z.string(), z.string()).nullable(),
    content: z.string(),
  }),
  tools: z.array(ServerTool).optional(),
  duration_ms: z.int(),
});
export type ToolTrial = z.infer<typeof ToolTrial>;
