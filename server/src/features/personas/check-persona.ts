import type { PersonaCreate, PersonaIntegration, Tool } from '@portico/shared-types';
import { type FieldFault, ignoreMissing, invalid } from '../../platform/errors.ts';
import { describeMissing, type NamedResource } from '../../platform/hold-references.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type AgentsPlatform,
  checkToolReferences,
  checkTools,
  referencesOfTools,
  requireAgent,
} from '../agents/index.ts';
import { deliverableToolName } from './deliverables/deliverable-tool-name.ts';

/** Checks rules beyond the schema of the body. Throws one 400 that lists every fault with its path. */
export async function checkPersona(
  platform: AgentsPlatform,
  workspaceId: string,
  persona: PersonaCreate,
): Promise<void> {
  const faults = [
    ...checkFields(persona),
    ...checkDeliverables(persona),
    ...checkLimits(persona),
    ...(await checkWorker(platform, workspaceId, persona)),
    ...(await checkToolLists(platform, workspaceId, persona)),
  ];
  if (faults.length > 0) throw invalid(faults);
}

/** The agent, the knowledge bases and the workflows of a persona. */
export function referencesOf({ agentId, tools, integrations }: PersonaCreate): NamedResource[] {
  return [
    ...(agentId == null ? [] : [{ resource: 'agent' as const, id: agentId, path: 'body.agentId' }]),
    ...listTools({ tools, integrations }).flatMap(({ path, list }) => referencesOfTools(list, path)),
  ];
}

function listTools({ tools, integrations }: Pick<PersonaCreate, 'tools' | 'integrations'>) {
  return [
    { path: 'body.tools', list: tools },
    { path: 'body.integrations', list: integrations.map(plainTool) },
  ];
}

/** The tool without the fields that personas add. */
export function plainTool({ risk: _risk, costCredits: _cost, ...tool }: PersonaIntegration): Tool {
  return tool;
}

function checkFields({ inputFields }: PersonaCreate): FieldFault[] {
  const seen = new Set<string>();
  return inputFields.flatMap(({ name, type, options }, index) => {
    const path = `body.inputFields[${index}]`;
    const faults: FieldFault[] = [];
    if (seen.has(name)) faults.push({ path: `${path}.name`, message: 'is the name of another field' });
    seen.add(name);
    const chooses = type === 'select' || type === 'multiselect';
    if (chooses && options.length === 0)
      faults.push({ path: `${path}.options`, message: 'is required', code: 'required' });
    if (!chooses && options.length > 0) {
      faults.push({ path: `${path}.options`, message: 'is only for select and multiselect' });
    }
    if (new Set(options).size < options.length) {
      faults.push({ path: `${path}.options`, message: 'must not name an option twice' });
    }
    return faults;
  });
}

function checkDeliverables({ deliverables }: PersonaCreate): FieldFault[] {
  const names = deliverables.map(({ name }) => name);
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [{ path: `body.deliverables[${index}].name`, message: 'is the name of another deliverable' }],
  );
}

function checkLimits({ estimatedDuration: { minMinutes, maxMinutes } }: PersonaCreate): FieldFault[] {
  if (minMinutes <= maxMinutes) return [];
  return [{ path: 'body.estimatedDuration.maxMinutes', message: 'must not be below minMinutes' }];
}

/** The work is done by an agent, or by a model with the persona's own prompt and tools. */
async function checkWorker(platform: Platform, workspaceId: string, persona: PersonaCreate): Promise<FieldFault[]> {
  const { agentId, model, systemPrompt, tools } = persona;
  if (agentId == null) return [];
  const faults: FieldFault[] = [];
  if (model != null)
    faults.push({ path: 'body.model', message: 'can’t be combined with agentId: the agent’s own is used' });
  if (systemPrompt !== '') {
    faults.push({ path: 'body.systemPrompt', message: 'can’t be combined with agentId: the agent’s own is used' });
  }
  if (tools.length > 0)
    faults.push({ path: 'body.tools', message: 'can’t be combined with agentId: the agent’s own are used' });
  try {
    await requireAgent(platform, workspaceId, agentId);
  } catch (error) {
    ignoreMissing(error);
    faults.push(describeMissing({ path: 'body.agentId', resource: 'agent' }));
  }
  return faults;
}

async function checkToolLists(
  platform: AgentsPlatform,
  workspaceId: string,
  persona: PersonaCreate,
): Promise<FieldFault[]> {
  const faults: FieldFault[] = [];
  const seen = new Set<string>([deliverableToolName]);
  for (const { path, list } of listTools(persona)) {
    faults.push(
      ...(await checkTools(platform, workspaceId, list, path)),
      ...(await checkToolReferences(platform, workspaceId, list, path)),
    );
    for (const [index, { type }] of list.entries()) {
      const message = 'runs on a visitor’s page, which a persona does not have';
      if (type === 'client') faults.push({ path: `${path}[${index}].type`, message });
    }
    const names = list.map((tool) => ('name' in tool ? tool.name : undefined));
    for (const [index, name] of names.entries()) {
      if (name !== undefined && seen.has(name)) {
        faults.push({ path: `${path}[${index}].name`, message: 'is the name of another tool' });
      }
    }
    for (const name of names) if (name !== undefined) seen.add(name);
  }
  return faults;
}
