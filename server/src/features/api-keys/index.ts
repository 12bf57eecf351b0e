export { apiKeyRoutes } from './api-keys.routes.ts';
export { createApiKeys } from './create-api-keys.ts';
export type { ApiKeys, KeysPlatform } from './keys-platform.ts';
export {
  authenticateKey,
  authenticateKeyOfSession,
  createApiKey,
  createWorkspace,
  listAllKeys,
  listAllWorkspaces,
  requireWorkspace,
  revokeAnyKey,
} from './api-keys.service.ts';
export { findDefaultWorkspace, findKeyForLogin } from './api-keys.sql.ts';
export { mayKeyStillGrant, watchKeyGrant } from './grants.ts';
export { prepareFirstKey } from './first-key.ts';
