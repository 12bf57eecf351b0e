export type { AcceptedContent, ContentCategory } from './accepted-content.ts';
export type { DocumentSource } from './document-source.ts';
export { extractText, type ExtractedText, type ExtractOptions } from './extract-text.ts';
export { ExtractionError, type ExtractionErrorCode } from './extraction-error.ts';
export type { ExtractionMode } from './read-document.ts';
export { sniffContent, type SniffedContent } from './sniff-content.ts';
export { sniffUpload } from './sniff-upload.ts';
