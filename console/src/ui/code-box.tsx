import type { ComponentChildren } from 'preact';

interface CodeBoxProps {
  /** What the text is; long texts scroll, so the box can be focused. */
  label: string;
  /** It appears after an action, and is read aloud then. */
  isResult?: boolean;
  children: ComponentChildren;
}

/** A text of machines: a request, a response, a snippet. */
export function CodeBox({ label, isResult = false, children }: CodeBoxProps) {
  return (
    <pre class="code-box" dir="ltr" tabIndex={0} role={isResult ? 'status' : 'group'} aria-label={label}>
      {children}
    </pre>
  );
}
