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
    summary: 'Get the usage of models',
    description:
      'Returns the tokens, credits and replies by day, agent, interface or model. Days are UTC days, or with `days=workspace` those of its time zone. `from` and `to` are extended to whole days; a `to` at midnight is exclusive.',
    operationId: 'getUsage',
    scopes: ['insights:read'],
    query: UsageQuery,
    answer: UsageAnswer,
    handle: async ({ platform, caller, query }) => getUsage(platform, caller.workspaceId, query),
  }),
];
