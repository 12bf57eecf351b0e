import type { AccessWatch } from '../../platform/access-watch.ts';
import type { Platform } from '../../platform/platform.ts';
import type { GrantRow } from './oauth.sql.ts';

/** In-memory state of access granted to programs in this process. */
export interface OAuth {
  readonly grants: AccessWatch<GrantRow>;
}

/** The platform plus the dependencies of access-token authentication. */
export interface OAuthPlatform extends Platform {
  readonly oauth: OAuth;
}
