import type { TextareaHTMLAttributes } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { directionOfText } from './text-direction.ts';

export interface GrowingTextProps extends TextareaHTMLAttributes {
  value: string;
  onText(text: string): void;
  /** Starts focused at its beginning. */
  takesFocus?: boolean;
}

/** A text box that grows with its text. */
export function GrowingText({ value, onText, takesFocus = false, ...attributes }: GrowingTextProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    // If the browser grows it by itself (field-sizing), its height is left alone.
    if (element === null || CSS.supports('field-sizing', 'content')) return;
    element.style.blockSize = 'auto';
    element.style.blockSize = `${element.scrollHeight + 2}px`;
  }, [value]);
  useLayoutEffect(() => {
    if (!takesFocus || box.current === null) return;
    box.current.focus();
    box.current.setSelectionRange(0, 0);
    // Some browsers have scrolled to the end, where the caret was.
    box.current.scrollTop = 0;
  }, [takesFocus]);
  return (
    <textarea
      {...attributes}
      ref={box}
      class="control control-text"
      dir={directionOfText(value)}
      value={value}
      onInput={(event) => onText(event.currentTarget.value)}
    />
  );
}
