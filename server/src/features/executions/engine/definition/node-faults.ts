import type { Node } from '@portico/shared-types';
import type { FieldFault } from '../../../../platform/errors.ts';
import type { GivenSchema } from '../../../../platform/json-schema/find-schema-faults.ts';

/**
 * The JSON Schemas in a node's config that are known when it is saved; one with templates is known only at run time.
 */
export function schemasOf(node: Node, path: string): GivenSchema[] {
  const schema = node.type === 'llm' ? node.config.json_schema : undefined;
  if (typeof schema !== 'object' || schema === null || JSON.stringify(schema).includes('{{')) return [];
  return [{ path: `${path}.config.json_schema`, schema }];
}

/** Faults of a node beyond its schema. */
export function nodeFaults(node: Node, path: string): FieldFault[] {
  switch (node.type) {
    case 'loop':
      return exactlyOne(`${path}.config`, { body: node.config.body, workflow_id: node.config.workflow_id });
    case 'delay':
      return exactlyOne(`${path}.config`, { seconds: node.config.seconds, until: node.config.until });
    case 'extract':
      return sourceFaults(node.config, `${path}.config`);
    case 'switch':
      return typeof node.config.cases === 'string' ? [] : caseFaults(node.config.cases, `${path}.config.cases`);
    default:
      return [];
  }
}

function exactlyOne(path: string, fields: Record<string, unknown>): FieldFault[] {
  const names = Object.keys(fields);
  const given = names.filter((name) => fields[name] !== undefined);
  if (given.length === 1) return [];
  return [{ path, message: `${given.length === 0 ? 'needs' : 'takes only'} one of ${names.join(', ')}` }];
}

// Both may be given as templates: a form leaves one of them empty, and which one is known only at run time.
function sourceFaults(config: { file_id?: unknown; url?: unknown }, path: string): FieldFault[] {
  const given = config.file_id !== undefined || config.url !== undefined;
  return given ? [] : [{ path, message: 'needs one of file_id, url' }];
}

function caseFaults(cases: readonly { name: string }[], path: string): FieldFault[] {
  const seen = new Set(['default', 'error']);
  return cases.flatMap(({ name }, index) => {
    const taken = seen.has(name);
    seen.add(name);
    return taken ? [{ path: `${path}[${index}].name`, message: `“${name}” is taken already` }] : [];
  });
}
