import type { ComponentChildren } from 'preact';

/** What a part of the settings is for, and its main action. */
export function PartHead({ text, children }: { text: string; children?: ComponentChildren }) {
  return (
    <div class="part-head">
      <p>{text}</p>
      {children}
    </div>
  );
}
