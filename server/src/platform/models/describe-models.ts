import type { ModelInfo } from '@portico/shared-types';
import { extractiveModelName } from './extractive/extractive-model.ts';
import { isForChat } from './model-catalog.ts';
import { type ModelPrices, priceOf } from './model-prices.ts';

interface Known {
  /** The models that the server lists; undefined if it has no list or there is no server. */
  readonly names: readonly string[] | undefined;
  readonly defaultModel: string;
  readonly prices: ModelPrices;
}

/** Families of reasoning models. */
const reasoning =
  /(^|[/:-])o[1-9]\b|gpt-(?:[5-9]|oss)|deepseek-(?:r|v3\.[1-9])|\bqwq|qwen-?3|magistral|gemini-(?:2\.5|[3-9])|claude-.*(?:3-7|[4-9])|grok-(?:3-mini|[4-9])|think|reason/iu;
/** Families that accept images. */
const images =
  /gpt-(?:4o|4\.1|4-turbo|[5-9])|(^|[/:-])o[134]\b(?!-mini)|o4-mini|vision|[-_.]vl\b|llava|pixtral|gemma-?3|claude-|gemini-|llama-?(?:3\.2|4)|mistral-(?:small|medium)-3|grok-[4-9]|omni/iu;
/** Models from before function calls. */
const withoutTools = /davinci|babbage|gpt-3\.5-turbo-instruct/iu;

/**
 * Returns the models that an agent can use: the default first, then the others of the server's list in order, then the
 * built-in one. The server doesn't report capabilities, so they are derived from the names.
 */
export function describeModels({ names, defaultModel, prices }: Known): ModelInfo[] {
  const listed = (names ?? []).filter(isForChat);
  const ids = new Set([defaultModel, ...listed, extractiveModelName]);
  return [...ids].map((id) => ({
    id,
    label: id === extractiveModelName ? 'Built-in: quotes your knowledge' : id,
    builtin: id === extractiveModelName,
    is_default: id === defaultModel,
    supports: abilitiesOf(id),
    price: priceOf(id, prices),
  }));
}

function abilitiesOf(id: string): ModelInfo['supports'] {
  if (id === extractiveModelName) return { tools: true, reasoning: false, images: false };
  return { tools: !withoutTools.test(id), reasoning: reasoning.test(id), images: images.test(id) };
}
