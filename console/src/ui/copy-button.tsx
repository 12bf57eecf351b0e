import { copyText } from '@portico/browser-kit/clipboard';
import { Check, Copy } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useTexts } from '../text/use-texts.ts';
import { Button, IconButton } from './button.tsx';
import { uiTexts } from './texts.ts';
import { useToaster } from './toaster.tsx';

interface CopyButtonProps {
  /** A function is called only when something is copied. */
  text: string | (() => string);
  label?: string;
  iconOnly?: boolean;
}

/** Copies a text and confirms it on the button itself. */
export function CopyButton({ text, label, iconOnly = false }: CopyButtonProps) {
  const say = useTexts(uiTexts);
  const toaster = useToaster();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(typeof text === 'string' ? text : text()))) {
      toaster.failed(say('notCopied'));
      return;
    }
    toaster.done(say('copied'));
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  const icon = copied ? Check : Copy;
  if (iconOnly) return <IconButton label={label ?? say('copy')} icon={icon} onClick={() => void copy()} />;
  return (
    <Button icon={icon} onClick={() => void copy()}>
      {label ?? say('copy')}
    </Button>
  );
}
