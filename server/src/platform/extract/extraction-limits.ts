const mebibyte = 1024 * 1024;

/**
 * Limits of one document. A reader counts its output and stops by itself; time and memory are also watched from
 * outside, because a parser in an endless loop counts nothing.
 */
export const extractionLimits = {
  /** UTF-16 units of text that one document may yield; a text file of the default upload limit (25 MB) fits. */
  textLength: 26 * mebibyte,
  /** Maximum bytes inflated out of one archive, regardless of what its directory declares. */
  inflatedBytes: 384 * mebibyte,
  /** Entries of one archive. */
  archiveEntries: 20_000,
  /** Bytes of markup given to the HTML parser; it takes more than a second for each MiB of a hostile page. */
  htmlBytes: 12 * mebibyte,
  /** Maximum bytes of a page in which the article is looked for; larger pages are converted whole. */
  readableBytes: 2 * mebibyte,
  /** The same of its tags: the search takes 0.1 ms for each, and the square of their number for some pages. */
  readableTags: 50_000,
  /** Pages of one PDF. */
  pdfPages: 20_000,
  /** Open elements of an XML part. */
  xmlDepth: 512,
  /** Heap of the reading process in MiB. */
  heapMebibytes: 768,
  /** Resident memory of the reading process in bytes, after which it is ended. */
  residentBytes: 1280 * mebibyte,
  /** Milliseconds that reading one document may take. */
  milliseconds: 120_000,
} as const;
