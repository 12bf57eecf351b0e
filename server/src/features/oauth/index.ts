export { authenticateGrant } from './authenticate-grant.ts';
export { isAccessToken } from './grants.ts';
export { mountOAuth } from './mount-oauth.ts';
export { deleteOldOAuth } from './oauth.sql.ts';
