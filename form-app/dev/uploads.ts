import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FormUpload } from '@portico/shared-types/api/public-forms';
import { answerData, answerError, readBody } from './answer.ts';

interface Partial {
  name: string;
  type: string;
  size: number;
  bytes: Buffer;
  isCut: boolean;
  fileRef: string | null;
}

const partials = new Map<string, Partial>();
/** Finished uploads by their capability. */
export const uploads = new Map<string, FormUpload & { bytes: Buffer }>();

/**
 * The multipart upload. A file called `stuck…` gets no response, `cut…` loses its connection, `renamed…` is rejected
 * for its contents, `busy…` hits the limit once.
 */
export async function receiveMultipart(
  request: IncomingMessage,
  response: ServerResponse,
  slug: string,
): Promise<void> {
  const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? '';
  const body = (await readBody(request)).toString('latin1');
  const part = body.split(`--${boundary}`).find((text) => text.includes('name="file"')) ?? '';
  const name = Buffer.from(/filename="([^"]*)"/.exec(part)?.[1] ?? '', 'latin1').toString();
  const type = /Content-Type: (.*)/i.exec(part)?.[1]?.trim() ?? '';
  const bytes = Buffer.from(part.slice(part.indexOf('\r\n\r\n') + 4, -2), 'latin1');
  if (name.startsWith('stuck')) return;
  if (name.startsWith('cut')) return void request.socket.destroy();
  if (name.startsWith('renamed')) {
    return answerError(response, 400, 'validation_error', 'The request is invalid.', {
      fields: [{ path: 'body.file', message: 'This is a program, not a document.', code: 'file_type' }],
    });
  }
  if (name.startsWith('busy') && !seen.has(name)) {
    seen.add(name);
    return answerError(response, 429, 'rate_limit_exceeded', 'Too many uploads.', {
      retry_after: 3,
      limit: 20,
      window: 'minute',
    });
  }
  const kept = keep(slug, name, type, bytes);
  answerData(response, 201, kept);
}

const seen = new Set<string>();

/** tus 1.0: creation, offset, bytes, termination. The first PATCH of a `cut…` file is cut in its middle. */
export async function receiveTus(
  request: IncomingMessage,
  response: ServerResponse,
  slug: string,
  id: string | null,
): Promise<void> {
  response.setHeader('Tus-Resumable', '1.0.0');
  if (request.method === 'POST') {
    const metadata = Object.fromEntries(
      String(request.headers['upload-metadata'])
        .split(',')
        .map((pair) => pair.trim().split(' '))
        .map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString()]),
    );
    const made = randomBytes(8).toString('hex');
    const name = metadata['filename'] ?? '';
    partials.set(made, {
      name,
      type: metadata['filetype'] ?? '',
      size: Number(request.headers['upload-length']),
      bytes: Buffer.alloc(0),
      isCut: !name.startsWith('cut'),
      fileRef: null,
    });
    return void response.writeHead(201, { Location: `${request.url}/${made}` }).end();
  }
  const partial = partials.get(id ?? '');
  if (partial === undefined) return answerError(response, 404, 'resource_not_found', 'No such upload.', {});
  if (request.method === 'DELETE') {
    partials.delete(id ?? '');
    return void response.writeHead(204).end();
  }
  if (request.method === 'PATCH') {
    // A browser repeats a request whose connection broke; the offset identifies the repetition.
    if (Number(request.headers['upload-offset']) !== partial.bytes.length) {
      return answerError(response, 409, 'validation_error', 'The offset is another.', {});
    }
    for await (const chunk of request) {
      partial.bytes = Buffer.concat([partial.bytes, chunk as Buffer]);
      if (partial.isCut || partial.bytes.length < partial.size / 2) continue;
      partial.isCut = true;
      return void request.socket.destroy();
    }
  }
  response.setHeader('Upload-Offset', partial.bytes.length).setHeader('Upload-Length', partial.size);
  if (partial.bytes.length === partial.size) {
    partial.fileRef ??= keep(slug, partial.name, partial.type, partial.bytes).fileRef;
    response.setHeader('Portico-File-Ref', partial.fileRef);
  }
  response.writeHead(request.method === 'HEAD' ? 200 : 204).end();
}

function keep(slug: string, fileName: string, mimeType: string, bytes: Buffer): FormUpload {
  const fileRef = `ref_${randomBytes(16).toString('hex')}`;
  const upload: FormUpload = {
    fileRef,
    storageUri: `files://${slug}/${fileRef}`,
    downloadUrl: `/files/${fileRef}?expires=0&signature=0`,
    fileName,
    fileSize: bytes.length,
    mimeType,
  };
  uploads.set(fileRef, { ...upload, bytes });
  return upload;
}
