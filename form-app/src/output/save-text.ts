/** Hands a text to the visitor as a file. */
export function saveText(name: string, mimeType: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${mimeType};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the blob by then; browsers only need the address while it starts.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A file name out of a title: letters and digits of any script, the rest dashes. */
export function fileNameOf(title: string, extension: string): string {
  const stem = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${stem === '' ? 'result' : stem}.${extension}`;
}
