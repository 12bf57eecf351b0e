export { apiKeyRoutes } from './api-keys.routes.ts';
export {
  authenticateKey,
  createApiKey,
  createWorkspace,
  listAllKeys,
  listAllWorkspaces,
  revokeAnyKey,
} from './api-keys.service.ts';
export { mayStillGrant, watchGrant } from './grants.ts';
export { forgetAnswers } from './forget-answers.ts';
export { prepareFirstKey, readGivenKey } from './first-key.ts';
