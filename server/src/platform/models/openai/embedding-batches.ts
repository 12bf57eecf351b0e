import { countTokens, cutToTokens } from '../count-tokens.ts';

// OpenAI's limits of one embeddings request, and of one input.
const mostInputs = 2048;
const mostTokens = 300_000;
const mostTokensOfInput = 8192;

/** Parts the texts into requests that keep every limit; too long texts are cut, empty ones become a space. */
export function batchTexts(texts: string[]): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let tokens = 0;
  for (const text of texts) {
    // OpenAI refuses an empty input; other servers answer a vector for it all the same.
    const input = text.trim() === '' ? ' ' : cutToTokens(text, mostTokensOfInput);
    const inputTokens = Math.min(countTokens(input), mostTokensOfInput);
    if (batch.length === mostInputs || tokens + inputTokens > mostTokens) {
      batches.push(batch);
      batch = [];
      tokens = 0;
    }
    batch.push(input);
    tokens += inputTokens;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
