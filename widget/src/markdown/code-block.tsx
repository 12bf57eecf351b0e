import { CopyButton } from '../ui/copy-button.tsx';

interface Props {
  text: string;
  language: string | undefined;
  labels: { copy: string; copied: string; code: string };
}

/** A block of code with its language and a button that copies it. */
export function CodeBlock({ text, language, labels }: Props) {
  const name = /^[\w#+.-]{1,20}/.exec(language ?? '')?.[0] ?? labels.code;
  return (
    <div class="code" dir="ltr">
      <div class="code-head">
        <span>{name}</span>
        <CopyButton text={text} label={labels.copy} done={labels.copied} />
      </div>
      <pre tabIndex={0} role="region" aria-label={name}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
