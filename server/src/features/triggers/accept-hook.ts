import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { HookAccepted } from '@portico/shared-types';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { badText, parseJson } from '../../platform/http/parse.ts';
import type { ExecutionsPlatform } from '../executions/index.ts';
import { unseal } from '../../platform/seal.ts';
import { isStorableText } from '../../platform/storable-text.ts';
import { isSignedBy } from '../webhooks/index.ts';
import { fireTrigger } from './fire-trigger.ts';
import { findAnyTrigger } from './triggers.sql.ts';

/**
 * Fires a webhook trigger for anyone who knows its secret (docs/reference/triggers.md#webhook-triggers). Throws 404,
 * 401 for a wrong secret or signature, and 400 for a disabled trigger and for inputs that the workflow refuses.
 */
export async function acceptHook(
  platform: ExecutionsPlatform,
  id: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<HookAccepted> {
  const trigger = await findAnyTrigger(platform.database.sql, id);
  if (trigger === undefined || trigger.secret === null) throw notFound('trigger', id);
  const secret = unseal(platform.config.secretKey, trigger.secret);
  const token = headers['x-portico-token'];
  const mayFire = typeof token === 'string' ? isSame(token, secret) : isSignedBy(secret, headers, body);
  if (!mayFire) throw new ApiError('invalid_api_key', 'The token or the signature is missing or wrong.');
  const { execution_id } = await fireTrigger(platform, trigger, readInputs(headers, body));
  return { execution_id };
}

/** An object becomes the inputs, anything else the input `body`; a body that isn't declared as JSON may be text. */
function readInputs(headers: IncomingHttpHeaders, body: Buffer): Record<string, unknown> {
  if (body.length === 0) return {};
  const value = /[/+]json\b/i.test(headers['content-type'] ?? '') ? parseJson(body) : readAnything(body);
  return isObject(value) ? value : { body: value };
}

function readAnything(body: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw invalid({ path: 'body', message: 'is neither JSON nor text in UTF-8' });
  }
  if (!isStorableText(text)) throw badText('body');
  try {
    return parseJson(body);
  } catch {
    return text;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(given: string, secret: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
