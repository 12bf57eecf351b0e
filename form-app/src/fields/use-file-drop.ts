import { useLayoutEffect, useState } from 'preact/hooks';

/**
 * Accepts files dropped anywhere on the page, so that a near miss doesn't open the file instead. True while files are
 * dragged over it.
 */
export function useFileDrop(onDrop: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useLayoutEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

    document.addEventListener(
      'dragover',
      (event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      options,
    );
    document.addEventListener(
      'dragleave',
      (event) => {
        // No related element: the pointer has left the page.
        if (event.relatedTarget === null) setOver(false);
      },
      options,
    );
    document.addEventListener(
      'drop',
      (event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onDrop([...(event.dataTransfer?.files ?? [])]);
      },
      options,
    );
    return () => listening.abort();
  }, [onDrop]);
  return isOver;
}
