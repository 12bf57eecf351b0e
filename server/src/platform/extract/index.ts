export type { AcceptedContent, ContentCategory } from './accepted-content.ts';
export type { DocumentSource } from './document-source.ts';
export { extractText, type ExtractedText, type ExtractOptions } from './extract-text.ts';
export { extractUrl } from './extract-url.ts';
export { ExtractionError, type ExtractionErrorCode } from './extraction-error.ts';
export { fetchDocument, FetchError, nameOfAddress, type FetchedDocument } from './fetch-document.ts';
export type { ExtractionMode } from './read-document.ts';
export { sniffContent, type SniffedContent } from './sniff-content.ts';
