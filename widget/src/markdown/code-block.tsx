import type { FunctionComponent } from 'preact';
import { CopyButton } from '../ui/copy-button.tsx';
import { lazy } from '../ui/lazy.ts';

interface Props {
  text: string;
  language: string | undefined;
  labels: { copy: string; copied: string; code: string };
}

/** Colours come with the first code whose language is named. */
const highlighter = lazy<FunctionComponent<{ text: string; language: string }>>(
  async () => (await import('../highlight/highlighted.tsx')).Highlighted,
);

/** A block of code with its language and a button that copies it. */
export function CodeBlock({ text, language, labels }: Props) {
  const name = /^[\w#+.-]{1,20}/.exec(language ?? '')?.[0] ?? labels.code;
  const Highlighted = highlighter.part.value;
  if (language && !Highlighted) void highlighter.load();
  return (
    <div class="code" dir="ltr">
      <div class="code-head">
        <span>{name}</span>
        <CopyButton text={text} label={labels.copy} done={labels.copied} />
      </div>
      <pre tabIndex={0} role="region" aria-label={name}>
        <code>{language && Highlighted ? <Highlighted text={text} language={language} /> : text}</code>
      </pre>
    </div>
  );
}
