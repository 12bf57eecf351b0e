export { apiKeyRoutes } from './api-keys.routes.ts';
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
export { deleteExpiredResponses } from './delete-expired-responses.ts';
export { prepareFirstKey, readGivenKey } from './first-key.ts';
