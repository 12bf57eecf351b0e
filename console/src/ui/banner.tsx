import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ComponentChildren } from 'preact';

const icons = { plain: Info, bad: CircleAlert, wait: CircleAlert, good: CircleCheck } as const;

/** A line about the state of the whole screen. */
export function Banner({ tone = 'plain', children }: { tone?: keyof typeof icons; children: ComponentChildren }) {
  const Icon = icons[tone];
  return (
    <div class={`banner banner-${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon size={16} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}
