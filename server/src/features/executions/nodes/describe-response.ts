import type { FailedResponse, HttpRequestConfig } from '@portico/shared-types';
import { shortenText } from '../../../platform/cut-text.ts';
import { describeContent } from '../../../platform/extract/index.ts';
import { listBodySecrets } from '../../../platform/mask-request.ts';
import { createMask, isSecretName, isSecretParameter } from '../../../platform/mask-secrets.ts';
import { deepestJson, isNestedDeeper } from '../../../platform/nested-deeper.ts';
import type { OutboundResponse } from '../../../platform/outbound/index.ts';
import { toStorable } from '../../../platform/storable-text.ts';

/** UTF-16 units of a body; it is recorded for each attempt, of each item of a loop. */
const maxBody = 4_000;

/** Shorter secrets would match unrelated text. */
const shortestSecret = 8;

/** Names of headers with secrets, besides those of fields with secrets. `author` isn't one. */
const secretHeader = /cookie|key|auth(?!or)|session|signature/i;

/** What a server answered to a refused request, without the secrets of the request that it repeats. */
export function describeResponse(
  config: HttpRequestConfig,
  { status, headers, body }: OutboundResponse<Uint8Array>,
): FailedResponse {
  const mask = createMask(secretsOf(config));
  const type = headers['content-type'] ?? '';
  const text = mask(describeContent(body, type));
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

/** The longest first: a shorter one can be its beginning. */
function secretsOf({ url, headers = {}, query = {}, body }: HttpRequestConfig): string[] {
  const named = Object.entries(headers).filter(([name]) => isSecretName(name) || secretHeader.test(name));
  const parameters = [...Object.entries(query), ...new URL(url).searchParams];
  const values = [
    ...parameters.flatMap(([name, value]) => (isSecretParameter(name) ? listTexts(value) : [])),
    ...listBodySecrets(body).flatMap(listTexts),
  ];
  const all = [...named.flatMap(([, value]) => wordsOf(String(value))), ...values.flatMap(asInForms)];
  return all.filter((secret) => secret.length >= shortestSecret).toSorted((a, b) => b.length - a.length);
}

/** Each word of a header is one by itself: a server may repeat a token without `Bearer`, or what `Basic` encodes. */
function wordsOf(header: string): string[] {
  const basic = /^basic +([\w+/=-]+)$/i.exec(header.trim())?.[1];
  const login = basic === undefined ? '' : Buffer.from(basic, 'base64').toString();
  return [...header.split(/[\s;="]+/), login, login.slice(login.indexOf(':') + 1)];
}

/** All texts and numbers in a value, as texts. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

/** A value as it is, and as a form or an address has it: either may be the one that is given. */
function asInForms(value: string): string[] {
  const decoded = new URLSearchParams(`value=${value}`).get('value') ?? '';
  return [value, decoded, new URLSearchParams({ value }).toString().slice('value='.length)];
}

export function isJsonType(type: string): boolean {
  return /[/+]json\b/i.test(type);
}
