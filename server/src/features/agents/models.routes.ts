import { ModelList } from '@portico/shared-types';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { Platform } from '../../platform/platform.ts';

const { versionedRoute } = routesOn<Platform>();

export const modelRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/models',
    tag: 'Agents',
    summary: 'List models',
    description:
      'Returns the models that an agent can use, the default first: those that the model server lists, and the built-in one. The capabilities of a model are derived from its name.',
    operationId: 'listModels',
    scopes: ['agents:read'],
    answer: ModelList,
    handle: async ({ platform }) => platform.models.list(),
  }),
];
