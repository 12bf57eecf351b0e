import type {
  AutonomyLevel,
  PersonaDeliverable,
  PersonaInputField,
  PersonaIntegration,
  Tool,
  ToolRisk,
} from '@portico/shared-types';
import type { Platform } from '../../platform/platform.ts';
import { findAgent } from '../agents/index.ts';
import { plainTool } from './check-persona.ts';
import type { PersonaRow } from './personas.sql.ts';
import { rateTool } from './tool-risk.ts';

/** A tool with its risk and the price of a call, in credits. */
export interface PlannedTool {
  readonly tool: Tool;
  readonly risk: ToolRisk;
  readonly costCredits: number;
}

/** A snapshot of a persona and its agent at the start of a task. */
export interface Plan {
  readonly personaName: string;
  /** Null means DEFAULT_MODEL. */
  readonly model: string | null;
  readonly systemPrompt: string;
  readonly temperature: number;
  readonly maxTokens: number;
  /** Maximum model calls of one step. */
  readonly maxTurns: number;
  readonly knowledgeBaseIds: readonly string[];
  readonly tools: readonly PlannedTool[];
  readonly inputFields: readonly PersonaInputField[];
  readonly deliverables: readonly PersonaDeliverable[];
  readonly autonomyLevel: AutonomyLevel;
  readonly approvalExpiryHours: number;
}

/** Work by a procedure needs little creativity. */
const defaultTemperature = 0.3;
const defaultTurns = 25;

/** Takes the snapshot that a task works with; undefined if the persona's agent was deleted. */
export async function makePlan(
  platform: Platform,
  { workspace_id, definition }: PersonaRow,
): Promise<Plan | undefined> {
  const own = definition.integrations.map(planIntegration);
  const common = {
    personaName: definition.name,
    inputFields: definition.inputFields,
    deliverables: definition.deliverables,
    autonomyLevel: definition.autonomyLevel,
    approvalExpiryHours: definition.approvalExpiryHours,
  };
  if (definition.agentId == null) {
    return {
      ...common,
      model: definition.model ?? null,
      systemPrompt: definition.systemPrompt,
      temperature: defaultTemperature,
      maxTokens: definition.maxTokens,
      maxTurns: defaultTurns,
      knowledgeBaseIds: [],
      tools: [...own, ...definition.tools.map(planTool)],
    };
  }
  const agent = await findAgent(platform.database.sql, workspace_id, definition.agentId);
  if (agent === undefined) return undefined;
  return {
    ...common,
    model: agent.model,
    systemPrompt: agent.system_prompt,
    temperature: agent.temperature,
    maxTokens: Math.max(agent.max_tokens, definition.maxTokens),
    maxTurns: agent.max_steps,
    knowledgeBaseIds: agent.knowledge_base_ids,
    tools: [...own, ...agent.tools.map(planTool)],
  };
}

function planIntegration(tool: PersonaIntegration): PlannedTool {
  const plain = plainTool(tool);
  return { tool: plain, risk: tool.risk ?? rateTool(plain), costCredits: tool.costCredits };
}

function planTool(tool: Tool): PlannedTool {
  return { tool, risk: rateTool(tool), costCredits: 0 };
}
