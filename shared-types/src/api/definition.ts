import { z } from 'zod';
import * as configs from './node-configs.ts';

/** The name of a node inside its definition, as templates and edges use it. */
export const NodeId = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must match ^[a-z][a-z0-9_]{0,63}$');
export type NodeId = z.infer<typeof NodeId>;

/** A string with `{{ expression }}` in it; alone it keeps the type of what it yields (contract section 6). */
export const Template = z.string().regex(/\{\{/, 'must be a value of the right type, or a template {{ … }} for one');

export const Retry = z.strictObject({
  max_attempts: z.int().min(1).max(10).default(1),
  backoff_ms: z.int().min(0).max(3_600_000).default(1_000),
  backoff: z.enum(['fixed', 'exponential']).default('fixed'),
});
export type Retry = z.infer<typeof Retry>;

export const OnError = z.enum(['fail', 'continue', 'branch']);
export type OnError = z.infer<typeof OnError>;

/** The branch an edge follows: true or false, a case's name or default, approved, rejected, or error. */
export const Edge = z.strictObject({
  from: z.string(),
  to: z.string(),
  on: z.union([z.string().min(1), z.boolean().transform(String)]).optional(),
});
export type Edge = z.infer<typeof Edge>;

type Templated<Shape extends z.ZodRawShape> = { [Key in keyof Shape]: z.ZodUnion<[Shape[Key], typeof Template]> };

/** The saved form of a config: every field may be a template for its value instead. */
function templated<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, z.union([field, Template])]);
  return z.strictObject(Object.fromEntries(fields) as Templated<Shape>);
}

function node<Type extends string, Config extends z.ZodType>(type: Type, config: Config) {
  return z.strictObject({
    id: NodeId,
    type: z.literal(type),
    name: z.string().max(200).optional(),
    config,
    retry: Retry.optional(),
    timeout_ms: z.int().min(1).max(86_400_000).optional(),
    on_error: OnError.optional(),
  });
}

// Declared by hand to break the circle: a definition holds nodes, and a loop node holds a definition.
interface Definition {
  nodes: Node[];
  edges: Edge[];
  outputs: Record<string, string>;
}

/**
 * What a loop's `body` may be: a definition of its own, whose templates also see `item` and `index`. Parsed by hand,
 * as JSON Schema (and so the OpenAPI document) could describe a lazy schema only as a cycle.
 */
const LoopBody: z.ZodType<Definition> = z.unknown().transform((value, context): Definition => {
  const parsed = WorkflowDefinition.safeParse(value);
  if (parsed.success) return parsed.data;
  // A finished issue is a raw one too; only their types don't know it.
  context.issues.push(...(parsed.error.issues as z.core.$ZodRawIssue[]));
  return z.NEVER;
});

export const LoopConfig = z.strictObject({ ...configs.loopFields, body: LoopBody.optional() });
export type LoopConfig = z.infer<typeof LoopConfig>;

const savedLoop = templated(z.strictObject(configs.loopFields)).extend({ body: LoopBody.optional() });

export const Node = z.discriminatedUnion('type', [
  node('llm', templated(configs.LlmConfig)),
  node('agent', templated(configs.AgentNodeConfig)),
  node('knowledge_query', templated(configs.KnowledgeQueryConfig)),
  node('http_request', templated(configs.HttpRequestConfig)),
  node('extract', templated(configs.ExtractConfig)),
  node('condition', configs.ConditionConfig),
  node('switch', templated(configs.SwitchConfig)),
  node('template', configs.TemplateConfig),
  node('transform', configs.TransformConfig),
  node('code', configs.CodeConfig),
  node('loop', savedLoop),
  node('delay', templated(configs.DelayConfig)),
  node('approval', templated(configs.ApprovalConfig)),
  node('workflow', templated(configs.WorkflowNodeConfig)),
  node('fail', configs.FailConfig),
]);
export type Node = z.infer<typeof Node>;
export type NodeType = Node['type'];

/** A graph of nodes and what it answers: a template for each named output (contract section 6). */
export const WorkflowDefinition = z.strictObject({
  nodes: z.array(Node).max(1_000),
  edges: z.array(Edge).max(10_000).default([]),
  outputs: z.record(z.string(), z.string()).default({}),
});
export type WorkflowDefinition = z.infer<typeof WorkflowDefinition>;
