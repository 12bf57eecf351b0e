/** What PDF.js reports about a run of text; `transform` ends with the position of its baseline. */
export interface PdfTextRun {
  str: string;
  transform: readonly number[];
  width: number;
  fontName: string;
  hasEOL: boolean;
  /** `rtl` if PDF.js has turned it around; in other runs, it has only turned the words of such scripts. */
  dir: string;
}
