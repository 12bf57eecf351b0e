import * as wire from '../../wire.ts';
import { call, download, follow, list } from '../operation.ts';

const v1 = '/api/v1';
const personas = '/api/personas';
const { Deleted, PageQuery, executionEvents, personaEvents } = wire;

/** Workflows, personas, triggers and webhooks. */
export const automationOperations = {
  executions: {
    list: list(`${v1}/executions`, wire.ExecutionListQuery, wire.ListedExecution),
    export: download(`${v1}/executions/export`, wire.ExecutionExportQuery),
    get: call('GET', `${v1}/executions/{id}`, { answer: wire.Execution }),
    listNodes: list(`${v1}/executions/{id}/nodes`, PageQuery, wire.NodeRun),
    events: follow(`${v1}/executions/{id}/events`, executionEvents, [
      'execution:completed',
      'execution:failed',
      'execution:cancelled',
    ]),
    cancel: call('POST', `${v1}/executions/{id}/cancel`, { answer: wire.ExecutionCancelled }),
    retry: call('POST', `${v1}/executions/{id}/retry`, { answer: wire.ExecutionRetried }),
    decide: call('POST', `${v1}/executions/{id}/approvals/{node_id}`, {
      body: wire.ApprovalDecision,
      answer: wire.ApprovalDecided,
    }),
  },
  personaInstances: {
    start: call('POST', `${personas}/{id}/instances`, {
      body: wire.PersonaInstanceCreate,
      answer: wire.PersonaInstance,
    }),
    list: list(`${personas}/{id}/instances`, PageQuery, wire.PersonaInstance),
    listOfWorkspace: list(`${personas}/instances`, wire.PersonaInstanceListQuery, wire.PersonaInstance),
    get: call('GET', `${personas}/instances/{id}`, { answer: wire.PersonaInstance }),
    events: follow(`${personas}/instances/{id}/events`, personaEvents, [
      'persona:completed',
      'persona:failed',
      'persona:cancelled',
    ]),
    cancel: call('POST', `${personas}/instances/{id}/cancel`, { answer: wire.PersonaInstance }),
    resume: call('POST', `${personas}/instances/{id}/resume`, {
      body: wire.PersonaInstanceResume,
      answer: wire.PersonaInstance,
    }),
    renewLink: call('POST', `${personas}/instances/{id}/link`, { answer: wire.PersonaLink }),
    revokeLinks: call('DELETE', `${personas}/instances/{id}/link`, { answer: Deleted }),
    decide: call('POST', `${personas}/instances/{id}/approvals/{approval_id}`, {
      body: wire.PersonaApprovalDecision,
      answer: wire.PersonaApproval,
    }),
    listDeliverables: list(`${personas}/instances/{id}/deliverables`, wire.DeliverableListQuery, wire.Deliverable),
    download: download(`${personas}/instances/{id}/deliverables/{deliverable_id}/download`),
  },
  personas: {
    list: list(personas, wire.PersonaListQuery, wire.Persona),
    create: call('POST', personas, { body: wire.PersonaCreate, answer: wire.Persona }),
    get: call('GET', `${personas}/{id}`, { answer: wire.Persona }),
    update: call('PATCH', `${personas}/{id}`, { body: wire.PersonaPatch, answer: wire.Persona }),
    delete: call('DELETE', `${personas}/{id}`, { answer: Deleted }),
  },
  triggers: {
    list: list(`${v1}/triggers`, wire.NamedListQuery, wire.Trigger),
    create: call('POST', `${v1}/triggers`, { body: wire.TriggerCreate, answer: wire.IssuedTrigger }),
    get: call('GET', `${v1}/triggers/{id}`, { answer: wire.Trigger }),
    update: call('PATCH', `${v1}/triggers/{id}`, { body: wire.TriggerPatch, answer: wire.SavedTrigger }),
    delete: call('DELETE', `${v1}/triggers/{id}`, { answer: Deleted }),
    execute: call('POST', `${v1}/triggers/{id}/execute`, { body: wire.ExecuteBody, answer: wire.TriggerFired }),
    rotateSecret: call('POST', `${v1}/triggers/{id}/rotate-secret`, { answer: wire.IssuedTrigger }),
  },
  webhooks: {
    list: list(`${v1}/webhooks`, wire.WebhookListQuery, wire.Webhook),
    create: call('POST', `${v1}/webhooks`, { body: wire.WebhookCreate, answer: wire.IssuedWebhook }),
    get: call('GET', `${v1}/webhooks/{id}`, { answer: wire.Webhook }),
    update: call('PATCH', `${v1}/webhooks/{id}`, { body: wire.WebhookPatch, answer: wire.Webhook }),
    delete: call('DELETE', `${v1}/webhooks/{id}`, { answer: Deleted }),
    rotateSecret: call('POST', `${v1}/webhooks/{id}/rotate-secret`, { answer: wire.IssuedWebhook }),
    test: call('POST', `${v1}/webhooks/{id}/test`, { answer: wire.WebhookTestResult }),
    listDeliveries: list(`${v1}/webhooks/{id}/deliveries`, wire.DeliveryListQuery, wire.WebhookDelivery),
    getDelivery: call('GET', `${v1}/webhooks/{id}/deliveries/{delivery_id}`, { answer: wire.WebhookDeliveryDetail }),
    redeliver: call('POST', `${v1}/webhooks/{id}/deliveries/{delivery_id}/redeliver`, {
      answer: wire.WebhookDelivery,
    }),
  },
  workflows: {
    list: list(`${v1}/workflows`, wire.SortedListQuery, wire.WorkflowSummary),
    create: call('POST', `${v1}/workflows`, { body: wire.WorkflowCreate, answer: wire.SavedWorkflow }),
    get: call('GET', `${v1}/workflows/{id}`, { answer: wire.Workflow }),
    update: call('PATCH', `${v1}/workflows/{id}`, { body: wire.WorkflowPatch, answer: wire.SavedWorkflow }),
    delete: call('DELETE', `${v1}/workflows/{id}`, { answer: Deleted }),
    listVersions: list(`${v1}/workflows/{id}/versions`, PageQuery, wire.WorkflowVersion),
    restoreVersion: call('POST', `${v1}/workflows/{id}/versions/{version}/restore`, { answer: wire.SavedWorkflow }),
    execute: call('POST', `${v1}/workflows/{id}/execute`, { body: wire.ExecuteBody, answer: wire.ExecutionStarted }),
  },
} as const;
