export { authenticateGrant } from './authenticate-grant.ts';
export { isAccessToken } from './grants.ts';
export { mountOAuth } from './mount-oauth.ts';
export { createOAuth } from './create-oauth.ts';
export type { OAuthPlatform } from './oauth-platform.ts';
