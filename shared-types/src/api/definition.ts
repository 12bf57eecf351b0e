import { z } from 'zod';
import * as configs from './node-configs.ts';

/** The name of a node inside its definition, as templates and edges use it. */
export const NodeId = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must match ^[a-z][a-z0-9_]{0,63}$');
export type NodeId = z.infer<typeof NodeId>;

/**
 * A string with `{{ expression }}` in it; a single expression keeps the type of its result
 * (docs/reference/workflows.md#templates).
 */
export const Template = z
  .string({ error: 'must be a template {{ … }}' })
  // Stops the check there: otherwise a union with a template would reject any string that is not a template.
  .regex(/\{\{/, { error: 'must be a template {{ … }}', abort: true });
export type Template = z.infer<typeof Template>;

export const Retry = z.strictObject({
  max_attempts: z.int().min(1).max(10).default(1),
  backoff_ms: z.int().min(0).max(3_600_000).default(1_000),
  backoff: z.enum(['fixed', 'exponential']).default('fixed'),
});
export type Retry = z.infer<typeof Retry>;

export const OnError = z.enum(['fail', 'continue', 'branch']);
export type OnError = z.infer<typeof OnError>;

/** The branch of an edge: true or false, a case's name or default, approved, rejected, or error. */
export const Edge = z.strictObject({
  from: z.string(),
  to: z.string(),
  on: z.union([z.string().min(1), z.boolean().transform(String).pipe(z.string())]).optional(),
});
export type Edge = z.infer<typeof Edge>;

type Templated<Shape extends z.ZodRawShape> = { [Key in keyof Shape]: z.ZodUnion<[Shape[Key], typeof Template]> };

/** The saved form of a config: every field may be a template instead of a value. */
function templated<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, z.union([field, Template])]);
  return z.strictObject(Object.fromEntries(fields) as Templated<Shape>);
}

/** The common fields of every node besides type and config. */
const common = {
  id: NodeId,
  name: z.string().max(200).optional(),
  retry: Retry.optional(),
  timeout_ms: z.int().min(1).max(86_400_000).optional(),
  on_error: OnError.optional(),
};

/** The checks of a node with an unknown type. */
export const NodeFrame = z.strictObject({ ...common, type: z.unknown().optional(), config: z.looseObject({}) });
export type NodeFrame = z.infer<typeof NodeFrame>;

function node<Type extends string, Config extends z.ZodType>(type: Type, config: Config) {
  return z.strictObject({ type: z.literal(type), ...common, config });
}

// Declared by hand because of a cycle: a definition contains nodes, and a loop node contains a definition.
export interface Definition {
  nodes: Node[];
  edges: Edge[];
  outputs: Record<string, string>;
}

/** The `body` of a loop: a separate definition, whose templates can also use `item` and `index`. */
export const LoopBody: z.ZodType<Definition> = z.lazy(() => WorkflowDefinition);
export type LoopBody = z.infer<typeof LoopBody>;

export const LoopConfig = z.strictObject({ ...configs.loopFields, body: LoopBody.optional() });
export type LoopConfig = z.infer<typeof LoopConfig>;

export const LlmNode = node('llm', templated(configs.LlmConfig));
export const AgentNode = node('agent', templated(configs.AgentNodeConfig));
export const KnowledgeQueryNode = node('knowledge_query', templated(configs.KnowledgeQueryConfig));
export const HttpRequestNode = node('http_request', templated(configs.HttpRequestConfig));
export const ExtractNode = node('extract', templated(configs.ExtractConfig));
export const ConditionNode = node('condition', configs.ConditionConfig);
export const SwitchNode = node('switch', templated(configs.SwitchConfig));
export const TemplateNode = node('template', configs.TemplateConfig);
export const TransformNode = node('transform', configs.TransformConfig);
export const CodeNode = node('code', configs.CodeConfig);
export const LoopNode = node(
  'loop',
  templated(z.strictObject(configs.loopFields)).extend({ body: LoopBody.optional() }),
);
export const DelayNode = node('delay', templated(configs.DelayConfig));
export const ApprovalNode = node('approval', templated(configs.ApprovalConfig));
export const WorkflowNode = node('workflow', templated(configs.WorkflowNodeConfig));
export const FailNode = node('fail', configs.FailConfig);

export const Node = z.discriminatedUnion('type', [
  LlmNode,
  AgentNode,
  KnowledgeQueryNode,
  HttpRequestNode,
  ExtractNode,
  ConditionNode,
  SwitchNode,
  TemplateNode,
  TransformNode,
  CodeNode,
  LoopNode,
  DelayNode,
  ApprovalNode,
  WorkflowNode,
  FailNode,
]);
export type Node = z.infer<typeof Node>;
export type NodeType = Node['type'];

/** A graph of nodes and its outputs: a template for each named output (docs/reference/workflows.md#definition). */
export const WorkflowDefinition = z.strictObject({
  nodes: z.array(Node).max(1_000),
  edges: z.array(Edge).max(10_000).default([]),
  outputs: z.record(z.string(), z.string()).default({}),
});
export type WorkflowDefinition = z.infer<typeof WorkflowDefinition>;
