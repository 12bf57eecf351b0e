import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { apiKeyRoutes } from './api-keys.routes.ts';
import { deleteExpiredResponses } from './delete-expired-responses.ts';
import { type ApiKeys, openApiKeys } from './keys-platform.ts';
import { releaseInterruptedRequests } from './release-interrupted-requests.ts';

export function createApiKeys(platform: Platform): Feature & ApiKeys {
  const createdAt = new Date();
  return {
    name: 'api-keys',
    ...openApiKeys(platform),
    routes: bindRoutes(platform, apiKeyRoutes),
    sweeps: [{ name: 'api-keys.answers', everyMs: 600_000, run: async () => deleteExpiredResponses(platform) }],
    start() {
      const release = platform.database.embedded ? releaseInterruptedRequests(platform, createdAt) : Promise.resolve();
      return async () => release;
    },
  };
}
