import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Texts = z.object({
  /** Title and text. */
  articles: z.array(z.tuple([z.string(), z.string()])),
  /** One for each article, in order. */
  questions: z.array(z.string()),
  /** Follow-up to that article's question, answered by the same article. */
  followUps: z.array(z.tuple([z.int(), z.string()])),
  unanswerable: z.array(z.string()),
});
export type Texts = z.infer<typeof Texts>;

/** Articles of a bicycle workshop that doesn't exist, and questions about them, by language. */
export function readOwnCorpus(): [string, Texts][] {
  const text = readFileSync(new URL('corpus.json', import.meta.url), 'utf8');
  return Object.entries(z.record(z.string(), Texts).parse(JSON.parse(text)));
}
