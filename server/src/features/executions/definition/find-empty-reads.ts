import type { Warning, WorkflowDefinition } from '@portico/shared-types';
import { cutText } from '../../../platform/cut-text.ts';
import { maxFaults } from '../../../platform/errors.ts';
import { findMistakes } from '../engine/templates/find-mistakes.ts';
import type { ParsedExpression } from '../engine/templates/parse-expression.ts';
import { parseBareExpression, parseTemplate } from '../engine/templates/parse-template.ts';
import { nodeKinds } from '../nodes/index.ts';
import { listTexts } from './template-faults.ts';

/** What an expression can read: its own nodes and those around, and the names of its scope. */
interface Readable {
  readonly nodes: ReadonlySet<string>;
  readonly names: readonly string[];
}

/**
 * What the expressions of a valid definition read although it can't exist, such as a node with a misspelt id. That is
 * not an error when they are evaluated, but empty (docs/reference/workflows.md#templates).
 */
export function findEmptyReads(definition: WorkflowDefinition): Warning[] {
  const outside = { nodes: new Set<string>(), names: ['inputs', 'nodes', 'execution'] };
  return findIn(definition, 'body.definition', outside).slice(0, maxFaults);
}

function findIn({ nodes, outputs }: WorkflowDefinition, path: string, outside: Readable): Warning[] {
  const readable = { nodes: new Set([...outside.nodes, ...nodes.map(({ id }) => id)]), names: outside.names };
  const inNodes = nodes.flatMap((node, index) => {
    const { raw, expressions } = nodeKinds[node.type];
    const at = `${path}.nodes[${index}].config`;
    const bare = Object.entries(node.config).filter(([field]) => expressions.includes(field));
    const found = [
      ...bare.flatMap(([field, text]) => describe(`${at}.${field}`, [parseBareExpression(String(text))], readable)),
      ...findInTexts(node.config, at, readable, raw),
    ];
    const body = node.type === 'loop' ? node.config.body : undefined;
    if (body === undefined) return found;
    const names = readable.names.includes('item') ? readable.names : [...readable.names, 'item', 'index'];
    return [...found, ...findIn(body, `${at}.body`, { ...readable, names })];
  });
  return [...inNodes, ...findInTexts(outputs, `${path}.outputs`, readable)];
}

function findInTexts(value: unknown, path: string, readable: Readable, raw?: readonly string[]): Warning[] {
  return listTexts(value, path, raw).flatMap(([place, text]) => describe(place, parseTemplate(text), readable));
}

function describe(path: string, parts: readonly (string | ParsedExpression)[], { nodes, names }: Readable): Warning[] {
  const messages = parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    // Only of a plain path, it is certain that its first name is not one inside of something else.
    const [root] = part.path ?? [];
    if (root !== undefined && !names.includes(root)) return [describeUnknown(root, names)];
    const references = part.references === 'everything' ? [] : part.references;
    const missing = references.flatMap(([first, id]) =>
      first === 'nodes' && id !== undefined && !nodes.has(id)
        ? [`no node is named “${cutText(id, 80)}”, so this is empty`]
        : [],
    );
    // A plain path has no variables or filters.
    if (part.path !== undefined) return missing;
    const { unset, textFilters } = findMistakes(part.compiled.ast());
    return [
      ...missing,
      ...[...unset].map((name) => describeUnknown(`$${name}`, names)),
      ...[...textFilters].map(describeTextFilter),
    ];
  });
  return [...new Set(messages)].map((message) => ({ path, message }));
}

function describeUnknown(name: string, known: readonly string[]): string {
  return `“${cutText(name, 80)}” is not known here, so this is empty; known are ${known.join(', ')}`;
}

function describeTextFilter(text: string): string {
  const name = cutText(text, 80);
  return `["${name}"] is a filter that keeps everything; write .${/^[a-z_]\w*$/i.test(name) ? name : `\`${name}\``} for the field`;
}
