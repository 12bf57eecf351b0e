import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { isSignedFileUrl, openWhole } from '../../platform/storage/index.ts';
import { findFileOfAny } from './files.sql.ts';

/**
 * Responds to `/files/{id}?expires=&signature=` (docs/reference/files.md#signed-downloads). Always as a download, never
 * shown in place: an uploaded file must not run as one of our pages. `onError` sends the error.
 */
export function serveSignedFile(
  platform: Platform,
  onError: (request: Request, response: Response, error: unknown) => Promise<void>,
) {
  return async (request: Request<{ id: string }>, response: Response): Promise<void> => {
    let bytes: Readable | undefined;
    let hungUp = false;
    // A reader may disconnect, some as soon as they have all bytes: no response is possible, and nothing failed. A
    // failure of the storage is reported before the response closes.
    response.once('close', () => {
      hungUp = bytes === undefined || bytes.errored === null;
    });
    try {
      const { id } = request.params;
      const { expires, signature } = request.query;
      const signed = typeof expires === 'string' && typeof signature === 'string';
      if (!signed || !isSignedFileUrl(platform.config.secretKey, id, expires, signature)) throw notFound('file', id);
      const file = await findFileOfAny(platform.database.sql, id);
      if (file === undefined) throw notFound('file', id);
      bytes = await openWhole(platform.storage, file.storage_key, file.file_size);
      response.set({
        'Content-Type': file.mime_type,
        'Content-Length': String(file.file_size),
        'Content-Disposition': contentDisposition(file.file_name),
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'private, no-store',
      });
      await pipeline(bytes, response);
    } catch (error) {
      if (hungUp) return;
      await onError(request, response, error);
    }
  };
}

/** RFC 6266: an ASCII name for all clients, the real one encoded by RFC 8187. */
function contentDisposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
