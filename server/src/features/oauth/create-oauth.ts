import { AccessWatch } from '../../platform/access-watch.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteOldOAuth, findGrantsById, type GrantRow } from './oauth.sql.ts';
import type { OAuth } from './oauth-platform.ts';

export function createOAuth({ database: { sql }, log, stopping }: Platform): Feature & OAuth {
  return {
    name: 'oauth',
    grants: new AccessWatch<GrantRow>({
      name: 'grants',
      log,
      stopping,
      find: async (ids) => new Map((await findGrantsById(sql, ids)).map((row) => [row.id, row])),
    }),
    sweeps: [{ name: 'oauth.old', everyMs: 600_000, run: async () => deleteOldOAuth(sql) }],
  };
}
