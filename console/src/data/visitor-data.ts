import type { DataSubject, VisitorErasure } from '@portico/shared-types/api/visitors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { useApi } from '../api/api-context.ts';
import type { Outcome } from './outcome.ts';
import { saveFile } from '../ui/save-file.ts';

interface ArchiveRequest {
  readonly subject: DataSubject;
  readonly signal: AbortSignal;
  /** Called with the number of bytes that have arrived. */
  readonly onBytes: (bytes: number) => void;
}

/** Saves everything about a person as a ZIP archive, also if the screen is left in the meantime. */
export function useExportVisitor({ onDone, onFailed }: Outcome) {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ subject, signal, onBytes }: ArchiveRequest) => {
      const request = { body: subject, signal, accept: 'application/zip' };
      const response = await api.open('POST', '/api/v1/visitors/export', request);
      const archive = await readArchive(response, onBytes);
      const [, name = 'visitor.zip'] =
        /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
      signal.throwIfAborted();
      saveFile(archive, name);
      return { name, bytes: archive.size };
    },
    onSuccess: onDone,
    onError: (error, sent) => {
      if (!sent.signal.aborted) onFailed(error, sent);
    },
  });
}

/** Deletes everything about a person. Every list may have contained something of them. */
export function useEraseVisitor({ onDone, onFailed }: Outcome) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (subject: DataSubject) =>
      api.send<VisitorErasure>('POST', '/api/v1/visitors/erase', { body: subject }),
    onSuccess: (erasure, subject) => {
      onDone(erasure, subject);
      void queries.invalidateQueries();
    },
    onError: onFailed,
  });
}

/** Bytes that the page holds itself. The browser can move the blobs to the disk. */
const maxHeldBytes = 8_388_608;
/** Bytes between two reports, so that a fast download doesn't render the page for every chunk. */
const reportedBytes = 65_536;

/** Reads a body of any size. Throws if it ends early: a part must not be taken for the whole. */
async function readArchive({ body }: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const blobs: Blob[] = [];
  let held: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;
  let bytes = 0;
  let reported = 0;
  try {
    for await (const chunk of chunksOf(body)) {
      held.push(chunk);
      heldBytes += chunk.length;
      bytes += chunk.length;
      if (heldBytes >= maxHeldBytes) {
        blobs.push(new Blob(held));
        held = [];
        heldBytes = 0;
      }
      if (bytes - reported >= reportedBytes) onBytes((reported = bytes));
    }
  } catch (cause) {
    throw new ApiError({ status: 0, code: 'broken_off', message: 'The download broke off.' }, { cause });
  }
  return new Blob([...blobs, ...held], { type: 'application/zip' });
}

async function* chunksOf(body: Response['body']): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const reader = body?.getReader();
  for (;;) {
    const read = await reader?.read();
    if (read?.value === undefined) return;
    yield read.value;
  }
}
