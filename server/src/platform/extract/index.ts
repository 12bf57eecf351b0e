export { extractText } from './extract-text.ts';
export { extractUrl } from './extract-url.ts';
export { ExtractionError, fileCode } from './extraction-error.ts';
export { fetchDocument, FetchError, nameOfAddress } from './fetch-document.ts';
export { sniffContent } from './sniff-content.ts';
export { extractPage } from './page/extract-page.ts';
export { decodeIfText, decodeResponse, describeContent } from './text/text-encoding.ts';
export { readRobotsRules } from './page/read-robots-rules.ts';
