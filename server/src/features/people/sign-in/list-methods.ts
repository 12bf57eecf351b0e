import type { AuthMethods } from '@portico/shared-types';
import type { Platform } from '../../../platform/platform.ts';
import { findDefaultWorkspace } from '../../api-keys/index.ts';
import { hasOwner } from './owner-links.ts';

/** The available ways to sign in, for the console's first screen. */
export async function listMethods({ database, config }: Platform): Promise<AuthMethods> {
  const workspaceId = await findDefaultWorkspace(database.sql);
  const isSetUp = workspaceId !== undefined && (await hasOwner(database.sql, workspaceId));
  const { oidc } = config;
  return {
    setup_needed: !isSetUp,
    password: true,
    passkey: true,
    oidc: oidc === undefined ? null : { name: oidc.name },
  };
}
