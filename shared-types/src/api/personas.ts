import { z } from 'zod';
import { distinct } from '../distinct.ts';
import { NamedListQuery, PageQuery, sortedBy, Timestamp } from '../envelope.ts';
import { RunError } from '../errors.ts';
import { mergePatchOf } from '../merge-patch.ts';
import { BuiltinTool, HttpTool, KnowledgeTool, McpTool, Tool, WorkflowTool } from './agents.ts';

export const PersonaCategory = z.enum([
  'Research',
  'Content',
  'Development',
  'Data',
  'Operations',
  'Business',
  'Proposals',
]);
export type PersonaCategory = z.infer<typeof PersonaCategory>;

/** full_auto never asks, approve_high_risk asks before high-risk calls, approve_all before each step and each call. */
export const AutonomyLevel = z.enum(['full_auto', 'approve_high_risk', 'approve_all']);
export type AutonomyLevel = z.infer<typeof AutonomyLevel>;

const InputName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'must have 1 to 64 letters, digits and _');

/** One field of a persona's start form; `options` are the choices of select and multiselect. */
export const PersonaInputField = z.strictObject({
  name: InputName,
  label: z.string().trim().min(1).max(200),
  type: z.enum(['text', 'textarea', 'number', 'select', 'multiselect', 'checkbox', 'date']).default('text'),
  required: z.boolean().default(false),
  placeholder: z.string().max(500).default(''),
  options: z.array(z.string().min(1).max(500)).max(200).overwrite(distinct).default([]),
});
export type PersonaInputField = z.infer<typeof PersonaInputField>;

export const DeliverableType = z.enum(['markdown', 'csv', 'pdf']);
export type DeliverableType = z.infer<typeof DeliverableType>;

/** A file that a task produces; a task without a guaranteed one fails. */
export const PersonaDeliverable = z.strictObject({
  name: z.string().trim().min(1).max(120),
  description: z.string().max(4_000).default(''),
  type: DeliverableType,
  guaranteed: z.boolean().default(false),
});
export type PersonaDeliverable = z.infer<typeof PersonaDeliverable>;

export const ToolRisk = z.enum(['low', 'high']);
export type ToolRisk = z.infer<typeof ToolRisk>;

/** `risk` defaults to one derived from the tool's effects; `costCredits` is the price of each call. */
const integration = { risk: ToolRisk.optional(), costCredits: z.number().min(0).max(1_000_000).default(0) };

/** A tool of a persona with its risk: read-only tools are low, tools that write elsewhere or are unknown are high. */
export const PersonaIntegration = z.discriminatedUnion('type', [
  HttpTool.extend(integration),
  WorkflowTool.extend(integration),
  KnowledgeTool.extend(integration),
  McpTool.extend(integration),
  BuiltinTool.extend(integration),
]);
export type PersonaIntegration = z.infer<typeof PersonaIntegration>;

const hours = z.number().gt(0).max(8_760);
const credits = z.number().gt(0).max(1_000_000_000);

export const PersonaCreate = z.strictObject({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(10_000).default(''),
  category: PersonaCategory,
  /** The agent whose model, system prompt, tools and knowledge bases do the work. */
  agentId: z.string().min(1).max(200).nullish(),
  model: z.string().trim().min(1).max(200).nullish(),
  systemPrompt: z.string().max(200_000).default(''),
  tools: z.array(Tool).max(128).default([]),
  integrations: z.array(PersonaIntegration).max(128).default([]),
  inputFields: z.array(PersonaInputField).max(50).default([]),
  deliverables: z.array(PersonaDeliverable).max(20).default([]),
  sopSteps: z.array(z.string().trim().min(1).max(4_000)).min(1).max(50),
  autonomyLevel: z
    .preprocess(
      (level: AutonomyLevel | 'approve_high_riskn') => (level === 'approve_high_riskn' ? 'approve_high_risk' : level),
      AutonomyLevel,
    )
    .default('approve_high_risk'),
  maxDurationHours: hours.default(4),
  maxCostCredits: credits.default(100),
  estimatedDuration: z
    .strictObject({ minMinutes: z.number().min(0).max(525_600), maxMinutes: z.number().min(0).max(525_600) })
    .default({ minMinutes: 5, maxMinutes: 60 }),
  /** Maximum tokens of one response of the model. */
  maxTokens: z.int().min(1).max(1_000_000).default(4_096),
  /** Hours after which an undecided approval is rejected. */
  approvalExpiryHours: hours.default(72),
});
export type PersonaCreate = z.infer<typeof PersonaCreate>;

export const PersonaPatch = mergePatchOf(PersonaCreate);
export type PersonaPatch = z.infer<typeof PersonaPatch>;

/** A persona (docs/reference/personas.md#fields). */
export const Persona = z.object({
  id: z.string(),
  ...PersonaCreate.shape,
  agentId: z.string().nullable(),
  /** Null uses the agent's model or the configured default. */
  model: z.string().nullable(),
  autonomyLevel: AutonomyLevel,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Persona = z.infer<typeof Persona>;

export const PersonaListQuery = NamedListQuery.extend({
  sort: sortedBy('name', 'createdAt', 'updatedAt'),
  category: PersonaCategory.optional(),
});
export type PersonaListQuery = z.infer<typeof PersonaListQuery>;

/** The start of a task; `structuredInputs` are checked against the persona's input fields. */
export const PersonaInstanceCreate = z.strictObject({
  taskTitle: z.string().trim().min(1).max(300),
  structuredInputs: z.record(z.string(), z.unknown()).default({}),
  /** The persona's own if left out. */
  maxDurationHours: hours.optional(),
  maxCostCredits: credits.optional(),
});
export type PersonaInstanceCreate = z.infer<typeof PersonaInstanceCreate>;

export const PersonaInstanceResume = z.strictObject({
  maxCostCredits: credits.optional(),
  maxDurationHours: hours.optional(),
});
export type PersonaInstanceResume = z.infer<typeof PersonaInstanceResume>;

export const PersonaInstanceStatus = z.enum([
  'pending',
  'running',
  'awaiting_approval',
  'paused_budget',
  'completed',
  'failed',
  'cancelled',
]);
export type PersonaInstanceStatus = z.infer<typeof PersonaInstanceStatus>;

/** The tasks of all personas, including deleted ones. */
export const PersonaInstanceListQuery = NamedListQuery.extend({
  status: PersonaInstanceStatus.optional(),
  personaId: z.string().optional(),
});
export type PersonaInstanceListQuery = z.infer<typeof PersonaInstanceListQuery>;

/** A step's state; a step that a person rejected is skipped. */
export const PersonaStepStatus = z.enum(['pending', 'running', 'completed', 'skipped', 'failed', 'cancelled']);
export type PersonaStepStatus = z.infer<typeof PersonaStepStatus>;

export const PersonaStep = z.object({
  /** From 0, in the order of the persona's sopSteps. */
  index: z.int(),
  title: z.string(),
  status: PersonaStepStatus,
  startedAt: Timestamp.nullable(),
  completedAt: Timestamp.nullable(),
  /** Its result; for a running step the result so far. */
  output: z.string().nullable(),
  costCredits: z.number(),
});
export type PersonaStep = z.infer<typeof PersonaStep>;

export const PersonaApprovalStatus = z.enum(['pending', 'approved', 'rejected', 'expired', 'cancelled']);
export type PersonaApprovalStatus = z.infer<typeof PersonaApprovalStatus>;

/** A question to a person: may this step start, or may this call be made with exactly these arguments? */
export const PersonaApproval = z.object({
  id: z.string(),
  kind: z.enum(['step', 'action']),
  title: z.string(),
  /** A step's `{instruction}`, or a call's arguments. Once decided, the approved values. */
  arguments: z.record(z.string(), z.unknown()),
  status: PersonaApprovalStatus,
  expiresAt: Timestamp,
  stepIndex: z.int(),
  comment: z.string().nullable(),
  createdAt: Timestamp,
  decidedAt: Timestamp.nullable(),
  /** The API key's id, or `link` for a holder of the task page's link. */
  decidedBy: z.string().nullable(),
});
export type PersonaApproval = z.infer<typeof PersonaApproval>;

export const PersonaApprovalDecision = z.strictObject({
  decision: z.enum(['approve', 'reject']),
  /** With a rejection, the model reads it. */
  comment: z.string().max(10_000).optional(),
  /** Replaces the arguments in question; only with approve. */
  arguments: z.record(z.string(), z.unknown()).optional(),
});
export type PersonaApprovalDecision = z.infer<typeof PersonaApprovalDecision>;

/** The same from the task page, which may be of another version than the server. */
export const LinkedApprovalDecision = z.object(PersonaApprovalDecision.shape);
export type LinkedApprovalDecision = z.infer<typeof LinkedApprovalDecision>;

/** One task of a persona (docs/reference/personas.md#tasks). */
export const PersonaInstance = z.object({
  id: z.string(),
  personaId: z.string(),
  personaName: z.string(),
  taskTitle: z.string(),
  structuredInputs: z.record(z.string(), z.unknown()),
  status: PersonaInstanceStatus,
  /** The cap that was reached, while the status is paused_budget. */
  pauseReason: z.enum(['cost', 'duration']).nullable(),
  progress: z.object({
    /** 0 to 100. */
    percent: z.number(),
    /** The index of the step that runs or comes next; null if none is left. */
    currentStep: z.int().nullable(),
    steps: z.array(PersonaStep),
  }),
  costCredits: z.number(),
  usage: z.object({ promptTokens: z.int(), completionTokens: z.int(), totalTokens: z.int() }),
  approvals: z.array(PersonaApproval),
  maxDurationHours: z.number(),
  maxCostCredits: z.number(),
  error: RunError.nullable(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  completedAt: Timestamp.nullable(),
  /** The task page with its token; read-only for callers who may not decide approvals. */
  link: z.string(),
});
export type PersonaInstance = z.infer<typeof PersonaInstance>;

/** A task's new link. `expiresAt` is null while the task runs: its links expire some days after its end. */
export const PersonaLink = z.object({ link: z.string(), expiresAt: Timestamp.nullable() });
export type PersonaLink = z.infer<typeof PersonaLink>;

/** A task as the holder of its link sees it. */
export const LinkedPersonaInstance = z.object({ ...PersonaInstance.shape, canDecide: z.boolean() });
export type LinkedPersonaInstance = z.infer<typeof LinkedPersonaInstance>;

export const DeliverableListQuery = z.object({
  ...PageQuery.shape,
  /** `all` lists older versions, too. */
  versions: z.enum(['latest', 'all']).default('latest'),
});
export type DeliverableListQuery = z.infer<typeof DeliverableListQuery>;

/** A file produced by a task; `downloadUrl` is signed and valid for 24 hours. */
export const Deliverable = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: DeliverableType,
  fileName: z.string(),
  /** In bytes. */
  fileSize: z.int(),
  /** Counts the versions of one deliverable from 1. */
  version: z.int(),
  downloadUrl: z.string(),
  createdAt: Timestamp,
});
export type Deliverable = z.infer<typeof Deliverable>;
