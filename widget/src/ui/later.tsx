import type { ComponentChild } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { lazy } from './lazy.ts';
import type * as Parts from './later-parts.ts';
import { useStyles } from './use-styles.ts';

/** What few visitors see: passages of sources, earlier conversations, a text that is too long. One chunk holds it all. */
const parts = lazy<typeof Parts>(() => import('./later-parts.ts'));

/** Renders with those parts, once they are there. */
export function Later({ children }: { children: (loaded: typeof Parts) => ComponentChild }) {
  const place = useRef<HTMLSpanElement>(null);
  const loaded = parts.part.value;
  useStyles(place, loaded?.styles);
  useEffect(() => void parts.load(), []);
  return (
    <>
      <span ref={place} hidden />
      {loaded && children(loaded)}
    </>
  );
}
