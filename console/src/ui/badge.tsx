import type { ComponentChildren } from 'preact';

/** A state in a word; the colour only repeats it. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ComponentChildren }) {
  return (
    <span class={`badge badge-${tone}`}>
      {tone === 'plain' ? null : <span class="badge-dot" aria-hidden="true" />}
      {children}
    </span>
  );
}

export type Tone = 'plain' | 'good' | 'bad' | 'wait' | 'accent';
