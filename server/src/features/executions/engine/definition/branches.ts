import type { Node } from '@portico/shared-types';

/** The branches that a node's edges may name in `on`; empty for a type without branches. */
export function branchesOf(node: Node): string[] {
  const own = ownBranches(node);
  return node.on_error === 'branch' ? [...own, 'error'] : own;
}

function ownBranches(node: Node): string[] {
  if (node.type === 'condition') return ['true', 'false'];
  if (node.type === 'approval') return ['approved', 'rejected'];
  if (node.type !== 'switch') return [];
  const { cases } = node.config;
  return typeof cases === 'string' ? ['*'] : [...cases.map((entry) => entry.name), 'default'];
}
