import { useEffect, useState } from 'preact/hooks';
import { copyText } from './copy-text.ts';
import { IconButton } from './icon-button.tsx';

interface Props {
  text: string;
  label: string;
  done: string;
}

/** Copies a text and says so for two seconds. */
export function CopyButton({ text, label, done }: Props) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (event: MouseEvent) => {
    const root = event.currentTarget instanceof Node ? event.currentTarget.getRootNode() : null;
    setCopied(await copyText(text, root));
  };
  return (
    <IconButton
      icon={isCopied ? 'check' : 'copy'}
      label={isCopied ? done : label}
      class={isCopied ? 'is-on' : ''}
      onClick={(event) => void copy(event)}
    />
  );
}
