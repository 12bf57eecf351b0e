import type { Warning } from '@portico/shared-types/warning';
import { toFieldPath, type FieldFault } from '../../../api/api-error.ts';
import { isValues } from '../../../form/changes.ts';
import { readDefinition, type Draft, type LoopPath } from './draft.ts';
import { findFaults } from './faults.ts';

/** A fault that the server found when the definition was saved. */
export interface ServerFault {
  readonly path: LoopPath;
  /** Undefined if it is not about a node, but about edges or outputs. */
  readonly node: string | undefined;
  readonly field: string;
  readonly fault: FieldFault;
  /** The value that was sent: once it is changed, the fault no longer applies. */
  readonly value: unknown;
  /** It was saved, but won't do what it seems to. */
  readonly isWarning?: true;
}

/**
 * Finds the nodes that the warnings of a successful save are about. Those that the browser finds, too, are left out: it has
 * texts for them in the member's language, and notices when they no longer apply because another node was changed.
 */
export function placeWarnings(draft: Draft, warnings: readonly Warning[]): ServerFault[] {
  const faults = warnings.map(({ path, message }) => ({ path: toFieldPath(path), message, code: 'invalid' }));
  const found = findFaults(draft);
  return placeFaults(draft, faults).flatMap((placed) => {
    const isFound = found.some(
      ({ path, node, field }) =>
        node === placed.node && path.join('.') === placed.path.join('.') && `${placed.field}.`.startsWith(`${field}.`),
    );
    return isFound ? [] : [{ ...placed, isWarning: true as const }];
  });
}

/** Finds the nodes that the faults of a save are about. Faults outside of the definition are left out. */
export function placeFaults(draft: Draft, faults: readonly FieldFault[]): ServerFault[] {
  return faults.flatMap((fault) => {
    const [first, ...steps] = fault.path.split('.');
    return first === 'definition' ? [placeFault(draft, [], steps, fault)] : [];
  });
}

function placeFault(draft: Draft, path: LoopPath, steps: readonly string[], fault: FieldFault): ServerFault {
  const [list, index, ...rest] = steps;
  const at = Number(index);
  if (list === 'edges' && index !== undefined) {
    const edge = draft.edges[at];
    const isOwn = draft.nodes.some(({ id }) => id === edge?.from);
    return { path, node: isOwn ? edge?.from : undefined, field: '', fault, value: edge };
  }
  const node = list === 'nodes' ? draft.nodes[at] : undefined;
  if (node === undefined) {
    return {
      path,
      node: undefined,
      field: steps.join('.'),
      fault,
      value: list === 'outputs' ? draft.outputs : draft.edges,
    };
  }
  const [config, name, ...inner] = rest;
  const body = config === 'config' && name === 'body' ? readDefinition(node.config['body']) : undefined;
  if (body !== undefined && inner.length > 1) return placeFault(body, [...path, node.id], inner, fault);
  const value =
    config === 'config' && name !== undefined ? node.config[name] : new Map(Object.entries(node)).get(config ?? '');
  return { path, node: node.id, field: rest.join('.'), fault, value };
}

/** True while what the server rejected is still there. */
export function isCurrent({ node, field, value, fault }: ServerFault, draft: Draft): boolean {
  if (fault.path.includes('edges') && field === '') return draft.edges.some((edge) => isSame(edge, value));
  if (node === undefined) return isSame(field.startsWith('outputs') ? draft.outputs : draft.edges, value);
  const now = draft.nodes.find(({ id }) => id === node);
  if (now === undefined) return false;
  const [config, name] = field.split('.');
  return isSame(
    config === 'config' && name !== undefined ? now.config[name] : new Map(Object.entries(now)).get(config ?? ''),
    value,
  );
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isValues(a) && !Array.isArray(a)) return false;
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The path of a fault as the member knows it, like `each.find.query`, which is also the name of its control. */
export function nameFault(placed: readonly ServerFault[], fault: FieldFault): string {
  const found = placed.find((each) => each.fault === fault);
  if (found === undefined) return fault.path;
  const { path, node, field } = found;
  return [...path, node, field.replace(/^config\.?/, '')].filter((part) => part !== undefined && part !== '').join('.');
}
