import type { WorkflowDefinition } from '@portico/shared-types/api/definition';

/** The names of nodes by their path without the numbers of items, like `each.fetch`. */
export function toNodeNames({ nodes }: WorkflowDefinition, prefix = ''): Map<string, string> {
  const names = new Map<string, string>();
  for (const node of nodes) {
    const path = `${prefix}${node.id}`;
    if (node.name !== undefined && node.name.trim() !== '') names.set(path, node.name);
    if (node.type !== 'loop' || node.config.body === undefined) continue;
    for (const [inner, name] of toNodeNames(node.config.body, `${path}.`)) names.set(inner, name);
  }
  return names;
}
