import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { SlotContent } from '../types.ts';

/** What a page renders in its own way: its node or text, or ours where it returns null. */
export function Slot({ content, children }: { content: SlotContent; children: ComponentChild }) {
  const place = useRef<HTMLDivElement>(null);
  const node = typeof content === 'string' ? null : content;
  useLayoutEffect(() => {
    if (node) place.current?.replaceChildren(node);
  }, [node]);
  if (node) return <div ref={place} class="slot" />;
  return content === null ? children : <div class="slot">{content}</div>;
}
