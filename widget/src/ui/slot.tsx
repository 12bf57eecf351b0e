import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { SlotContent } from '../types.ts';

/** A part that the page renders itself: its node or text, or the default if it returns null. */
export function Slot({ content, children }: { content: SlotContent; children: ComponentChild }) {
  const place = useRef<HTMLDivElement>(null);
  const node = typeof content === 'string' ? null : content;
  useLayoutEffect(() => {
    if (node) place.current?.replaceChildren(node);
  }, [node]);
  if (node) return <div ref={place} class="slot" />;
  return content === null ? children : <div class="slot">{content}</div>;
}
