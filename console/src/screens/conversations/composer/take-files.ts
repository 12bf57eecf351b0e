/** Handlers of a form that takes files that are pasted into it or dropped on it. */
export function takeFiles(onFiles: (files: readonly File[]) => void) {
  const take = (event: Event, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])];
    if (files.length === 0 || !holdsFiles(data)) return;
    event.preventDefault();
    onFiles(files);
  };
  return {
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer),
    /** Without this, the browser opens the files. */
    onDragOver: (event: DragEvent) => {
      if (holdsFiles(event.dataTransfer)) event.preventDefault();
    },
  };
}

/** Text copied from an office program includes a picture of itself; then the text is meant. */
function holdsFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') === true && !data.types.includes('text/plain');
}
