import { setImmediate as pause } from 'node:timers/promises';
import { countTokens, cutToTokens } from '../count-tokens.ts';

// OpenAI's limits of one embeddings request, and of one input.
const maxInputs = 2048;
const maxTokens = 300_000;
const maxTokensOfInput = 8192;

/** Texts that are counted before others get their turn: 16 chunks of 2,048 tokens take up to 50 ms. */
const together = 16;

/** Parts the texts into requests that keep every limit; too long texts are cut, empty ones become a space. */
export async function* batchTexts(texts: string[]): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let tokens = 0;
  for (const [index, text] of texts.entries()) {
    if (index % together === together - 1) await pause();
    // OpenAI refuses an empty input; other servers answer a vector for it all the same.
    const input = text.trim() === '' ? ' ' : cutToTokens(text, maxTokensOfInput);
    const inputTokens = Math.min(countTokens(input), maxTokensOfInput);
    if (batch.length === maxInputs || tokens + inputTokens > maxTokens) {
      yield batch;
      batch = [];
      tokens = 0;
    }
    batch.push(input);
    tokens += inputTokens;
  }
  if (batch.length > 0) yield batch;
}
