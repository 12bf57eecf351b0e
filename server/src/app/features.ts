import './agent-ports.ts';
import './register-uses.ts';
import './thread-ports.ts';
import { agentRoutes, modelRoutes } from '../features/agents/index.ts';
import { apiKeyRoutes, deleteExpiredResponses } from '../features/api-keys/index.ts';
import { auditLogRoutes } from '../features/audit-log/index.ts';
import { brandRoutes } from '../features/brands/index.ts';
import {
  chatInterfaceRoutes,
  checkDomains,
  publicChatRoutes,
  publicMessageRoutes,
  visitorActRoutes,
  sweepChallenges,
} from '../features/chat-interfaces/index.ts';
import {
  actRoutes,
  conversationRoutes,
  deleteOldMails,
  endWaiting,
  fillConversations,
  indexConversations,
  pruneEvents,
  savedReplyRoutes,
  startNotices,
  streamRoutes,
} from '../features/conversations/index.ts';
import { sweepReservations, usageRoutes } from '../features/credits/index.ts';
import { executionJobs, executionRoutes, startExecutionWorker } from '../features/executions/index.ts';
import { fileRoutes } from '../features/files/index.ts';
import {
  bindFormJobs,
  formInterfaceRoutes,
  publicFormRoutes,
  startSubmissionWorkers,
  sweepResumableUploads,
  sweepSubmissions,
  sweepUploads,
} from '../features/form-interfaces/index.ts';
import { groupQuestions, insightRoutes } from '../features/insights/index.ts';
import {
  bindDocumentJobs,
  documentRoutes,
  fillTerms,
  indexLargeBases,
  knowledgeBaseRoutes,
  startDocumentWorker,
} from '../features/knowledge-bases/index.ts';
import { legacyAgentRoutes } from '../features/legacy-agents/index.ts';
import { mcpRoutes } from '../features/mcp/index.ts';
import { deleteOldOAuth } from '../features/oauth/index.ts';
import { openAiRoutes } from '../features/openai/index.ts';
import { peopleRoutes, sweepSignIn } from '../features/people/index.ts';
import {
  expireApprovals,
  instanceRoutes,
  linkedRoutes,
  personaJobs,
  personaRoutes,
  startPersonaWorker,
} from '../features/personas/index.ts';
import { sweepPreviews } from '../features/previews/index.ts';
import {
  bindCrawlJobs,
  runRoutes,
  sourceRoutes,
  startCrawler,
  sweepHosts,
  sweepSources,
} from '../features/sources/index.ts';
import { messageRoutes, replyJobs, startReplyWorker, threadRoutes } from '../features/threads/index.ts';
import { findTriggersOfWorkflow, sweepTicks, triggerJobs, triggerRoutes } from '../features/triggers/index.ts';
import { deliveryRoutes, startDeliveries, sweepDeliveries, webhookRoutes } from '../features/webhooks/index.ts';
import { uiMessageRoutes } from '../features/ui-messages/index.ts';
import { registerWorkflowUsers, workflowRoutes } from '../features/workflows/index.ts';
import { nodePorts } from './node-ports.ts';
import type { Route } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import type { BoundJob } from '../platform/queue.ts';

/** Work that a worker repeats for as long as it lives; each run asks the database what is due. */
export interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  run(platform: Platform): Promise<void>;
}

/** What a feature brings: the explicit list, so that nothing is found by magic. */
export interface Feature {
  readonly name: string;
  readonly routes?: readonly Route[];
  readonly jobs?: (platform: Platform) => readonly BoundJob[];
  readonly sweeps?: readonly Sweep[];
  /** Starts what a worker does beside jobs and sweeps; returns what stops it, before anything else is closed. */
  readonly work?: (platform: Platform) => () => Promise<void>;
}

registerWorkflowUsers(findTriggersOfWorkflow);

export const features: readonly Feature[] = [
  { name: 'agents', routes: [...agentRoutes, ...modelRoutes] },
  {
    name: 'api-keys',
    routes: apiKeyRoutes,
    sweeps: [{ name: 'api-keys.answers', everyMs: 600_000, run: deleteExpiredResponses }],
  },
  { name: 'audit-log', routes: auditLogRoutes },
  { name: 'brands', routes: brandRoutes },
  {
    name: 'chat-interfaces',
    routes: [...chatInterfaceRoutes, ...publicChatRoutes, ...publicMessageRoutes, ...visitorActRoutes],
    sweeps: [
      { name: 'chat-domains', everyMs: 60_000, run: checkDomains },
      { name: 'chat-challenges', everyMs: 600_000, run: sweepChallenges },
    ],
  },
  {
    name: 'conversations',
    routes: [...conversationRoutes, ...streamRoutes, ...actRoutes, ...savedReplyRoutes],
    sweeps: [
      { name: 'conversations.fill', everyMs: 60_000, run: async ({ database }) => fillConversations(database.sql) },
      { name: 'conversations.timeouts', everyMs: 1_000, run: endWaiting },
      { name: 'conversations.events', everyMs: 600_000, run: pruneEvents },
      { name: 'conversations.mails', everyMs: 3_600_000, run: async ({ database }) => deleteOldMails(database.sql) },
      { name: 'conversations.index', everyMs: 30_000, run: indexConversations },
    ],
    work: startNotices,
  },
  {
    name: 'credits',
    routes: usageRoutes,
    sweeps: [{ name: 'credits.reservations', everyMs: 60_000, run: sweepReservations }],
  },
  {
    name: 'executions',
    routes: executionRoutes,
    jobs: executionJobs,
    work: (platform) => startExecutionWorker(platform, nodePorts),
  },
  { name: 'files', routes: fileRoutes },
  {
    name: 'form-interfaces',
    routes: [...formInterfaceRoutes, ...publicFormRoutes],
    jobs: bindFormJobs,
    sweeps: [
      { name: 'form-submissions', everyMs: 5000, run: sweepSubmissions },
      { name: 'form-uploads', everyMs: 600_000, run: sweepUploads },
      { name: 'resumable-uploads', everyMs: 600_000, run: sweepResumableUploads },
    ],
    work: startSubmissionWorkers,
  },
  {
    name: 'insights',
    routes: insightRoutes,
    sweeps: [{ name: 'insight-questions', everyMs: 2_000, run: groupQuestions }],
  },
  {
    name: 'knowledge-bases',
    routes: [...knowledgeBaseRoutes, ...documentRoutes],
    jobs: bindDocumentJobs,
    sweeps: [
      { name: 'knowledge-bases.fill-terms', everyMs: 5_000, run: fillTerms },
      { name: 'knowledge-base-indexes', everyMs: 60_000, run: indexLargeBases },
    ],
    work: startDocumentWorker,
  },
  { name: 'legacy-agents', routes: legacyAgentRoutes },
  { name: 'mcp', routes: mcpRoutes },
  { name: 'openai', routes: openAiRoutes },
  {
    name: 'people',
    routes: peopleRoutes,
    sweeps: [
      { name: 'people.sign-in', everyMs: 600_000, run: sweepSignIn },
      { name: 'oauth.old', everyMs: 600_000, run: async ({ database: { sql } }) => deleteOldOAuth(sql) },
    ],
  },
  {
    name: 'personas',
    routes: [...personaRoutes, ...instanceRoutes, ...linkedRoutes],
    jobs: personaJobs,
    sweeps: [{ name: 'personas.approvals', everyMs: 2000, run: expireApprovals }],
    work: startPersonaWorker,
  },
  { name: 'previews', sweeps: [{ name: 'previews', everyMs: 60_000, run: sweepPreviews }] },
  {
    name: 'sources',
    routes: [...sourceRoutes, ...runRoutes],
    jobs: bindCrawlJobs,
    sweeps: [
      { name: 'source-schedules', everyMs: 5_000, run: sweepSources },
      { name: 'crawled-hosts', everyMs: 3_600_000, run: sweepHosts },
    ],
    work: startCrawler,
  },
  {
    name: 'threads',
    routes: [...threadRoutes, ...messageRoutes],
    jobs: replyJobs,
    work: startReplyWorker,
  },
  {
    name: 'triggers',
    routes: triggerRoutes,
    jobs: triggerJobs,
    sweeps: [{ name: 'trigger-ticks', everyMs: 10_000, run: sweepTicks }],
  },
  { name: 'ui-messages', routes: uiMessageRoutes },
  {
    name: 'webhooks',
    routes: [...webhookRoutes, ...deliveryRoutes],
    sweeps: [{ name: 'webhook-deliveries', everyMs: 15_000, run: sweepDeliveries }],
    work: startDeliveries,
  },
  { name: 'workflows', routes: workflowRoutes },
];
