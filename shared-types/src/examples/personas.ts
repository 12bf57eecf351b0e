import type { ExampleBook } from './example-book.ts';
import { created, downloadUrl, ids, updated } from './ids.ts';

const create = {
  name: 'Market researcher',
  description: 'Looks into a market and writes down what it finds.',
  category: 'Research',
  systemPrompt: 'You research markets. Say where each figure comes from.',
  inputFields: [
    {
      name: 'market',
      label: 'Which market?',
      type: 'text',
      required: true,
      placeholder: 'Electric bicycles in Italy',
      options: [],
    },
  ],
  deliverables: [{ name: 'Report', description: 'Two pages.', type: 'markdown', guaranteed: true }],
  sopSteps: ['Collect the sources', 'Compare the figures', 'Write the report'],
  autonomyLevel: 'approve_high_risk',
  maxDurationHours: 2,
  maxCostCredits: 50,
  estimatedDuration: { minMinutes: 5, maxMinutes: 20 },
} satisfies ExampleBook['PersonaCreate'];

const approval = {
  id: ids.approval,
  kind: 'action',
  title: 'Send the report by mail',
  arguments: { to: 'sales@example.com', subject: 'Electric bicycles in Italy' },
  status: 'pending',
  expiresAt: '2026-03-05T09:31:00.000Z',
  stepIndex: 2,
  comment: null,
  createdAt: updated,
  decidedAt: null,
  decidedBy: null,
} satisfies ExampleBook['PersonaApproval'];

const [first = '', second = '', third = ''] = create.sopSteps;

const instance = {
  id: ids.instance,
  personaId: ids.persona,
  personaName: create.name,
  taskTitle: 'Electric bicycles in Italy',
  structuredInputs: { market: 'Electric bicycles in Italy' },
  status: 'awaiting_approval',
  pauseReason: null,
  progress: {
    percent: 66,
    currentStep: 2,
    steps: [
      step(0, first, { status: 'completed', completedAt: updated, output: 'Four sources.', costCredits: 1.2 }),
      step(1, second, { status: 'completed', completedAt: updated, output: 'They agree.', costCredits: 0.8 }),
      step(2, third, { status: 'running', completedAt: null, output: null, costCredits: 0.4 }),
    ],
  },
  costCredits: 2.4,
  usage: { promptTokens: 1_900, completionTokens: 500, totalTokens: 2_400 },
  approvals: [approval],
  maxDurationHours: 2,
  maxCostCredits: 50,
  error: null,
  createdAt: created,
  startedAt: created,
  completedAt: null,
  link: `https://portico.example.com/personas/instances/${ids.instance}#token=Qm8vX2cK7tB4rH1jL9wZpD`,
} satisfies ExampleBook['PersonaInstance'];

/** Personas and their tasks. */
export const personaExamples = {
  PersonaCreate: create,
  PersonaPatch: { maxCostCredits: 80, autonomyLevel: 'full_auto' },
  Persona: {
    ...create,
    id: ids.persona,
    autonomyLevel: 'approve_high_risk',
    agentId: null,
    model: null,
    tools: [],
    integrations: [],
    maxTokens: 4_096,
    approvalExpiryHours: 72,
    createdAt: created,
    updatedAt: updated,
  },
  PersonaInstanceCreate: { taskTitle: instance.taskTitle, structuredInputs: instance.structuredInputs },
  PersonaInstance: instance,
  PersonaLink: { link: instance.link, expiresAt: null },
  LinkedPersonaInstance: { ...instance, canDecide: true },
  PersonaInstanceResume: { maxCostCredits: 100 },
  PersonaApproval: {
    ...approval,
    status: 'approved',
    comment: 'Looks good.',
    decidedAt: updated,
    decidedBy: ids.apiKey,
  },
  PersonaApprovalDecision: { decision: 'approve', comment: 'Looks good.' },
  LinkedApprovalDecision: { decision: 'approve', comment: 'Looks good.' },
  Deliverable: {
    id: ids.deliverable,
    name: 'Report',
    description: 'Two pages.',
    type: 'markdown',
    fileName: 'report.md',
    fileSize: 5_312,
    version: 1,
    downloadUrl,
    createdAt: updated,
  },
} satisfies ExampleBook;

type Step = NonNullable<ExampleBook['PersonaStep']>;

function step(index: number, title: string, rest: Omit<Step, 'index' | 'title' | 'startedAt'>): Step {
  return { index, title, startedAt: created, ...rest };
}
