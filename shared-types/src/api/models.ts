import { z } from 'zod';

/** Credits for 1,000 tokens. */
export const ModelPrice = z.object({ prompt: z.number(), completion: z.number() });
export type ModelPrice = z.infer<typeof ModelPrice>;

/** A model that an agent can use. The capabilities of a model server's models are derived from their names. */
export const ModelInfo = z.object({
  id: z.string(),
  label: z.string(),
  /** Part of Portico; needs no model server. */
  builtin: z.boolean(),
  /** Used by agents without a model. */
  is_default: z.boolean(),
  supports: z.object({ tools: z.boolean(), reasoning: z.boolean(), images: z.boolean() }),
  price: ModelPrice,
});
export type ModelInfo = z.infer<typeof ModelInfo>;

/** Response of `GET /models`: the default first. */
export const ModelList = z.array(ModelInfo);
export type ModelList = z.infer<typeof ModelList>;
