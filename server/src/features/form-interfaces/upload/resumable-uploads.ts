import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FormUploadRequest } from '@portico/shared-types';
import { FileStore } from '@tus/file-store';
import { UploadStore } from './upload-store.ts';
import { Server, type ServerOptions } from '@tus/server';
import type { Express, Request, Response } from 'express';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { hashFile } from '../../../platform/hash-file.ts';
import { fileTooLarge } from '../../../platform/http/check-upload.ts';
import { allowOrigin, answerPreflight } from '../../../platform/http/cors.ts';
import { limitGuess, limitVisitor } from '../../../platform/http/limits.ts';
import { sendError } from '../../../platform/http/mount.ts';
import { cleanFileName } from '../../../platform/http/multipart.ts';
import { parsePart } from '../../../platform/http/parse.ts';
import { prefixes } from '../../../platform/http/surfaces.ts';
import type { Platform } from '../../../platform/platform.ts';
import { admitSubmitter } from '../form/admit-submitter.ts';
import type { FormInterfaceRow } from '../form/form-interfaces.sql.ts';
import { formLimits } from '../form/form-limits.ts';
import { checkUploadsAllowed, hashFileRef, keepUpload, maxUploadBytes } from './uploads.service.ts';
import { findUpload } from './uploads.sql.ts';

/** What was begun and not finished is forgotten after a day. */
const lifeMs = 86_400_000;
const extensions = 'creation,creation-with-upload,creation-defer-length,termination,expiration';
type TusRequest = Parameters<NonNullable<ServerOptions['onUploadFinish']>>[0];

/**
 * Uploads that continue where they were cut (tus 1.0), at `/form-interfaces/{slug}/uploads`, under the checks and limits
 * of a plain upload (docs/reference/public-forms.md#resumable-uploads). The finished upload's answer names the file in
 * `Portico-File-Ref`, and so does a HEAD of it: a client that lost that answer asks again.
 */
export function mountResumableUploads(app: Express, platform: Platform): void {
  const forms = new WeakMap<object, FormInterfaceRow>();
  const directory = join(platform.config.dataDir, 'uploads');
  const store = new UploadStore({ directory, expirationPeriodInMilliseconds: lifeMs });
  const formOf = (request: TusRequest): FormInterfaceRow => {
    const node = request.runtime?.node?.req;
    const form = node === undefined ? undefined : forms.get(node);
    if (form === undefined) throw new Error('an upload came in past its form');
    return form;
  };
  const server = new Server({
    path: '/uploads',
    datastore: store,
    maxSize: (request) => maxUploadBytes(formOf(request)),
    allowedOrigins: () => true,
    exposedHeaders: ['Portico-File-Ref', 'X-Request-Id', 'Retry-After'],
    // An upload belongs to the form that its id begins with, and to anyone who knows the rest of it.
    namingFunction: (request) => `${formOf(request).id}.${randomBytes(24).toString('hex')}`,
    generateUrl: (request, { id }) => `${new URL(request.url).pathname.replace(/\/+$/, '')}/${id}`,
    onUploadCreate: async (request, { metadata }) => {
      checkUploadsAllowed(formOf(request));
      parsePart('body', FormUploadRequest, { sessionId: metadata?.['sessionId'] ?? undefined });
      return Promise.resolve({});
    },
    onUploadFinish: async (request, { id, size, metadata }) => {
      const path = join(directory, id);
      const file = {
        path,
        fileName: cleanFileName(metadata?.['filename'] ?? ''),
        size: size ?? 0,
        sha256: await hashFile(path),
      };
      const fileRef = fileRefOf(platform, id);
      try {
        await keepUpload(platform, formOf(request), file, { sessionId: metadata?.['sessionId'] ?? undefined, fileRef });
      } catch (error) {
        await store.remove(id);
        throw error;
      }
      await store.configstore.delete(id);
      return { headers: { 'Portico-File-Ref': fileRef } };
    },
    onResponseError: (request, error) => {
      const status = 'status_code' in error ? error.status_code : undefined;
      // Thrown on to the handler below, which answers our own errors in our own envelope.
      if (error instanceof ApiError) throw error;
      if (status === 404 || status === 410)
        throw notFound('upload', new URL(request.url).pathname.split('/').at(-1) ?? '');
      if (status === 413) {
        throw fileTooLarge('headers.upload-length', maxUploadBytes(formOf(request)));
      }
      return undefined;
    },
  });

  const serve = async (request: Request, response: Response): Promise<void> => {
    try {
      const { headers } = request;
      const slug = String(request.params['slug']);
      const asking = { platform, params: { slug }, origin: headers.origin, headers };
      const admitted = await admitSubmitter(asking).catch(async (error: unknown) => {
        if (error instanceof ApiError) await limitGuess(platform, request, response);
        throw error;
      });
      const { form, allowedOrigin } = admitted;
      if (request.method === 'OPTIONS') {
        describeProtocol(response, form);
        answerPreflight(response, allowedOrigin, ['POST', 'HEAD', 'PATCH', 'DELETE']);
        return;
      }
      allowOrigin(response, allowedOrigin);
      const limits = request.method === 'POST' ? formLimits(form, request.ip ?? '', 'uploads') : [];
      await limitVisitor(platform, request, response, limits);
      const id = request.params['upload'];
      if (typeof id === 'string' && (await answerFinished(platform, form, id, request, response))) return;
      forms.set(request, form);
      await server.handle(request, response);
    } catch (error) {
      sendError(response, 'public', error, platform);
    }
  };
  for (const prefix of prefixes.public) {
    const path = `${prefix}/form-interfaces/:slug/uploads`;
    app.all([path, `${path}/:upload`], serve);
  }
}

/** Responds for an upload of another form, and for one that is finished: there the store has nothing any more. */
async function answerFinished(
  platform: Platform,
  form: FormInterfaceRow,
  id: string,
  { method }: Request,
  response: Response,
): Promise<boolean> {
  if (!id.startsWith(`${form.id}.`)) throw notFound('upload', id);
  const fileRef = fileRefOf(platform, id);
  const upload = await findUpload(platform.database.sql, form.id, hashFileRef(fileRef));
  if (upload === undefined) return false;
  const size = String(upload.file_size);
  response.set({ 'Tus-Resumable': '1.0.0', 'Upload-Offset': size, 'Upload-Length': size, 'Cache-Control': 'no-store' });
  response.set('Portico-File-Ref', fileRef);
  // A client that writes on, or takes back what a submission may already have, must look first.
  response.status(method === 'HEAD' ? 200 : 409).end();
  return true;
}

/** Derived from the upload's id, so that it can be reported again though only its hash is stored. */
function fileRefOf(platform: Platform, uploadId: string): string {
  return `fref_${createHmac('sha256', platform.config.secretKey).update(`upload:${uploadId}`).digest('base64url')}`;
}

function describeProtocol(response: Response, form: FormInterfaceRow): void {
  response.set({
    'Tus-Resumable': '1.0.0',
    'Tus-Version': '1.0.0',
    'Tus-Extension': extensions,
    'Tus-Max-Size': String(maxUploadBytes(form)),
  });
}

/** Removes uploads that were begun and not finished within a day. */
export async function sweepResumableUploads(platform: Platform): Promise<void> {
  const directory = join(platform.config.dataDir, 'uploads');
  // The store makes its folder with the first upload.
  if (!existsSync(directory)) return;
  await new FileStore({ directory, expirationPeriodInMilliseconds: lifeMs }).deleteExpired();
}
