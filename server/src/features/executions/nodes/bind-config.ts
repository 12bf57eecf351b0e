import type { Node, NodeType } from '@portico/shared-types';
import type { z } from 'zod';
import type { FieldFault } from '../../../platform/errors.ts';
import { toFieldErrors } from '../../../platform/http/parse.ts';
import type { GivenSchema } from '../../../platform/json-schema/find-schema-faults.ts';
import { NodeError } from '../engine/node-error.ts';
import type { SavedKind, SavedNode } from './saved-config.ts';
import type { NodeContext, NodeKind, NodeResult, NodeWake } from './node-context.ts';

/** A node type with an untyped interface: accepts any node and any evaluated config, and rejects an invalid one. */
export interface BoundKind extends Pick<SavedKind<NodeType>, 'raw' | 'expressions'> {
  branches(node: Node): readonly string[];
  faults(node: Node, path: string): FieldFault[];
  schemas(node: Node, path: string): GivenSchema[];
  readonly pure: boolean;
  readonly remote: boolean;
  readonly composite: boolean;
  run(context: NodeContext, config: unknown): Promise<NodeResult>;
  resume(context: NodeContext, config: unknown, wake: NodeWake): Promise<NodeResult>;
}

/** Adds the check of the evaluated config to a node type; an invalid value is a `template_error`. */
export function bindConfig<Type extends NodeType, Config>(kind: NodeKind<Type, Config>): BoundKind {
  const isOwn = (node: Node): node is SavedNode<Type> => node.type === kind.type;
  const own = (node: Node): SavedNode<Type> => {
    if (!isOwn(node)) throw new Error(`A ${node.type} node was passed to the type ${kind.type}.`);
    return node;
  };
  const read = (config: unknown): Config => {
    const parsed = kind.config.safeParse(config, { reportInput: true });
    if (parsed.success) return parsed.data;
    throw new NodeError('template_error', describe(parsed.error.issues), { retryable: false });
  };
  const { raw, expressions, branches, faults, schemas } = kind.saved;
  return {
    raw,
    expressions,
    branches: (node) => branches(own(node)),
    faults: (node, path) => faults(own(node), path),
    schemas: (node, path) => schemas(own(node), path),
    pure: kind.pure ?? false,
    remote: kind.remote ?? false,
    composite: kind.composite ?? false,
    run: async (context, config) => kind.run(context, read(config)),
    resume: async (context, config, wake) => {
      if (!kind.resume) throw new Error(`${kind.type} nodes don't wait.`);
      return kind.resume(context, read(config), wake);
    },
  };
}

/** JSONata returns a single match itself, so that the same expression is a list for some inputs only. */
const noList = '. Put [ ] around an expression that selects: one match alone is not a list.';

/** The first fault of an evaluated config. What is null there was an expression that found nothing. */
function describe(issues: readonly z.core.$ZodIssue[]): string {
  const [issue] = issues;
  const [fault] = toFieldErrors('config', issues);
  if (issue === undefined || fault === undefined) return 'config: is not valid';
  if (issue.code === 'invalid_type' && issue.expected === 'array') return `${fault.path}: ${fault.message}${noList}`;
  return 'input' in issue && issue.input === null
    ? `${fault.path}: has no value, because its expression found nothing`
    : `${fault.path}: ${fault.message}`;
}
