import type { NodeType } from '@portico/shared-types';

/**
 * Fields of a config that are not templates: bare expressions, code, and a loop's own nodes
 * (docs/reference/workflows.md#templates).
 */
export const rawFields: Partial<Record<NodeType, readonly string[]>> = {
  condition: ['if'],
  transform: ['expression'],
  code: ['source'],
  loop: ['body'],
};

/** Fields of a config that are bare JSONata expressions. */
export const expressionFields: Partial<Record<NodeType, readonly string[]>> = {
  condition: ['if'],
  transform: ['expression'],
};
