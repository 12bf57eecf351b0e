import type { AgentCreate, Tool } from '@portico/shared-types';
import { type FieldFault, invalid } from '../../platform/errors.ts';
import { findSchemaFaults } from '../../platform/json-schema/find-schema-faults.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AgentsPlatform } from './agent-ports.ts';
import { replyTools } from './tools/reply-tools.ts';

type Checked = Pick<AgentCreate, 'tools' | 'knowledge_base_ids'>;

/** Checks rules beyond the schema of the body. Throws one 400 that lists every fault with its path. */
export async function checkAgent(platform: AgentsPlatform, workspaceId: string, agent: Checked): Promise<void> {
  const faults = [
    ...reservedNames(agent.tools),
    ...(await checkTools(platform, workspaceId, agent.tools)),
    ...(await checkReferences(platform, workspaceId, agent)),
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
 * The faults of a list of tools: duplicate names, and parameters that are not a usable JSON Schema. `path` is the path
 * of the list.
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

/** Faults of a list of tools whose workflow or knowledge base doesn't exist. */
export async function checkToolReferences(
  platform: AgentsPlatform,
  workspaceId: string,
  tools: readonly Tool[],
  path = 'body.tools',
): Promise<FieldFault[]> {
  return checkReferences(platform, workspaceId, { tools, knowledge_base_ids: [] }, path);
}

async function checkReferences(
  platform: AgentsPlatform,
  workspaceId: string,
  agent: { readonly [Key in keyof Checked]: readonly Checked[Key][number][] },
  path = 'body.tools',
): Promise<FieldFault[]> {
  const bases = agent.knowledge_base_ids.map((id, index) => ({ id, path: `body.knowledge_base_ids[${index}]` }));
  const workflows: { id: string; path: string }[] = [];
  for (const [index, tool] of agent.tools.entries()) {
    if (tool.type === 'knowledge') {
      bases.push({ id: tool.knowledge_base_id, path: `${path}[${index}].knowledge_base_id` });
    } else if (tool.type === 'workflow') {
      workflows.push({ id: tool.workflow_id, path: `${path}[${index}].workflow_id` });
    }
  }
  const { ports } = platform.agents;
  const baseIds = bases.map(({ id }) => id);
  const found = new Set(baseIds.length === 0 ? [] : await ports.findKnowledgeBases(workspaceId, baseIds));
  const faults = bases
    .filter(({ id }) => !found.has(id))
    .map((base) => ({ path: base.path, message: 'is not a knowledge base of this workspace' }));
  for (const workflow of workflows) {
    const described = await ports.describeWorkflow(workspaceId, workflow.id);
    if (described === undefined) faults.push({ path: workflow.path, message: 'is not a workflow of this workspace' });
  }
  return faults;
}
