import type { FailedResponse, HttpRequestConfig } from '@portico/shared-types';
import { shortenText } from '../../../platform/cut-text.ts';
import { decodeResponse } from '../../../platform/extract/index.ts';
import { createMask, isSecretName, isSecretParameter } from '../../../platform/mask-secrets.ts';
import { deepestJson, isNestedDeeper } from '../../../platform/nested-deeper.ts';
import type { OutboundResponse } from '../../../platform/outbound/index.ts';
import { toStorable } from '../../../platform/storable-text.ts';

/** UTF-16 units of a body; it is recorded for each attempt, of each item of a loop. */
const maxBody = 4_000;

/** Shorter secrets would match unrelated text. */
const shortestSecret = 8;

/** What a server answered to a refused request, without the secrets of the request that it repeats. */
export function describeResponse(
  config: HttpRequestConfig,
  { status, headers, body }: OutboundResponse<Uint8Array>,
): FailedResponse {
  const mask = createMask(secretsOf(config));
  const type = headers['content-type'] ?? '';
  const text = mask(decodeResponse(body, type));
  const value = isJsonType(type) && text.length <= maxBody ? parseShallow(text) : text;
  return { status, body: toStorable(typeof value === 'string' ? shortenText(value, maxBody) : value) };
}

/** The text itself if it isn't JSON, or is nested too deep to be stored. */
function parseShallow(text: string): unknown {
  if (isNestedDeeper(text, deepestJson)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Each word of a header is one by itself: a server may repeat a token without `Bearer`. */
function secretsOf({ url, headers = {}, query = {} }: HttpRequestConfig): string[] {
  const named = Object.entries(headers).filter(([name]) => isSecretName(name) || /cookie|key/i.test(name));
  const words = named.flatMap(([, value]) => String(value).split(/[\s;="]+/));
  const parameters = [...Object.entries(query), ...new URL(url).searchParams];
  const values = parameters.flatMap(([name, value]) => (isSecretParameter(name) ? [value].flat().map(String) : []));
  return [...words, ...values, ...values.map(encodeURIComponent)].filter((secret) => secret.length >= shortestSecret);
}

export function isJsonType(type: string): boolean {
  return /[/+]json\b/i.test(type);
}
