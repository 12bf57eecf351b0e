import { UsageAnswer, UsageQuery } from '@portico/shared-types';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { Platform } from '../../platform/platform.ts';
import { getUsage } from './usage.service.ts';

const { versionedRoute } = routesOn<Platform>();

export const usageRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/usage',
    tag: 'Usage',
    summary: 'Sum up the use of models',
    description:
      'What model calls and replies came to, by day, agent, interface or model. Days are those of UTC; `from` and `to` ' +
      'count as whole days, `to` exclusive if it is midnight.',
    operationId: 'getUsage',
    scopes: ['insights:read'],
    query: UsageQuery,
    answer: UsageAnswer,
    handle: async ({ platform, caller, query }) => getUsage(platform, caller.workspaceId, query),
  }),
];
