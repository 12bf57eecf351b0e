import { isValues } from '../../../form/changes.ts';
import type { DraftNode } from './draft.ts';

const fixed: Readonly<Record<string, readonly string[]>> = {
  condition: ['true', 'false'],
  approval: ['approved', 'rejected'],
};

/** The branches that edges from a node can name (docs/reference/workflows.md#definition). */
export function branchesOf(node: DraftNode): readonly string[] {
  const all = node.type === 'switch' ? [...caseNames(node), 'default'] : (fixed[node.type] ?? []);
  return node.on_error === 'branch' ? [...all, 'error'] : all;
}

/** True if the branches of a node are only known when it runs: its cases are a template. */
export function hasOpenBranches(node: DraftNode): boolean {
  return node.type === 'switch' && typeof node.config['cases'] === 'string';
}

function caseNames({ config }: DraftNode): string[] {
  const { cases } = config;
  if (!Array.isArray(cases)) return [];
  const names = cases.flatMap((each: unknown) =>
    isValues(each) && typeof each['name'] === 'string' ? each['name'] : [],
  );
  return [...new Set(names.filter((name) => name !== ''))];
}
