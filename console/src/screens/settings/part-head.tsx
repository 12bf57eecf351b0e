import type { ComponentChildren } from 'preact';
import { ReferenceLink } from '../../ui/reference-link.tsx';

interface PartHeadProps {
  text: string;
  /** The page of the docs, below /docs. */
  reference: string;
  children?: ComponentChildren;
}

/** The purpose of a part of the settings, its reference, and its main action. */
export function PartHead({ text, reference, children }: PartHeadProps) {
  return (
    <div class="part-head">
      <p>
        {text} <ReferenceLink page={reference} about={text} />
      </p>
      {children}
    </div>
  );
}
