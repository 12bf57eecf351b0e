import { Deleted, StoredFile } from '@portico/shared-types';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { Platform } from '../../platform/platform.ts';
import { keepFile, presentFile, removeFile, requireFile, sniffMimeType } from './files.service.ts';

const { versionedRoute } = routesOn<Platform>();

const tag = 'Files';
const params = { id: 'file' };

export const fileRoutes = [
  versionedRoute({
    method: 'POST',
    path: '/files',
    tag,
    summary: 'Upload a file',
    description: 'Stores one file in the private storage of the workspace.',
    operationId: 'uploadFile',
    scopes: ['files:write'],
    multipart: { maxBytes: ({ config }) => config.maxUploadBytes, required: true },
    answer: StoredFile,
    status: 201,
    handle: async ({ platform, caller, file }) => {
      if (file === undefined) throw new Error('multipart.required rejects requests without a file');
      const mimeType = await sniffMimeType(file);
      const row = await keepFile(platform, { workspaceId: caller.workspaceId, owner: 'api', ...file, mimeType });
      return presentFile(platform, row);
    },
  }),
  versionedRoute({
    method: 'GET',
    path: '/files/:id',
    tag,
    summary: 'Get a file and a signed download address',
    description: 'Returns a file and an address for downloading it, which is valid for 24 hours.',
    scopes: ['files:read'],
    params,
    answer: StoredFile,
    handle: async ({ platform, caller, params: { id } }) =>
      presentFile(platform, await requireFile(platform, caller.workspaceId, id)),
  }),
  versionedRoute({
    method: 'DELETE',
    path: '/files/:id',
    tag,
    summary: 'Delete a file',
    description: 'Deletes the file. Its signed addresses stop working.',
    scopes: ['files:write'],
    params,
    answer: Deleted,
    handle: async ({ platform, caller, params: { id } }) => removeFile(platform, caller.workspaceId, id),
  }),
];
