import { z } from 'zod';

/** Credits for 1,000 tokens. */
export const ModelPrice = z.object({ prompt: z.number(), completion: z.number() });
export type ModelPrice = z.infer<typeof ModelPrice>;

/** A model that an agent can name. What a model server's models can do is concluded from their names. */
export const ModelInfo = z.object({
  id: z.string(),
  label: z.string(),
  /** Part of Portico; needs no model server. */
  builtin: z.boolean(),
  /** Used by agents that name no model. */
  is_default: z.boolean(),
  supports: z.object({ tools: z.boolean(), reasoning: z.boolean(), images: z.boolean() }),
  price: ModelPrice,
});
export type ModelInfo = z.infer<typeof ModelInfo>;

/** Answer of `GET /models`: the default first. */
export const ModelList = z.array(ModelInfo);
export type ModelList = z.infer<typeof ModelList>;
