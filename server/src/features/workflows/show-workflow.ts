import type { Node, Workflow, WorkflowDefinition } from '@portico/shared-types';
import type { FieldFault } from '../../platform/errors.ts';
import { decodeMasks, secretMask } from '../../platform/secret-mask.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { maskedFields, maskRequest } from '../../platform/mask-request.ts';

/** A workflow as this caller may see it: secrets of its requests are masked for callers without workflows:write. */
export function showWorkflow<Shown extends Pick<Workflow, 'definition'>>(
  { scopes }: Pick<Caller, 'scopes'>,
  workflow: Shown,
): Shown {
  if (scopes.includes('workflows:write')) return workflow;
  return { ...workflow, definition: maskDefinition(workflow.definition) };
}

function maskDefinition(definition: WorkflowDefinition): WorkflowDefinition {
  return { ...definition, nodes: definition.nodes.map(maskNode) };
}

function maskNode(node: Node): Node {
  if (node.type === 'http_request') return { ...node, config: maskRequest(node.config) };
  if (node.type === 'extract') return { ...node, config: maskRequest(node.config) };
  if (node.type !== 'loop' || node.config.body === undefined) return node;
  return { ...node, config: { ...node.config, body: maskDefinition(node.config.body) } };
}

/** The places with a mask in a definition to save: which value it replaces can't be known once nodes were changed. */
export function findMasks({ nodes }: WorkflowDefinition, path = 'body.definition'): FieldFault[] {
  return nodes.flatMap((node, index) => {
    const place = `${path}.nodes[${index}].config`;
    if (node.type === 'loop' && node.config.body !== undefined) return findMasks(node.config.body, `${place}.body`);
    if (node.type !== 'http_request' && node.type !== 'extract') return [];
    return Object.entries(node.config)
      .filter(([name, value]) => places.has(name) && decodeMasks(JSON.stringify(value)).includes(secretMask))
      .map(([name]) => ({ path: `${place}.${name}`, message: 'is masked: send its value' }));
  });
}

const places: ReadonlySet<string> = new Set(maskedFields);
