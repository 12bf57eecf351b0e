import { setImmediate as pause } from 'node:timers/promises';
import { countTokens, cutToTokens } from '../count-tokens.ts';

// OpenAI's limits of one embeddings request, and of one input.
const maxInputs = 2048;
const maxTokens = 300_000;
const maxTokensOfInput = 8192;

/** Number of texts that are tokenized before other work gets a turn: 16 chunks of 2,048 tokens take up to 50 ms. */
const together = 16;

/** Divides the texts into requests within every limit; texts that are too long are cut, empty ones become a space. */
export async function* batchTexts(texts: string[]): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let tokens = 0;
  for (const [index, text] of texts.entries()) {
    if (index % together === together - 1) await pause();
    // OpenAI rejects an empty input; other servers return a vector for it.
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
