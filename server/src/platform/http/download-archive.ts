import { pipeline } from 'node:stream/promises';
import type { Archive } from '../archive.ts';
import { RawAnswer } from './route.ts';

/**
 * Sends a ZIP archive as a download. `fill` adds its entries, each of which is read as fast as the client reads, and
 * ends the archive. A client that disconnects ends both.
 */
export function downloadArchive(name: string, fill: (archive: Archive) => Promise<void>): RawAnswer {
  return new RawAnswer(async (response) => {
    const { ZipFile } = await import('yazl');
    response.status(200).type('application/zip');
    response.set('Content-Disposition', `attachment; filename="${name}.zip"`);
    response.set('Cache-Control', 'private, no-store');
    const zip = new ZipFile();
    // The error of each entry is reported where the entry is added.
    zip.on('error', () => undefined);
    const stop = new AbortController();
    const sending = pipeline(zip.outputStream, response).catch((error: unknown) => {
      stop.abort();
      // A client that disconnects ends the download.
      if (!response.destroyed) throw error;
    });
    try {
      await fill({ zip, signal: stop.signal });
    } catch (error) {
      const isGone = stop.signal.aborted;
      // The client must not take a part for the whole.
      response.destroy();
      await sending;
      if (!isGone) throw error;
    }
    await sending;
  });
}
