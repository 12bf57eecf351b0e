import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ReferenceLink } from '../ui/reference-link.tsx';
import { useTexts } from '../text/use-texts.ts';
import { uiTexts } from '../ui/texts.ts';

interface SectionProps {
  title: string;
  help: ComponentChildren;
  /** The reference of these settings, below /docs. */
  reference: string;
  children: ComponentChildren;
}

/** Settings that belong together: their purpose at the side, the fields beside it. */
export function Section({ title, help, reference, children }: SectionProps) {
  return (
    <section class="section">
      <div class="section-head">
        <h2>{title}</h2>
        <p class="help">{help}</p>
        <ReferenceLink page={reference} about={title} />
      </div>
      <div class="section-body">{children}</div>
    </section>
  );
}

interface MoreSettingsProps {
  title?: string;
  /** Opens it, for an error inside. It stays open then: the error ends while the member is still correcting it. */
  isOpen?: boolean;
  children: ComponentChildren;
}

/** Settings that few owners need. */
export function MoreSettings({ title, isOpen = false, children }: MoreSettingsProps) {
  const say = useTexts(uiTexts);
  const details = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (isOpen && details.current !== null) details.current.open = true;
  }, [isOpen]);
  return (
    <details class="more" ref={details}>
      <summary>{title ?? say('more')}</summary>
      <div>{children}</div>
    </details>
  );
}
