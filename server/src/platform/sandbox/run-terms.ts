import { analyseText } from '../lexicon/analyse-text.ts';
import type { SandboxAnswer, SandboxTask } from './task.ts';

/** Analyses the chunks of a document. */
export function runTerms({ texts, language }: Extract<SandboxTask, { kind: 'terms' }>): SandboxAnswer {
  return {
    kind: 'terms',
    texts: texts.map((text) => {
      const { counts, words, ...rest } = analyseText(text, language);
      return { ...rest, counts: [...counts], words: [...words] };
    }),
  };
}
