import type { ExampleBook } from './example-book.ts';
import { created, ids, updated } from './ids.ts';

const definition = {
  nodes: [
    {
      id: 'summarise',
      type: 'llm',
      config: { prompt: 'Summarise in three sentences: {{ inputs.text }}' },
      retry: { max_attempts: 3, backoff_ms: 1_000, backoff: 'exponential' },
    },
    {
      id: 'is_long',
      type: 'condition',
      config: { if: '$length(inputs.text) > 2000' },
    },
    {
      id: 'check',
      type: 'approval',
      config: { title: 'Is this summary right?', description: '{{ nodes.summarise.outputs.text }}' },
    },
  ],
  edges: [
    { from: 'summarise', to: 'is_long' },
    { from: 'is_long', to: 'check', on: 'true' },
  ],
  outputs: { summary: '{{ nodes.summarise.outputs.text }}' },
} satisfies ExampleBook['WorkflowDefinition'];

const input_schema = {
  type: 'object',
  properties: { text: { type: 'string', description: 'What is to be summarised.' } },
  required: ['text'],
} satisfies ExampleBook['InputSchema'];

const summary = {
  id: ids.workflow,
  name: 'Summarise',
  slug: 'summarise',
  description: 'Summarises a text; a person checks the long ones.',
  status: 'active',
  input_schema,
  max_duration_s: 3_600,
  version: 1,
  created_at: created,
  updated_at: updated,
} satisfies ExampleBook['WorkflowSummary'];

const inputs = { text: 'Portico puts agents and automations in front of people who have no account.' };
const started = {
  execution_id: ids.execution,
  workflow_id: ids.workflow,
  status: 'pending',
  inputs,
} satisfies ExampleBook['ExecutionStarted'];

const trigger = {
  id: ids.trigger,
  name: 'Every weekday at seven',
  workflow_id: ids.workflow,
  type: 'schedule',
  enabled: true,
  inputs,
  schedule: { cron: '0 7 * * 1-5', timezone: 'Europe/Berlin' },
  webhook: null,
  last_fired_at: null,
  next_fire_at: '2026-03-03T06:00:00.000Z',
  last_error: null,
  created_at: created,
  updated_at: updated,
} satisfies ExampleBook['Trigger'];

/** Workflows, their executions, and triggers. */
const execution = {
  id: ids.execution,
  workflow_id: ids.workflow,
  workflow_name: summary.name,
  workflow_version: 1,
  trigger_id: null,
  retry_of: null,
  status: 'completed',
  inputs,
  outputs: { summary: 'Portico brings agents to people without an account.' },
  error: null,
  created_at: created,
  started_at: created,
  completed_at: '2026-03-02T09:30:01.204Z',
  cancelled_at: null,
  duration_ms: 1_204,
} as const;

export const workflowExamples = {
  WorkflowSummary: summary,
  Workflow: { ...summary, definition },
  SavedWorkflow: { ...summary, definition },
  WorkflowVersion: {
    version: summary.version,
    created_at: created,
    actor: { type: 'api_key', id: ids.apiKey, name: 'Deploy' },
    workflow: { ...summary, definition },
  },
  WorkflowCreate: { name: summary.name, description: summary.description, input_schema, definition },
  WorkflowPatch: { description: 'Summarises a text.', max_duration_s: 600 },
  ExecuteBody: { inputs },
  ExecutionStarted: started,
  ExecutionRetried: { ...started, retry_of: ids.execution },
  Execution: execution,
  ListedExecution: execution,
  ExecutionCancelled: { id: ids.execution, workflow_id: ids.workflow, status: 'cancelled', cancelled_at: updated },
  NodeRun: {
    node_id: 'summarise',
    node_type: 'llm',
    status: 'completed',
    attempt: 1,
    inputs: { prompt: `Summarise in three sentences: ${inputs.text}` },
    outputs: { text: 'Portico brings agents to people without an account.' },
    error: null,
    started_at: created,
    completed_at: '2026-03-02T09:30:01.190Z',
    duration_ms: 1_190,
  },
  ApprovalDecision: { decision: 'approve', comment: 'Reads well.' },
  ApprovalDecided: {
    execution_id: ids.execution,
    node_id: 'check',
    decision: 'approved',
    decided_by: ids.apiKey,
    comment: 'Reads well.',
    decided_at: updated,
  },
  Trigger: trigger,
  TriggerCreate: {
    name: trigger.name,
    workflow_id: ids.workflow,
    type: 'schedule',
    inputs,
    schedule: trigger.schedule,
  },
  TriggerPatch: { enabled: false },
  SavedTrigger: { ...trigger, enabled: false, next_fire_at: null },
  IssuedTrigger: {
    ...trigger,
    name: 'From the shop',
    type: 'webhook',
    schedule: null,
    next_fire_at: null,
    webhook: {
      url: `https://portico.example.com/hooks/${ids.trigger}`,
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    },
  },
  TriggerFired: { ...started, trigger_id: ids.trigger },
  HookAccepted: { execution_id: ids.execution },
} satisfies ExampleBook;
