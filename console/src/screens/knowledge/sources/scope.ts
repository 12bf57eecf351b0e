/** The paths that a source visits, as globs of the API. An empty `include` means everything. */
export interface ScopeRules {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/**
 * The effect of the rules on a node of the tree: visited, left out by a rule for this node, or by one for a node above.
 */
export type Choice = 'in' | 'out' | 'out-above';

/**
 * Reads the rules for whole branches (`/blog/**`), which are the ones that clicks on the tree create. Other patterns
 * are evaluated by the server: pages that they leave out have that state.
 */
export function choiceFor(path: string, { include, exclude }: ScopeRules): Choice {
  if (exclude.some((glob) => isFor(path, glob))) return 'out';
  if (exclude.some((glob) => isBranch(glob) && isBelow(path, branchOf(glob)))) return 'out-above';
  const isIn = (glob: string) =>
    !isBranch(glob) || isFor(path, glob) || isBelow(path, branchOf(glob)) || isBelow(branchOf(glob), path);
  return include.length === 0 || include.some(isIn) ? 'in' : 'out';
}

/** Whether the rules have no pattern that only the server can evaluate. */
export function hasOnlyBranches({ include, exclude }: ScopeRules): boolean {
  return [...include, ...exclude].every(isBranch);
}

/** The rules after a node and everything below it were excluded. */
export function leaveOut(path: string, { include, exclude }: ScopeRules): ScopeRules {
  const kept = include.filter((glob) => !isFor(path, glob));
  return {
    // An empty list would mean everything.
    include: kept.length === 0 ? include : kept,
    exclude: [...exclude.filter((glob) => !isBelow(branchOf(glob), path)), `${path}/**`],
  };
}

/** The rules after a node and everything below it were included. */
export function takeIn(path: string, { include, exclude }: ScopeRules): ScopeRules {
  const rules = { include, exclude: exclude.filter((glob) => !isFor(path, glob)) };
  return choiceFor(path, rules) === 'out' ? { ...rules, include: [...include, `${path}/**`] } : rules;
}

function isFor(path: string, glob: string): boolean {
  return branchOf(glob) === path;
}

function isBelow(path: string, above: string): boolean {
  return path.startsWith(`${above}/`);
}

/** Whether a glob only matches everything below a path. */
function isBranch(glob: string): boolean {
  return !/[*?]/.test(branchOf(glob));
}

/** `/blog` of `/blog/**`. */
function branchOf(glob: string): string {
  return (glob.startsWith('/') || glob.startsWith('*') ? glob : `/${glob}`).replace(/\/(\*\*)?$/, '');
}
