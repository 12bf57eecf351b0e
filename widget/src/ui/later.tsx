import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { lazy } from './lazy.ts';
import type { Lazy } from './lazy.ts';
import type * as Parts from './later-parts.ts';
import { useStyles } from './use-styles.ts';

/**
 * Parts that few visitors see: passages of sources, earlier conversations, a text that is too long. One chunk contains
 * all of them.
 */
const laterParts = lazy<typeof Parts>(() => import('./later-parts.ts'));
export const loadLater = () => void laterParts.load();

/** Files in the composer and in messages. */
export const fileParts = lazy(() => import('../files/file-views.ts'));

/** Renders with those parts once they are loaded. */
export function Later({ children }: { children: (loaded: typeof Parts) => ComponentChild }) {
  return <Loaded part={laterParts}>{children}</Loaded>;
}

interface LoadedProps<Part> {
  part: Lazy<Part>;
  children(loaded: Part): ComponentChild;
}

/** Renders with a part of the panel and its styles once they are loaded. */
export function Loaded<Part extends { styles: string }>({ part, children }: LoadedProps<Part>) {
  const place = useRef<HTMLSpanElement>(null);
  const loaded = part.part.value;
  useStyles(place, loaded?.styles);
  useLayoutEffect(() => void part.load(), [part]);
  return (
    <>
      <span ref={place} hidden />
      {loaded && children(loaded)}
    </>
  );
}
