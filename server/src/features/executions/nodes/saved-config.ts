import type { Node, NodeType } from '@portico/shared-types';
import type { FieldFault } from '../../../platform/errors.ts';
import type { GivenSchema } from '../../../platform/json-schema/find-schema-faults.ts';

/** A node of one type as it is saved. */
export type SavedNode<Type extends NodeType> = Extract<Node, { type: Type }>;

/** The properties of a type's saved config beyond its schema, in which any field may be a template. */
export interface SavedKind<Type extends NodeType> {
  /**
   * Fields that are not templates: bare expressions, code, and a loop's own nodes
   * (docs/reference/workflows.md#templates).
   */
  readonly raw: readonly string[];
  /** The raw fields that are bare JSONata expressions. */
  readonly expressions: readonly string[];
  /** The branches that edges may name with `on`; `*` if only a run knows them. */
  branches(node: SavedNode<Type>): readonly string[];
  /** The errors of the config beyond its schema; `path` is the path of the config. */
  faults(node: SavedNode<Type>, path: string): FieldFault[];
  /** The JSON Schemas in the config that are known when it is saved; `path` is the path of the config. */
  schemas(node: SavedNode<Type>, path: string): GivenSchema[];
}

/** For a type whose fields are all templates, without branches and without rules beyond its schema. */
export const onlyTemplates = {
  raw: [],
  expressions: [],
  branches: () => [],
  faults: () => [],
  schemas: () => [],
};

/** The error of a config that doesn't have exactly one of these fields. */
export function exactlyOne(path: string, fields: Record<string, unknown>): FieldFault[] {
  const names = Object.keys(fields);
  const given = names.filter((name) => fields[name] !== undefined);
  if (given.length === 1) return [];
  return [{ path, message: `${given.length === 0 ? 'needs' : 'takes only'} one of ${names.join(', ')}` }];
}
