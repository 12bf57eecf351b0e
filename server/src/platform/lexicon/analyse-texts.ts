import { ExtractionError } from '../extract/index.ts';
import type { Sandbox, SandboxLimits } from '../sandbox/sandbox.ts';
import { type AnalysedText, analyseText, type TextToAnalyse } from './analyse-text.ts';
import type { Language } from './languages.ts';
import { isStemmerLoaded } from './terms.ts';

/** UTF-16 units of text that are analysed in this process: about 10 ms. */
const maxInline = 16 * 1024;
/** Milliseconds for as many chunks as are stored together, with a margin for a busy machine. */
const timeoutMs = 60_000;

/**
 * Analyses the chunks of a document (`analyseText`), in a separate process unless they are short: the text is untrusted.
 * As with `divideText`, the stemmers are only loaded here if this process answers questions. Throws an ExtractionError
 * if that takes too long or too much memory.
 */
export async function analyseTexts(
  texts: readonly TextToAnalyse[],
  language: Language | undefined,
  sandbox: Sandbox,
  limits: Pick<SandboxLimits, 'workspaceId' | 'signal'>,
): Promise<AnalysedText[]> {
  const length = texts.reduce((sum, { content }) => sum + content.length, 0);
  if (length <= maxInline && isStemmerLoaded()) return texts.map((text) => analyseText(text, language));
  const answer = await sandbox.run({ kind: 'terms', texts, language }, { timeoutMs, ...limits });
  if (answer.kind !== 'terms') throw new ExtractionError(answer.kind === 'timeout' ? 'timeout' : 'memory_limit');
  return answer.texts.map(({ counts, words, ...rest }) => ({
    ...rest,
    counts: new Map(counts),
    words: new Map(words),
  }));
}
