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

export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly required: boolean;
}

export const parameterTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const;

type HttpTool = Extract<Tool, { type: 'http' }>;

export function readParameters({ properties, required }: HttpTool['parameters']): Parameter[] {
  return Object.entries(properties).map(([name, property]) => ({
    name,
    type: typeof property['type'] === 'string' ? property['type'] : 'string',
    description: typeof property['description'] === 'string' ? property['description'] : '',
    required: required?.includes(name) === true,
  }));
}

/** Writes a table of parameters back into a schema; attributes that the table doesn't show are kept. */
export function writeParameters(before: HttpTool['parameters'], rows: readonly Parameter[]): HttpTool['parameters'] {
  const named = rows.filter(({ name }) => name !== '');
  return {
    ...before,
    properties: Object.fromEntries(
      named.map(({ name, type, description }) => [name, { ...before.properties[name], type, description }]),
    ),
    required: named.filter(({ required }) => required).map(({ name }) => name),
  };
}
