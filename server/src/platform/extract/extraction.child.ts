import { flushCompileCache } from 'node:module';
import type { DocumentSource } from './document-source.ts';
import { ExtractionError, type ExtractionErrorCode } from './extraction-error.ts';
import { type ReadDocument, readDocument, type ReadOptions } from './read-document.ts';
import type { SniffedContent } from './sniff-content.ts';

/** The request that an extraction process gets; it gets only one. */
export interface ExtractionRequest {
  source: DocumentSource;
  content: SniffedContent;
  options: ReadOptions;
}

export type ExtractionAnswer = { document: ReadDocument } | { error: { code: ExtractionErrorCode; message: string } };

async function answer(request: ExtractionRequest): Promise<ExtractionAnswer> {
  try {
    return { document: await readDocument(request.source, request.content, request.options) };
  } catch (error) {
    const known = error instanceof ExtractionError ? error : nameFault(error);
    return { error: { code: known.code, message: known.message } };
  }
}

/** A parser's own message does not help the person who sent the document, and may contain paths. */
function nameFault(error: unknown): ExtractionError {
  return new ExtractionError(error instanceof RangeError ? 'too_complex' : 'corrupt', undefined, { cause: error });
}

process.once('message', (request: ExtractionRequest) => {
  void answer(request).then((result) => {
    // The answer ends this process, which would not cache what it has compiled: half of the time for a short document.
    flushCompileCache();
    process.send?.(result, () => process.disconnect());
  });
});
process.on('disconnect', () => process.exit());
