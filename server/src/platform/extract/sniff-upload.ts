import { invalid } from '../errors.ts';
import { ExtractionError } from './extraction-error.ts';
import { type SniffedContent, sniffContent } from './sniff-content.ts';

/** What an uploaded file is; one that is not taken is a 400 that says why. */
export async function sniffUpload(path: string, fileName: string): Promise<SniffedContent> {
  try {
    return await sniffContent({ path }, fileName);
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    throw invalid({ path: 'body.file', message: error.message });
  }
}
