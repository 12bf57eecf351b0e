import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { InterfacePreview } from '@portico/shared-types';
import { ApiError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteExpired, findPreview, insertPreview, type PreviewRow } from './previews.sql.ts';

const lifeMs = 15 * 60_000;

interface Draft {
  readonly workspaceId: string;
  readonly interfaceId: string;
  /** The interface as it would be saved. */
  readonly draft: object;
  /** Path of the interface's page. */
  readonly path: string;
}

/** Stores a draft for 15 minutes and returns the token that shows it. */
export async function openPreview(
  platform: Platform,
  { workspaceId, interfaceId, draft, path }: Draft,
): Promise<InterfacePreview> {
  const token = `prv_${randomBytes(24).toString('base64url')}`;
  const row = { workspace_id: workspaceId, interface_id: interfaceId, draft };
  const expiresAt = await platform.database.transaction(async (tx) =>
    insertPreview(tx, { ...row, token_hash: hashToken(token) }, lifeMs),
  );
  const url = `${platform.publicUrl}${path}#preview=${token}`;
  return { token, expires_at: expiresAt, url };
}

/**
 * The draft that a public request names in `X-Portico-Preview`: `none` without that header, undefined if it has
 * expired.
 */
export async function findDraft(
  platform: Platform,
  headers: IncomingHttpHeaders,
): Promise<PreviewRow | undefined | 'none'> {
  const token = headers['x-portico-preview'];
  if (typeof token !== 'string' || token === '') return 'none';
  return findPreview(platform.database.sql, hashToken(token));
}

/** 401 for an expired or unknown preview. */
export function previewExpired(): ApiError {
  const details = { reason: 'session_expired' } as const;
  return new ApiError('expired_api_key', 'This preview has expired. Open it again.', details, { isReadable: true });
}

/** Deletes expired drafts. */
export async function sweepPreviews(platform: Platform): Promise<void> {
  await deleteExpired(platform.database.sql);
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
