import type { ComponentChild } from 'preact';
import { useRef } from 'preact/hooks';

/** A hidden control with which files are chosen, and the function that opens it. Its label is that of the visible button. */
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
      class="visually-hidden"
      tabIndex={-1}
      aria-label={label}
      onChange={(event) => {
        onFiles([...(event.currentTarget.files ?? [])]);
        event.currentTarget.value = '';
      }}
    />
  );
  return { input, open: () => ref.current?.click() };
}
