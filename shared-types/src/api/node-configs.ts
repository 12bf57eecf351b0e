import { z } from 'zod';

/*
 * The configuration of each node type (docs/reference/workflows.md#node-types) after its templates are evaluated. A
 * saved node has the same schema with a template allowed in place of any value (definition.ts).
 */

const Json = z.record(z.string(), z.unknown());
const ResourceId = z.string().min(1).max(200);

export const LlmConfig = z.strictObject({
  model: z.string().min(1).nullish(),
  system_prompt: z.string().nullish(),
  prompt: z.string(),
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: z.int().min(1).max(1_000_000).optional(),
  json_schema: Json.optional(),
});
export type LlmConfig = z.infer<typeof LlmConfig>;

export const AgentNodeConfig = z.strictObject({
  agent_id: ResourceId,
  message: z.string().min(1),
  thread_id: ResourceId.nullish(),
});
export type AgentNodeConfig = z.infer<typeof AgentNodeConfig>;

export const KnowledgeQueryConfig = z.strictObject({
  knowledge_base_id: ResourceId,
  query: z.string().min(1),
  top_k: z.int().min(1).max(20).optional(),
  mode: z.enum(['semantic', 'hybrid']).optional(),
});
export type KnowledgeQueryConfig = z.infer<typeof KnowledgeQueryConfig>;

/** A header or query value; null leaves the entry out, so that an optional input can be passed on. */
const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const HttpRequestConfig = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']).optional(),
  url: z.string().min(1),
  headers: z.record(z.string(), Scalar).optional(),
  query: z.record(z.string(), z.union([Scalar, z.array(Scalar)])).optional(),
  body: z.unknown().optional(),
  follow_redirects: z.boolean().optional(),
  allow_status: z.union([z.boolean(), z.array(z.int().min(100).max(599))]).optional(),
});
export type HttpRequestConfig = z.infer<typeof HttpRequestConfig>;

export const ExtractConfig = z.strictObject({
  file_id: ResourceId.nullish(),
  url: z.string().min(1).nullish(),
  mode: z.enum(['text', 'markdown', 'html']).optional(),
});
export type ExtractConfig = z.infer<typeof ExtractConfig>;

export const ConditionConfig = z.strictObject({ if: z.string().min(1) });
export type ConditionConfig = z.infer<typeof ConditionConfig>;

export const SwitchConfig = z.strictObject({
  value: z.unknown(),
  cases: z.array(z.strictObject({ name: z.string().min(1).max(64), equals: z.unknown() })).max(100),
});
export type SwitchConfig = z.infer<typeof SwitchConfig>;

export const TemplateConfig = z.strictObject({ text: z.string() });
export type TemplateConfig = z.infer<typeof TemplateConfig>;

export const TransformConfig = z.strictObject({ expression: z.string().min(1) });
export type TransformConfig = z.infer<typeof TransformConfig>;

export const CodeConfig = z.strictObject({ source: z.string().min(1).max(200_000), inputs: z.unknown().optional() });
export type CodeConfig = z.infer<typeof CodeConfig>;

/** Every field of a loop except its body, which contains nodes (definition.ts). */
export const loopFields = {
  items: z.array(z.unknown()).max(10_000),
  workflow_id: ResourceId.optional(),
  concurrency: z.int().min(1).max(20).optional(),
  on_item_error: z.enum(['fail', 'continue']).optional(),
};

export const DelayConfig = z.strictObject({
  seconds: z.number().min(0).max(31_536_000).optional(),
  until: z.union([z.iso.datetime({ offset: true }), z.iso.date()]).optional(),
});
export type DelayConfig = z.infer<typeof DelayConfig>;

export const ApprovalConfig = z.strictObject({
  title: z.string().min(1).max(1_000),
  description: z.string().max(100_000).nullish(),
  expires_in_s: z.number().min(1).max(31_536_000).optional(),
  on_timeout: z.enum(['reject', 'approve']).optional(),
});
export type ApprovalConfig = z.infer<typeof ApprovalConfig>;

export const WorkflowNodeConfig = z.strictObject({ workflow_id: ResourceId, inputs: Json.optional() });
export type WorkflowNodeConfig = z.infer<typeof WorkflowNodeConfig>;

export const FailConfig = z.strictObject({ code: z.string().min(1).max(64), message: z.string().max(10_000) });
export type FailConfig = z.infer<typeof FailConfig>;
