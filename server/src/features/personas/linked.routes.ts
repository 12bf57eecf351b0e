import {
  Deliverable,
  DeliverableListQuery,
  LinkedApprovalDecision,
  LinkedPersonaInstance,
  PersonaApproval,
  personaEvents,
} from '@portico/shared-types';
import { ApiError, notFound } from '../../platform/errors.ts';
import { groupAddress } from '../../platform/http/limits.ts';
import type { Admission, AdmitRequest } from '../../platform/http/route.ts';
import { bodyLimitBytes } from '../../platform/http/read-request.ts';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { PersonasPlatform } from './personas-platform.ts';
import { readLastEventId, requireEventStream } from '../../platform/http/stream-headers.ts';
import type { RateRule } from '../../platform/rate-limit.ts';
import { EventStream } from '../../platform/sse.ts';
import { decide } from './tasks/approvals.service.ts';
import { pageDeliverables } from './deliverables/deliverables.service.ts';
import { findLinkedTask } from './tasks/tasks.service.ts';
import type { TaskRow } from './tasks/tasks.sql.ts';
import { findLinkGrant, type LinkGrant, watchLink } from './tasks/link-token.ts';
import { presentTask } from './tasks/present-task.ts';
import { readTaskEvents } from './tasks/stream-task.ts';

const { publicRoute } = routesOn<PersonasPlatform>();

/*
 * Routes of the task page for holders of its link: the token of the link replaces an API key, and grants access only to
 * this task. It is sent as `Authorization: Bearer`.
 */

const tag = 'Linked persona tasks';
const params = { id: 'persona instance' };
const base = '/persona-instances/:id';

interface LinkHolder extends Admission {
  readonly task: TaskRow;
  readonly grant: LinkGrant;
}

/** Finds the task of a token. A wrong or expired token gets the same 404 as an unknown task. */
async function admitLinkHolder({
  platform,
  params: { id = '' },
  headers,
}: AdmitRequest<PersonasPlatform>): Promise<LinkHolder> {
  const token = /^Bearer +(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const task = token === '' ? undefined : await findLinkedTask(platform, id);
  const grant = task === undefined ? undefined : await findLinkGrant(platform, task, token);
  if (task === undefined || grant === undefined) throw notFound('persona instance', id);
  return { task, grant, allowedOrigin: undefined, watch: () => watchLink(platform, task, grant) };
}

/** A page that follows a task sends a request after each of its events. */
function limitsOf({ admitted, ip }: { admitted: LinkHolder; ip: string }): RateRule[] {
  return [{ name: `persona-link:${admitted.task.id}:${groupAddress(ip)}`, window: 'minute', limit: 240 }];
}

export const linkedRoutes = [
  publicRoute({
    method: 'GET',
    path: base,
    tag,
    summary: 'Get a task by its link',
    description: 'Returns the task that the link’s token belongs to.',
    params,
    answer: LinkedPersonaInstance,
    token: true,
    admit: admitLinkHolder,
    limits: limitsOf,
    handle: async ({ platform, admitted: { task, grant } }) => ({
      ...(await presentTask(platform, task, grant)),
      canDecide: grant.right === 'decide',
    }),
  }),
  publicRoute({
    method: 'GET',
    path: `${base}/deliverables`,
    tag,
    summary: 'List a task’s deliverables by its link',
    description: 'Lists the files of the task, each with a signed address.',
    params,
    query: DeliverableListQuery,
    answer: Deliverable,
    list: true,
    token: true,
    admit: admitLinkHolder,
    limits: limitsOf,
    handle: async ({ platform, admitted: { task }, query }) => pageDeliverables(platform, task.id, query),
  }),
  publicRoute({
    method: 'GET',
    path: `${base}/events`,
    tag,
    summary: 'Follow a task by its link',
    description: 'Server-Sent Events. Last-Event-ID resumes after that event.',
    params,
    events: personaEvents,
    token: true,
    admit: admitLinkHolder,
    limits: limitsOf,
    handle: async ({ platform, admitted: { task }, headers }) => {
      requireEventStream(headers);
      return EventStream.of((signal) => readTaskEvents(platform, task.id, readLastEventId(headers) ?? 0, signal));
    },
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/approvals/:approval_id`,
    tag,
    summary: 'Approve or reject by a task’s link',
    description: 'Decides an approval, if the link allows it. A second decision returns 400.',
    params: { ...params, approval_id: 'approval' },
    body: LinkedApprovalDecision,
    // A changed result.
    maxBodyBytes: bodyLimitBytes,
    answer: PersonaApproval,
    errors: ['insufficient_scope'],
    token: true,
    admit: admitLinkHolder,
    limits: limitsOf,
    handle: async ({ platform, admitted: { task, grant }, params: { approval_id: approvalId }, body }) => {
      if (grant.right !== 'decide') {
        const required = ['executions:approve'];
        const details = { required, missing: required, reason: 'link_read_only' as const };
        throw new ApiError('insufficient_scope', 'This link only shows the task.', details);
      }
      const { workspace_id: workspaceId, id: instanceId } = task;
      return decide(platform, { workspaceId, instanceId, approvalId, body, decidedBy: 'link' });
    },
  }),
];
