import { ApiError } from './api-error.ts';
import { uploadAtOnce } from './upload-at-once.ts';

export interface UploadJob {
  file: File;
  url: string;
  resumableUrl: string;
  headers: Readonly<Record<string, string>>;
  sessionId: string;
  signal: AbortSignal;
  /** Hears the share that was sent, 0 to 1. */
  onProgress(share: number): void;
}

/** What is kept of a finished upload. The resumable protocol returns no download address. */
export interface UploadedFile {
  fileRef: string;
  downloadUrl: string | null;
}

/** Bytes from which a cut would cost the visitor more than the two extra requests of a resumable upload. */
const resumableFrom = 5 * 1_048_576;

/** Sends a file; a small one in one request, a large one, or one whose line was cut, by the resumable protocol. Throws an ApiError. */
export async function uploadFile(job: UploadJob): Promise<UploadedFile> {
  if (job.file.size <= resumableFrom) {
    try {
      return await uploadAtOnce(job);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) throw error;
    }
  }
  const { uploadResumable } = await import('./upload-resumable.ts');
  return uploadResumable(job);
}
