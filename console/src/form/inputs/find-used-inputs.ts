import { isValues } from '../changes.ts';
import { listExpressions, listMembers, syntaxOf } from './expressions.ts';

/** The names of the inputs in the templates and expressions of a workflow, each once. */
export function findUsedInputs(definition: unknown): string[] {
  return [...listMembers(listAll(definition), 'inputs')];
}

function listAll(definition: unknown): readonly string[] {
  if (!isValues(definition)) return [];
  const { nodes, outputs } = definition;
  const inNodes = (Array.isArray(nodes) ? nodes : []).flatMap((node: unknown) => {
    const { type, config } = isValues(node) ? node : {};
    if (typeof type !== 'string' || !isValues(config)) return [];
    const inFields = Object.entries(config).flatMap(([name, value]) => listExpressions(value, syntaxOf(type, name)));
    return type === 'loop' ? [...inFields, ...listAll(config['body'])] : inFields;
  });
  return [...inNodes, ...listExpressions(outputs, 'template')];
}
