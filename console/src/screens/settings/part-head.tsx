import type { ComponentChildren } from 'preact';

/** The purpose of a part of the settings, and its main action. */
export function PartHead({ text, children }: { text: string; children?: ComponentChildren }) {
  return (
    <div class="part-head">
      <p>{text}</p>
      {children}
    </div>
  );
}
