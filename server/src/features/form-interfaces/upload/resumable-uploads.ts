import { existsSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Express, Request, Response } from 'express';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { allowOrigin, answerPreflight } from '../../../platform/http/cors.ts';
import { limitGuess, limitVisitor } from '../../../platform/http/limits.ts';
import { refuseMethod } from '../../../platform/http/refuse-method.ts';
import { sendError, toApiError } from '../../../platform/http/send-error.ts';
import { prefixes } from '../../../platform/http/surfaces.ts';
import type { Platform } from '../../../platform/platform.ts';
import { admitSubmitter } from '../form/admit-submitter.ts';
import type { FormInterfaceRow } from '../form/form-interfaces.sql.ts';
import { formLimits } from '../form/form-limits.ts';
import type { UploadServer, UploadTarget } from './upload-server.ts';
import { deriveFileRef, hashFileRef, isUploadId, maxUploadBytes, uploadLifeMs } from './uploads.service.ts';
import { findUpload } from './uploads.sql.ts';

/** The only version of tus that is spoken here. */
const version = '1.0.0';
const methods = ['POST', 'HEAD', 'PATCH', 'DELETE'];
const extensions = 'creation,creation-with-upload,creation-defer-length,termination,expiration';

/**
 * Uploads that resume where they were interrupted (tus 1.0), at `/form-interfaces/{slug}/uploads`, with the checks and
 * limits of a plain upload (docs/reference/public-forms.md#resumable-uploads). The last response names the file in
 * `Portico-File-Ref`, and so does a HEAD of the upload: a client that lost that response asks again.
 */
export function mountResumableUploads(app: Express, platform: Platform): void {
  let opened: Promise<UploadServer> | undefined;
  const serveUpload = async (target: UploadTarget, request: Request, response: Response): Promise<void> => {
    opened ??= openUploadServer(platform);
    const { targets, server } = await opened;
    targets.set(request, target);
    await server.handle(request, response);
  };
  const serve = async (request: Request, response: Response): Promise<void> => {
    try {
      const { headers } = request;
      // For clients that can send POST only (tus 1.0, X-HTTP-Method-Override).
      if (request.method === 'POST') request.method = request.get('x-http-method-override') ?? 'POST';
      response.set({ 'Tus-Resumable': version, 'Cache-Control': 'no-store' });
      const slug = String(request.params['slug']);
      const asking = { platform, params: { slug }, origin: headers.origin, headers };
      const admitted = await admitSubmitter(asking).catch(async (error: unknown) => {
        const { isReadable } = toApiError(error);
        if (isReadable) allowOrigin(response, headers.origin);
        if (error instanceof ApiError) await limitGuess(platform, request, response);
        if (!isReadable || request.method !== 'OPTIONS') throw error;
        // The request that follows gets the error.
        answerPreflight(response, headers.origin, methods);
        return undefined;
      });
      if (admitted === undefined) return;
      const { form, allowedOrigin } = admitted;
      if (request.method === 'OPTIONS') {
        describeProtocol(response, form);
        answerPreflight(response, allowedOrigin, methods);
        return;
      }
      allowOrigin(response, allowedOrigin);
      const limits = request.method === 'POST' ? formLimits(form, request.ip ?? '', 'uploads') : [];
      await limitVisitor(platform, request, response, limits);
      const { upload } = request.params;
      const id = upload === undefined ? undefined : String(upload);
      const allowed = id === undefined ? ['POST'] : ['HEAD', 'PATCH', 'DELETE'];
      if (!allowed.includes(request.method)) refuseMethod(request, response, allowed);
      if (headers['tus-resumable'] !== version) {
        response.status(412).set('Tus-Version', version).end();
        return;
      }
      if (id !== undefined && !isUploadId(form, id)) throw notFound('upload', id);
      const answerIfFinished = async (): Promise<boolean> =>
        id !== undefined && answerFinished(platform, form, id, request, response);
      if (await answerIfFinished()) return;
      try {
        await serveUpload({ form, id }, request, response);
      } catch (error) {
        // This request may have waited for the one that finished the upload.
        const isGone = error instanceof ApiError && error.code === 'resource_not_found';
        if (!isGone || !(await answerIfFinished())) throw error;
      }
    } catch (error) {
      sendError(response, 'public', error, platform);
    }
  };
  for (const prefix of prefixes.public) {
    const path = `${prefix}/form-interfaces/:slug/uploads`;
    app.all([path, `${path}/:upload`], serve);
  }
}

/** The library takes 20 MB of memory, so it is loaded with the first upload that uses it. */
async function openUploadServer(platform: Platform): Promise<UploadServer> {
  const { createUploadServer } = await import('./upload-server.ts');
  return createUploadServer(platform);
}

/** Responds for a finished upload, which the store no longer has. */
async function answerFinished(
  platform: Platform,
  form: FormInterfaceRow,
  id: string,
  { method }: Request,
  response: Response,
): Promise<boolean> {
  const fileRef = deriveFileRef(platform, id);
  const upload = await findUpload(platform.database.sql, form.id, hashFileRef(fileRef));
  if (upload === undefined) return false;
  const size = String(upload.file_size);
  response.set({ 'Upload-Offset': size, 'Upload-Length': size, 'Portico-File-Ref': fileRef });
  // A client that continues an upload, or deletes a file that a submission may already have, must check first.
  response.status(method === 'HEAD' ? 200 : 409).end();
  return true;
}

function describeProtocol(response: Response, form: FormInterfaceRow): void {
  response.set({
    'Tus-Version': version,
    'Tus-Extension': extensions,
    'Tus-Max-Size': String(maxUploadBytes(form)),
  });
}

/** Removes uploads that were not finished within a day, and what an interruption or a full disk left of one. */
export async function sweepResumableUploads(platform: Platform): Promise<void> {
  const directory = join(platform.config.dataDir, 'uploads');
  // The store creates its folder with the first upload.
  if (!existsSync(directory)) return;
  const { FileStore } = await import('@tus/file-store');
  await new FileStore({ directory, expirationPeriodInMilliseconds: uploadLifeMs }).deleteExpired();
  // The library knows only uploads with both files, the bytes and a record that can be read, and judges them by the
  // record. Both files of those that it keeps were written within a day.
  const before = Date.now() - uploadLifeMs;
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    // A request may have deleted it meanwhile.
    const modified = await lstat(path).catch(() => undefined);
    if (modified !== undefined && modified.mtimeMs < before) await rm(path, { force: true });
  }
}
