import type { SourcePage } from '@portico/shared-types/api/sources';
import type { PageNode } from './page-tree.ts';
import { choiceFor, hasOnlyBranches, type ScopeRules } from './scope.ts';

/**
 * What the next run will do with a node because of the selection, saved or not: the pages show what the last run did.
 */
export function pendingChange(node: PageNode, rules: ScopeRules, saved: ScopeRules): 'in' | 'out' | null {
  const isIn = choiceFor(node.path, rules) === 'in';
  const wasIn = choiceFor(node.path, saved) === 'in';
  if (isIn) return !wasIn || (hasOnlyBranches(rules) && isLeftOut(node.page)) ? 'in' : null;
  return wasIn || isKept(node) ? 'out' : null;
}

/** Whether there is a document of the page, or of one below a path without a page of its own. */
function isKept({ page, counts }: PageNode): boolean {
  return page === undefined ? counts.ready + counts.unchanged > 0 : page.document_id !== null;
}

function isLeftOut(page: SourcePage | undefined): boolean {
  return page?.status === 'skipped' && (page.reason === 'excluded' || page.reason === 'not included');
}
