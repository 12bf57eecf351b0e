import type { ComponentChildren } from 'preact';
import { useTexts } from '../text/use-texts.ts';
import { CopyButton } from './copy-button.tsx';
import { uiTexts } from './texts.ts';

interface AddressBoxProps {
  label: string;
  address: string;
  /** How a program signs in there. */
  children?: ComponentChildren;
}

/** An address to copy into another program. */
export function AddressBox({ label, address, children }: AddressBoxProps) {
  const say = useTexts(uiTexts);
  return (
    <div class="stack-tight">
      <h3 class="field-label">{label}</h3>
      <div class="list-row">
        <code class="code-box" dir="ltr">
          {address}
        </code>
        <CopyButton iconOnly text={address} label={say('copyNamed', { name: label })} />
      </div>
      {children === undefined ? null : <p class="help">{children}</p>}
    </div>
  );
}
