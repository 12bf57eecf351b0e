import type { ComponentChild } from 'preact';
import { useRef } from 'preact/hooks';

/** A control with which files are chosen, and the function that opens it; hidden, as only the visible button is operated. */
export function useFilePicker(
  label: string,
  onFiles: (files: File[]) => void,
): { input: ComponentChild; open: () => void } {
  const ref = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      aria-label={label}
      onChange={(event) => {
        onFiles([...(event.currentTarget.files ?? [])]);
        event.currentTarget.value = '';
      }}
    />
  );
  return { input, open: () => ref.current?.click() };
}
