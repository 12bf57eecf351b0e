import { z } from 'zod';
import * as configs from './node-configs.ts';

/** The name of a node inside its definition, as templates and edges use it. */
export const NodeId = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must match ^[a-z][a-z0-9_]{0,63}$');
export type NodeId = z.infer<typeof NodeId>;

/**
 * A string with `{{ expression }}` in it; alone it keeps the type of what it yields
 * (docs/reference/workflows.md#templates).
 */
export const Template = z
  .string({ error: 'must be a template {{ … }}' })
  // Ends the check there: a union with a template in it otherwise blames any string for not being one.
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

/** The branch an edge follows: true or false, a case's name or default, approved, rejected, or error. */
export const Edge = z.strictObject({
  from: z.string(),
  to: z.string(),
  on: z.union([z.string().min(1), z.boolean().transform(String).pipe(z.string())]).optional(),
});
export type Edge = z.infer<typeof Edge>;

type Templated<Shape extends z.ZodRawShape> = { [Key in keyof Shape]: z.ZodUnion<[Shape[Key], typeof Template]> };

/** The saved form of a config: every field may be a template for its value instead. */
function templated<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, z.union([field, Template])]);
  return z.strictObject(Object.fromEntries(fields) as Templated<Shape>);
}

/** What every node has beside its type and its config. */
const common = {
  id: NodeId,
  name: z.string().max(200).optional(),
  retry: Retry.optional(),
  timeout_ms: z.int().min(1).max(86_400_000).optional(),
  on_error: OnError.optional(),
};

/** What can be said of a node whose type is unknown. */
export const NodeFrame = z.strictObject({ ...common, type: z.unknown().optional(), config: z.looseObject({}) });
export type NodeFrame = z.infer<typeof NodeFrame>;

function node<Type extends string, Config extends z.ZodType>(type: Type, config: Config) {
  return z.strictObject({ type: z.literal(type), ...common, config });
}

// Declared by hand to break the circle: a definition holds nodes, and a loop node holds a definition.
export interface Definition {
  nodes: Node[];
  edges: Edge[];
  outputs: Record<string, string>;
}

/** What a loop's `body` may be: a definition of its own, whose templates also see `item` and `index`. */
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
