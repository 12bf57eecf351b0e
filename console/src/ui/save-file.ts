/** Makes the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By the next turn of the event loop, the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
