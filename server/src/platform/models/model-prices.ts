import type { ModelPrice, Usage } from '@portico/shared-types';
import { z } from 'zod';

const Price = z.strictObject({ prompt: z.number().min(0), completion: z.number().min(0) });

/** Credits for 1,000 tokens by model name; the parsed form of MODEL_PRICES. */
export const ModelPrices = z.record(z.string(), Price);
export type ModelPrices = z.infer<typeof ModelPrices>;

/**
 * The cost of the usage in credits: 1 for each 1,000 tokens, unless the model has its own prices
 * (docs/reference/models.md#credits).
 */
export function priceUsage(
  usage: Pick<Usage, 'prompt_tokens' | 'completion_tokens'>,
  model: string,
  prices: ModelPrices,
): number {
  const { prompt, completion } = priceOf(model, prices);
  return (usage.prompt_tokens * prompt + usage.completion_tokens * completion) / 1000;
}

/** Credits for 1,000 tokens of the model. */
export function priceOf(model: string, prices: ModelPrices): ModelPrice {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  return price ?? { prompt: 1, completion: 1 };
}
