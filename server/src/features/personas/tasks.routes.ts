import {
  Deleted,
  Deliverable,
  DeliverableListQuery,
  PageQuery,
  PersonaApproval,
  PersonaApprovalDecision,
  personaEvents,
  PersonaInstance,
  PersonaInstanceCreate,
  PersonaInstanceListQuery,
  PersonaInstanceResume,
  PersonaLink,
} from '@portico/shared-types';
import type { Caller } from '../../platform/http/caller.ts';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { PersonasPlatform } from './personas-platform.ts';
import { readLastEventId, requireEventStream } from '../../platform/http/stream-headers.ts';
import { EventStream } from '../../platform/sse.ts';
import { decide } from './tasks/approvals.service.ts';
import { downloadDeliverable, pageDeliverables } from './deliverables/deliverables.service.ts';
import {
  cancelInstance,
  pageTasks,
  pageTasksOfPersona,
  requireTask,
  resumeTask,
  revokeLinks,
  startInstance,
} from './tasks/tasks.service.ts';
import { endOfLinks, type LinkGrant, linkTo } from './tasks/link-token.ts';
import { presentChanged, presentTask, presentTasks } from './tasks/present-task.ts';
import { readTaskEvents } from './tasks/stream-task.ts';

const { personaRoute } = routesOn<PersonasPlatform>();

const tag = 'Persona tasks';
const params = { id: 'persona instance' };
const base = '/instances/:id';

/** A link lets its holder decide approvals only if the key or person that requested it may do so. */
function grantTo({ actor, scopes }: Caller): LinkGrant {
  return { grantor: actor.memberId ?? actor.id, right: scopes.includes('executions:approve') ? 'decide' : 'read' };
}

export const instanceRoutes = [
  personaRoute({
    method: 'POST',
    path: '/:id/instances',
    tag,
    summary: 'Start a task',
    description: 'The inputs are checked against the persona’s input fields.',
    scopes: ['personas:execute'],
    params: { id: 'persona' },
    body: PersonaInstanceCreate,
    answer: PersonaInstance,
    status: 201,
    handle: async ({ platform, caller, params: { id }, body }) =>
      presentChanged(platform, await startInstance(platform, caller.workspaceId, id, body), grantTo(caller)),
  }),
  personaRoute({
    method: 'GET',
    path: '/:id/instances',
    tag,
    summary: 'List a persona’s tasks, newest first',
    description: 'Lists the tasks of the persona with their progress.',
    scopes: ['personas:read'],
    params: { id: 'persona' },
    query: PageQuery,
    answer: PersonaInstance,
    list: true,
    handle: async ({ platform, caller, params: { id }, query }) => {
      const { items, total } = await pageTasksOfPersona(platform, caller.workspaceId, id, query);
      return { items: await presentTasks(platform, items, grantTo(caller)), total };
    },
  }),
  personaRoute({
    method: 'GET',
    path: '/instances',
    tag,
    operationId: 'listPersonaInstancesOfWorkspace',
    summary: 'List the tasks of all personas, newest first',
    description: 'Lists the tasks of the workspace. The query can limit them to one status or one persona.',
    scopes: ['personas:read'],
    query: PersonaInstanceListQuery,
    answer: PersonaInstance,
    list: true,
    handle: async ({ platform, caller, query }) => {
      const { items, total } = await pageTasks(platform, caller.workspaceId, query);
      return { items: await presentTasks(platform, items, grantTo(caller)), total };
    },
  }),
  personaRoute({
    method: 'GET',
    path: base,
    tag,
    summary: 'Get a task with its progress',
    description: 'Returns a task: its steps, approvals, cost and error.',
    scopes: ['personas:read'],
    params,
    answer: PersonaInstance,
    handle: async ({ platform, caller, params: { id } }) =>
      presentTask(platform, await requireTask(platform, caller.workspaceId, id), grantTo(caller)),
  }),
  personaRoute({
    method: 'GET',
    path: `${base}/deliverables`,
    tag,
    summary: 'List a task’s deliverables, newest first',
    description: 'Lists the files that the task has created, each with a signed address.',
    scopes: ['personas:read'],
    params,
    query: DeliverableListQuery,
    answer: Deliverable,
    list: true,
    handle: async ({ platform, caller, params: { id }, query }) => {
      await requireTask(platform, caller.workspaceId, id);
      return pageDeliverables(platform, id, query);
    },
  }),
  personaRoute({
    method: 'GET',
    path: `${base}/deliverables/:deliverable_id/download`,
    tag,
    summary: 'Download a deliverable',
    description: 'Redirects to the signed address of the file.',
    status: 302,
    scopes: ['personas:read'],
    params: { ...params, deliverable_id: 'deliverable' },
    handle: async ({ platform, caller, params: { id, deliverable_id: deliverableId } }) => {
      await requireTask(platform, caller.workspaceId, id);
      return downloadDeliverable(platform, id, deliverableId);
    },
  }),
  personaRoute({
    method: 'GET',
    path: `${base}/events`,
    tag,
    summary: 'Follow a task',
    description: 'Server-Sent Events. Last-Event-ID resumes after that event.',
    scopes: ['personas:read'],
    params,
    events: personaEvents,
    handle: async ({ platform, caller, params: { id }, headers }) => {
      requireEventStream(headers);
      await requireTask(platform, caller.workspaceId, id);
      return EventStream.of((signal) => readTaskEvents(platform, id, readLastEventId(headers) ?? 0, signal));
    },
  }),
  personaRoute({
    method: 'POST',
    path: `${base}/link`,
    tag,
    operationId: 'renewPersonaInstanceLink',
    summary: 'Renew a task’s link',
    description:
      'Revokes every earlier link to the task and returns a new one. The link is valid only as long as the key that requested it.',
    scopes: ['personas:execute'],
    params,
    answer: PersonaLink,
    handle: async ({ platform, caller, params: { id } }) => {
      const task = await revokeLinks(platform, caller.workspaceId, id);
      const expiresAt = endOfLinks(platform, task)?.toISOString() ?? null;
      return { link: linkTo(platform, task, grantTo(caller)), expiresAt };
    },
  }),
  personaRoute({
    method: 'DELETE',
    path: `${base}/link`,
    tag,
    operationId: 'revokePersonaInstanceLinks',
    summary: 'Revoke a task’s links',
    description: 'Revokes every link to the task and closes the streams that were opened with one.',
    scopes: ['personas:execute'],
    params,
    answer: Deleted,
    handle: async ({ platform, caller, params: { id } }) => {
      await revokeLinks(platform, caller.workspaceId, id);
      return { id, deleted: true as const };
    },
  }),
  personaRoute({
    method: 'POST',
    path: `${base}/cancel`,
    tag,
    summary: 'Cancel a task',
    description: 'Ends the task and stops its work. Returns 400 if it has already ended.',
    scopes: ['personas:execute'],
    params,
    answer: PersonaInstance,
    handle: async ({ platform, caller, params: { id } }) =>
      presentChanged(platform, await cancelInstance(platform, caller.workspaceId, id), grantTo(caller)),
  }),
  personaRoute({
    method: 'POST',
    path: `${base}/resume`,
    tag,
    summary: 'Resume a task that reached a limit',
    description: 'Raises the limits and continues where the task paused.',
    scopes: ['personas:execute'],
    params,
    body: PersonaInstanceResume,
    answer: PersonaInstance,
    handle: async ({ platform, caller, params: { id }, body }) =>
      presentChanged(platform, await resumeTask(platform, caller.workspaceId, id, body), grantTo(caller)),
  }),
  personaRoute({
    method: 'POST',
    path: `${base}/approvals/:approval_id`,
    tag,
    summary: 'Approve or reject a request of a task',
    description: `The action uses exactly the arguments that the approval shows, or those that are sent with the decision. A second decision returns 400.`,
    scopes: ['executions:approve'],
    params: { ...params, approval_id: 'approval' },
    body: PersonaApprovalDecision,
    answer: PersonaApproval,
    handle: async ({ platform, caller, params: { id, approval_id: approvalId }, body }) => {
      const { workspaceId, actor } = caller;
      return decide(platform, { workspaceId, instanceId: id, approvalId, body, decidedBy: actor.id });
    },
  }),
];
