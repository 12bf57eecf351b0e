import { appPart } from './copy-rendered.ts';
import type { MarkdownContext } from './context.ts';

interface Props {
  text: string;
  language: string | undefined;
  context: Pick<MarkdownContext, 'labels' | 'CopyButton' | 'CodeText'>;
}

/** A block of code with its language and a button that copies it. */
export function CodeBlock({ text, language, context }: Props) {
  const { labels, CopyButton, CodeText } = context;
  const name = /^[\w#+.-]{1,20}/.exec(language ?? '')?.[0] ?? labels.code;
  return (
    <div class="code" dir="ltr">
      <div class="code-head" {...{ [appPart]: '' }}>
        <span>{name}</span>
        <CopyButton text={text} />
      </div>
      {/* A group and not a region: several of the same name would be landmarks that can't be distinguished. */}
      <pre tabindex={0} role="group" aria-label={name}>
        <code>{language && CodeText ? <CodeText text={text} language={language} /> : text}</code>
      </pre>
    </div>
  );
}
