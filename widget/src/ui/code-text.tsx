import type { FunctionComponent } from 'preact';
import { lazy } from './lazy.ts';

type Code = FunctionComponent<{ text: string; language: string }>;

/** Colours are loaded with the first code whose language is named. */
const highlighter = lazy<Code>(async () => (await import('../highlight/highlighted.tsx')).Highlighted);

/** Code in the colours of its language; plain until they are loaded. */
export const CodeText: Code = ({ text, language }) => {
  const Highlighted = highlighter.part.value;
  if (Highlighted) return <Highlighted text={text} language={language} />;
  void highlighter.load();
  return <>{text}</>;
};
