import type { ComponentChildren } from 'preact';
import { Link } from 'wouter';

interface FigureProps {
  title: string;
  /** Undefined while it loads. */
  value: string | undefined;
  note?: ComponentChildren;
  /** Link to the counted items. */
  href?: string;
  /** The number needs attention. */
  isUrgent?: boolean;
}

/** One number with its name, in a list of class `figures`. */
export function Figure({ title, value, note, href, isUrgent = false }: FigureProps) {
  const shown = value ?? '–';
  return (
    <li class={isUrgent ? 'figure figure-urgent' : 'figure'}>
      {href === undefined ? (
        <span class="meta">{title}</span>
      ) : (
        <Link href={href} className="meta figure-link">
          {title}
        </Link>
      )}
      <span class="figure-value" style={{ '--characters': shown.length }}>
        {shown}
      </span>
      {note === undefined ? null : <span class="meta">{note}</span>}
    </li>
  );
}
