import { copyText } from '@portico/browser-kit/clipboard';
import { useEffect, useState } from 'preact/hooks';
import { useTexts } from './context.ts';
import { IconButton } from './icon-button.tsx';

/** Copies a text and confirms it for two seconds. */
export function CopyButton({ text }: { text: string }) {
  const { copy, copied } = useTexts();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <IconButton
      icon={isCopied ? 'check' : 'copy'}
      label={isCopied ? copied : copy}
      class={isCopied ? 'is-on' : ''}
      onClick={() => void copyText(text).then(setCopied)}
    />
  );
}
