import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { FormUpload } from '@portico/shared-types';
import { invalid } from '../../../platform/errors.ts';
import { checkUpload } from '../../../platform/http/check-upload.ts';
import type { UploadedFile } from '../../../platform/http/route.ts';
import { createCapability } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { eraseFile, keepFile } from '../../files/index.ts';
import type { FormInterfaceRow } from '../form/form-interfaces.sql.ts';
import { presentSubmissionFile } from '../submission/present-submission.ts';
import { insertUpload, listExpiredUploads } from './uploads.sql.ts';

/** A resumable upload that was begun and not finished is forgotten after a day. */
export const uploadLifeMs = 86_400_000;

/** Stores a visitor's file until a submission claims it. Throws 400 for a file that the form doesn't accept. */
export async function keepUpload(
  platform: Platform,
  form: FormInterfaceRow,
  file: UploadedFile,
  { sessionId, fileRef = createCapability('fref') }: { sessionId?: string | undefined; fileRef?: string },
): Promise<FormUpload> {
  checkUploadsAllowed(form);
  const rules = { maxBytes: maxUploadBytes(form), allowedTypes: form.settings.allowed_file_types };
  const mimeType = await checkUpload(file, rules);
  const { id: owner, workspace_id: workspaceId } = form;
  const kept = await keepFile(platform, { workspaceId, owner, ...file, mimeType }, async (tx, { id: fileId }) =>
    insertUpload(tx, {
      ref_hash: hashFileRef(fileRef),
      workspace_id: workspaceId,
      interface_id: owner,
      file_id: fileId,
      session_id: sessionId ?? null,
    }),
  );
  return { fileRef, ...presentSubmissionFile(platform, kept) };
}

/** Throws 400 if the form accepts no files. */
export function checkUploadsAllowed({ settings }: FormInterfaceRow): void {
  if (settings.allow_file_upload) return;
  throw invalid({ path: 'body.file', message: 'files are not accepted here', code: 'files_not_accepted' });
}

/** A MB is 1,048,576 bytes (docs/reference/addresses.md#values). */
export function maxUploadBytes({ settings }: FormInterfaceRow): number {
  return Math.floor(settings.max_file_size_mb * 1_048_576);
}

/** A fileRef grants access to a file, so only its hash is stored. */
export function hashFileRef(fileRef: string): Buffer {
  return createHash('sha256').update(fileRef).digest();
}

/** The id of a resumable upload begins with its form's id; anyone who knows the whole id may use the upload. */
export function createUploadId(form: FormInterfaceRow): string {
  return `${form.id}.${randomBytes(24).toString('hex')}`;
}

/** True if an id is of the form in which they are created for this form: the store has other files beside the uploads. */
export function isUploadId(form: FormInterfaceRow, id: string): boolean {
  return id.startsWith(`${form.id}.`) && /^[0-9a-f]{48}$/.test(id.slice(form.id.length + 1));
}

/** Derived from a resumable upload's id, so that it can be reported again though only its hash is stored. */
export function deriveFileRef({ config: { secretKey } }: Platform, uploadId: string): string {
  return `fref_${createHmac('sha256', secretKey).update(`upload:${uploadId}`).digest('base64url')}`;
}

/** Removes uploads that no submission claimed within a day. */
export async function sweepUploads(platform: Platform): Promise<void> {
  for (const file of await listExpiredUploads(platform.database.sql)) await eraseFile(platform, file);
}
