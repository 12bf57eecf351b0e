import type { AccessWatch } from '../../platform/access-watch.ts';
import type { Platform } from '../../platform/platform.ts';
import type { GrantRow } from './oauth.sql.ts';

/** What this process keeps of the access that people have granted to programs. */
export interface OAuth {
  readonly grants: AccessWatch<GrantRow>;
}

/** The platform with what authenticating by access token needs. */
export interface OAuthPlatform extends Platform {
  readonly oauth: OAuth;
}
