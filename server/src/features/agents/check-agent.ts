import type { AgentCreate, Tool } from '@portico/shared-types';
import { type FieldFault, invalid } from '../../platform/errors.ts';
import { describeMissing, type NamedResource } from '../../platform/hold-references.ts';
import { findSchemaFaults } from '../../platform/json-schema/find-schema-faults.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AgentsPlatform } from './agent-ports.ts';
import { replyTools } from './tools/reply-tools.ts';
import { hasFixedHost } from './tools/write-address.ts';

type Checked = Pick<AgentCreate, 'tools' | 'knowledge_base_ids'>;

/** Checks rules beyond the schema of the body. Throws one 400 that lists every fault with its path. */
export async function checkAgent(platform: AgentsPlatform, workspaceId: string, agent: Checked): Promise<void> {
  const faults = [
    ...reservedNames(agent.tools),
    ...(await checkTools(platform, workspaceId, agent.tools)),
    ...(await checkReferences(platform, workspaceId, referencesOf(agent))),
  ];
  if (faults.length > 0) throw invalid(faults);
}

/** Names that replies need for their built-in tools. */
function reservedNames(tools: readonly Tool[]): FieldFault[] {
  const reserved = new Set(replyTools.map(({ name }) => name));
  return tools.flatMap((tool, index) =>
    'name' in tool && reserved.has(tool.name)
      ? [{ path: `body.tools[${index}].name`, message: 'is the name of a built-in tool' }]
      : [],
  );
}

/**
 * The faults of a list of tools: duplicate names, addresses without a fixed host, and parameters that are not a usable
 * JSON Schema. `path` is the path of the list.
 */
export async function checkTools(
  platform: Platform,
  workspaceId: string,
  tools: readonly Tool[],
  path = 'body.tools',
): Promise<FieldFault[]> {
  const schemas = tools.flatMap((tool, index) =>
    tool.type === 'http' || tool.type === 'client'
      ? [{ path: `${path}[${index}].parameters`, schema: tool.parameters }]
      : [],
  );
  return [
    ...doubledNames(tools, path),
    ...variableHosts(tools, path),
    ...(await findSchemaFaults(schemas, platform.sandboxes.expressions, { workspaceId })),
  ];
}

function doubledNames(tools: readonly Tool[], path: string): FieldFault[] {
  const seen = new Set<string>();
  return tools.flatMap((tool, index) => {
    if (!('name' in tool)) return [];
    const isTaken = seen.has(tool.name);
    seen.add(tool.name);
    return isTaken ? [{ path: `${path}[${index}].name`, message: 'is the name of another tool' }] : [];
  });
}

/** An HTTP tool may have secrets in its headers: the model must not choose the server that receives them. */
function variableHosts(tools: readonly Tool[], path: string): FieldFault[] {
  return tools.flatMap((tool, index) =>
    tool.type === 'http' && !hasFixedHost(tool.request.url)
      ? [{ path: `${path}[${index}].request.url`, message: 'must have a valid host, without a placeholder' }]
      : [],
  );
}

/** Faults of a list of tools whose workflow or knowledge base doesn't exist. */
export async function checkToolReferences(
  platform: AgentsPlatform,
  workspaceId: string,
  tools: readonly Tool[],
  path = 'body.tools',
): Promise<FieldFault[]> {
  return checkReferences(platform, workspaceId, referencesOfTools(tools, path));
}

/** The knowledge bases and workflows of an agent. */
export function referencesOf({ knowledge_base_ids: baseIds, tools }: Checked): NamedResource[] {
  const bases = baseIds.map((id, index) => {
    return { resource: 'knowledge base' as const, id, path: `body.knowledge_base_ids[${index}]` };
  });
  return [...bases, ...referencesOfTools(tools)];
}

/** The knowledge bases and workflows of a list of tools. */
export function referencesOfTools(tools: readonly Tool[], path = 'body.tools'): NamedResource[] {
  return tools.flatMap((tool, index): NamedResource[] => {
    if (tool.type === 'knowledge') {
      const field = `${path}[${index}].knowledge_base_id`;
      return [{ resource: 'knowledge base', id: tool.knowledge_base_id, path: field }];
    }
    if (tool.type !== 'workflow') return [];
    return [{ resource: 'workflow', id: tool.workflow_id, path: `${path}[${index}].workflow_id` }];
  });
}

async function checkReferences(
  platform: AgentsPlatform,
  workspaceId: string,
  references: readonly NamedResource[],
): Promise<FieldFault[]> {
  const { ports } = platform.agents;
  const baseIds = references.filter(({ resource }) => resource === 'knowledge base').map(({ id }) => id);
  const found = new Set(baseIds.length === 0 ? [] : await ports.findKnowledgeBases(workspaceId, baseIds));
  const bases = references.filter(({ resource, id }) => resource === 'knowledge base' && !found.has(id));
  const faults = bases.map(describeMissing);
  for (const workflow of references.filter(({ resource }) => resource === 'workflow')) {
    const described = await ports.describeWorkflow(workspaceId, workflow.id);
    if (described === undefined) faults.push(describeMissing(workflow));
  }
  return faults;
}
