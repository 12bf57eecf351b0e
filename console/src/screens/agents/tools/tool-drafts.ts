import type { Tool } from '@portico/shared-types/api/agents';

export type ToolType = Tool['type'];
export const toolTypes: readonly ToolType[] = ['http', 'workflow', 'knowledge', 'mcp', 'client', 'builtin'];

/** An empty tool of a type. */
export function newTool(type: ToolType): Tool {
  const named = { name: '', description: '' };
  switch (type) {
    case 'http':
      return {
        type,
        ...named,
        parameters: { type: 'object', properties: {}, required: [] },
        request: { method: 'GET', url: 'https://' },
      };
    case 'workflow':
      return { type, ...named, workflow_id: '' };
    case 'knowledge':
      return { type, ...named, knowledge_base_id: '' };
    case 'mcp':
      return { type, url: 'https://' };
    case 'client':
      return { type, ...named, parameters: { type: 'object', properties: {}, required: [] } };
    case 'builtin':
      return { type, name: 'current_time' };
  }
}

/** The summary of a tool in a list. */
export function titleOf(tool: Tool): string {
  return tool.type === 'mcp' ? tool.url : tool.name;
}

export function detailOf(tool: Tool): string {
  if (tool.type === 'http') return `${tool.request.method} ${tool.request.url}`;
  if (tool.type === 'mcp') return (tool.allow ?? []).join(', ');
  return tool.type === 'builtin' ? '' : tool.description;
}

type HttpTool = Extract<Tool, { type: 'http' }>;
type Property = HttpTool['parameters']['properties'][string];

const parameterTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const;

export interface Parameter {
  readonly name: string;
  /** `other` is a type that the table can't show, such as a choice of types; it is kept. */
  readonly type: (typeof parameterTypes)[number] | 'other';
  readonly description: string;
  readonly required: boolean;
  /** Its schema as it was read, for what the table doesn't show. */
  readonly schema: Property;
}

export function readParameters({ properties, required }: HttpTool['parameters']): Parameter[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    description: typeof schema['description'] === 'string' ? schema['description'] : '',
    required: required?.includes(name) === true,
    schema,
  }));
}

/** The types to choose from; `other` only if the schema has such a type. */
export function listTypes({ schema }: Parameter): readonly Parameter['type'][] {
  return typeOf(schema) === 'other' ? [...parameterTypes, 'other'] : parameterTypes;
}

/** Writes a table of parameters back into a schema; attributes that the table doesn't show are kept. */
export function writeParameters(before: HttpTool['parameters'], rows: readonly Parameter[]): HttpTool['parameters'] {
  const named = rows.filter(({ name }) => name !== '');
  return {
    ...before,
    properties: Object.fromEntries(named.map((row) => [row.name, writeProperty(row)])),
    required: named.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** A pattern or a list of values is not kept for another type. */
function writeProperty({ type, description, schema }: Parameter): Property {
  const { description: _, ...rest } = type === typeOf(schema) ? schema : { type };
  return description === '' ? rest : { ...rest, description };
}

function typeOf({ type }: Property): Parameter['type'] {
  return parameterTypes.find((each) => each === type) ?? 'other';
}
